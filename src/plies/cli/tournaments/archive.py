"""The games of all tournaments: list, filter, show, replay and export them.

Without a name it lists the tournaments; with the beginning of a tournament's id its standings and games; with that of a
game its moves, with what the players thought.

examples:
  plies archive
  plies archive 3f2a
  plies archive 3f2a --player ari@20ms --result loss --limit 5
  plies archive 3f2a --export csv --out games.csv
  plies archive 91c04d --board
  plies archive 91c04d --replay
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from plies.cli import common
from plies.errors import PliesError, Refused, UnknownName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plies.arena.run.record import GameRecord
    from plies.arena.store.ledger import Ledger, Unreadable

LISTED = 20
_FILTERS = ("player", "game", "result", "termination", "since")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="ID", help="the beginning of a tournament's or a game's id")
    some = parser.add_argument_group("which games")
    some.add_argument("--player", metavar="NAME", help="games of this player")
    some.add_argument("--game", metavar="GAME", help="games on this board, such as pawns:8x8")
    some.add_argument("--result", choices=("win", "draw", "loss"), help="of --player; without one of the first side")
    some.add_argument("--termination", metavar="HOW", help="rules, time, illegal move, error, hang, process died")
    some.add_argument("--since", metavar="DATE", help="played on this day or later, such as 2026-11-15")
    some.add_argument("--limit", type=int, metavar="N", help=f"at most so many ({LISTED} in a list, all in a file)")
    what = parser.add_argument_group("what to do with them")
    what.add_argument(
        "--export", metavar="FORMAT", help="json (a line per game, everything), csv, or a game's own: pdn"
    )
    what.add_argument("--out", metavar="FILE", help="write there instead of to the screen")
    what.add_argument("--board", action="store_true", help="draw the last position of a game")
    what.add_argument("--replay", action="store_true", help="play a game again and compare")
    what.add_argument("--report", metavar="DIR", help="write the report of a tournament, as a web page and as Markdown")
    parser.add_argument("--ledger", metavar="FILE", help="where games are kept ($PLIES_LEDGER or your data folder)")
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    from plies.arena.store.ledger import Ledger
    from plies.cli.tournaments.left_out import noted
    from plies.cli.tournaments.stored_game import one_game

    _check_words(args)
    with Ledger(args.ledger, readonly=True) as ledger:
        _check(args, ledger)
        chosen = _chosen(args, ledger)
        if args.export:
            with noted(chosen) as (records, _):
                return _export(args, records)
        if args.report:
            return _report(args, ledger)
        if args.name is None and not any(getattr(args, name) for name in _FILTERS):
            return _tournaments(args, ledger)
        if args.name is not None and not _is_tournament(ledger, args.name):
            return one_game(args, ledger)
        return _games(args, ledger, chosen)


def _check_words(args: argparse.Namespace) -> None:
    """Refuses words that do not go together."""
    if args.limit is not None and args.limit < 1:
        raise Refused(f"--limit {args.limit}: at least one game is listed")
    if args.name == "":
        raise Refused("an id has at least one character; plies archive lists those of tournaments")
    if args.out is not None and not args.export:
        raise Refused("--out goes with --export; --report writes into a folder")
    asked = [f"--{word}" for word in ("export", "report", "replay", "board") if getattr(args, word)]
    asked += ["--json"] if args.json and not args.replay else []
    if len(asked) > 1:
        raise Refused(f"{asked[0]} and {asked[1]}: ask for one of them at a time")
    given = [word for word in (*_FILTERS, "limit") if getattr(args, word) is not None]
    if args.report and given:
        raise Refused(f"--report is of a whole tournament, so --{given[0]} does not go with it")


def _check(args: argparse.Namespace, ledger: Ledger) -> None:
    """Refuses what would be ignored, and unknown names."""
    from plies.errors import FAULTS
    from plies.players.referee import BY_RULES

    if (args.replay or args.board) and (args.name is None or _is_tournament(ledger, args.name)):
        raise Refused(f"{'--replay' if args.replay else '--board'} is for one game: give its id, as a list shows it")
    if args.name is not None and not _is_tournament(ledger, args.name):
        if not any(ledger.found(id=args.name, limit=1)):
            raise UnknownName(f"{ledger.path} has no tournament and no game {args.name!r}; plies archive lists them")
        given = [name for name in _FILTERS if getattr(args, name) is not None]
        if given:
            raise Refused(f"{args.name} is no tournament; --{given[0]} chooses among the games of one, or of all")
    known = (BY_RULES, *FAULTS)
    if args.termination is not None and args.termination not in known:
        raise UnknownName(f"no games end by {args.termination!r}; known: {', '.join(known)}")
    if args.player is not None:
        args.player = _find_player(args.player, ledger)


def _find_player(name: str, ledger: Ledger) -> str:
    """The player of that name or definition, or the only one that is this heuristic under some limit."""
    from plies.players.notation import parse_player

    names = {player.name: None for entry in ledger.tournaments() for player in entry.definition.players}
    if name in names:
        return name
    with suppress(PliesError):
        if parse_player(name).name in names:  # written in another way
            return parse_player(name).name
    found = [one for one in names if one.partition("@")[0] == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownName(f"{name!r} is one of {', '.join(found)}")
    raise UnknownName(f"no player {name!r}; known: {_shortened(tuple(names), 12)}")


def _is_tournament(ledger: Ledger, name: str) -> bool:
    return any(entry.id.startswith(name) for entry in ledger.tournaments())


def _chosen(args: argparse.Namespace, ledger: Ledger) -> Iterator[GameRecord | Unreadable]:
    """The games that the words ask for."""
    from plies.arena.plan.sources import full_name

    named = args.name is not None and _is_tournament(ledger, args.name)
    score = {"win": 1.0, "draw": 0.5, "loss": 0.0, None: None}[args.result]
    of_player = args.player is not None and args.result in ("win", "loss")
    return ledger.found(
        ledger.tournament(args.name).id if named else None,
        player=args.player,
        game=None if args.game is None else full_name(args.game),
        score=None if of_player else score,
        winner=args.player if of_player and args.result == "win" else None,
        loser=args.player if of_player and args.result == "loss" else None,
        termination=args.termination,
        since=None if args.since is None else _day(args.since),
        id=None if named else args.name,
        limit=-1 if args.limit is None else args.limit,
    )


def _day(text: str) -> float:
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        raise Refused(f"--since {text!r}: a day is written as 2026-11-15") from None


# -- lists -----------------------------------------------------------------------------------------------------------


def _tournaments(args: argparse.Namespace, ledger: Ledger) -> int:
    from plies.arena.store.rows import Unreadable
    from plies.cli.tournaments.left_out import note_tournaments

    entries = note_tournaments(ledger)[: args.limit]
    if args.json:
        listed = [
            {"id": e.id, "created": e.created, "games": e.games, "definition": e.definition.data()} for e in entries
        ]
        unreadable = [{"id": e.id, "reason": e.reason} for e in ledger.catalogue() if isinstance(e, Unreadable)]
        common.print_json({"tournaments": listed, "left_out": unreadable})
        return 0
    if not entries:
        print(f"no tournaments yet in {ledger.path}")
        return 0
    rows = [
        [
            entry.id[:8],
            time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.created)),
            f"{entry.games:,}",
            f"{'' if entry.definition.sprt is None else '≤ '}{entry.definition.total:,}",
            _shortened(entry.definition.games),
            _shortened(tuple(player.name for player in entry.definition.players)),
        ]
        for entry in entries
    ]
    common.print_table(["id", "begun", ">games", ">of", "boards", "players"], rows)
    return 0


def _shortened(names: tuple[str, ...], most: int = 4) -> str:
    return " ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _games(args: argparse.Namespace, ledger: Ledger, chosen: Iterator[GameRecord | Unreadable]) -> int:
    from plies.arena.report.games import games_table
    from plies.arena.report.result import stored
    from plies.blocks import terminal
    from plies.cli.tournaments.left_out import noted
    from plies.cli.tournaments.results import print_players

    if args.json:
        with noted(chosen) as (records, tally):
            games = [record.data() for record in records]
        common.print_json({"games": games, "left_out": asdict(tally.left_out())})
        return 0
    if args.name is not None:
        entry = ledger.tournament(args.name)
        print(f"tournament {entry.id}, {entry.games:,} of {entry.definition.total:,} games\n")
        if not any(getattr(args, name) for name in _FILTERS) and entry.games:
            print_players(stored(entry.definition, ledger).result())
            print()
    most = args.limit or LISTED
    with noted(chosen) as (records, _):
        found = list(islice(records, most + 1))
    if not found:
        print("no such games")
        return 0
    terminal.show([games_table(found[:most])], common.console())
    if len(found) > most:
        print(f"\nthe first {most}; --limit shows more, --export writes all, --player and --result choose")
    return 0


# -- files -----------------------------------------------------------------------------------------------------------


def _export(args: argparse.Namespace, records: Iterator[GameRecord]) -> int:
    from plies.arena.store import export

    makers = {"json": export.json_lines, "csv": export.csv_lines}
    lines = makers[args.export](records) if args.export in makers else export.in_format(records, args.export)
    if args.out is None:
        for line in lines:
            sys.stdout.write(line)
        return 0
    from plies.cli.games.saved_games import write_lines

    write_lines(Path(args.out), lines)
    print(f"written to {args.out}", file=sys.stderr)
    return 0


def _report(args: argparse.Namespace, ledger: Ledger) -> int:
    if args.name is None:
        raise Refused("--report is for one tournament: give its id, as plies archive lists it")
    if not _is_tournament(ledger, args.name):
        raise Refused(f"{args.name} is no tournament; --report is for one, as plies archive lists it")
    from plies.arena.report.result import stored
    from plies.cli.tournaments.results import check_folder, write

    check_folder(args.report)
    result = stored(ledger.tournament(args.name).definition, ledger).result()
    write(args.report, result.title, [result])
    return 0
