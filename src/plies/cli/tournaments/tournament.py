"""Tournaments: which player is better, how sure that is, and by how much.

A player is a heuristic and its limits, such as ari@1s, hoddi@depth=6, tryggvi@nodes=20000, ari(pawns=2)@20ms,
mine.py:mine@0.5s, random, or ggp://host:port@5s for a program elsewhere; `--players-file` reads them from TOML.
Players without a limit of their own get those of --limits, one tournament for each: with a time and a number of nodes
a costly heuristic shows what it is worth apart from what it costs.

Every pairing on every board plays pairs of games: one opening twice, colours turned. All games are kept in a ledger at
once; Ctrl-C loses nothing, and the same command given again goes on (with more --games it goes further).
`plies archive` lists, shows, replays and exports what is stored.

examples:
  plies tournament pawns:8x8 pawns:6x6 --players ari@1s hoddi@1s binni@1s tryggvi@1s --games 200
  plies tournament wumpus:6 --players pieces advantage spacing --limits 20ms nodes=20000 --games 100 --report out
  plies tournament checkers --players plies@50ms zhao@50ms --sprt 0 20
  plies tournament pawns:8x8 --kind gauntlet --players mine.py:mine@20ms ari@20ms hoddi@20ms
  plies tournament --preset pawns-2016
  plies tournament --resume
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from plies.cli import common
from plies.errors import Refused, UnknownName

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plies.arena.plan.tournament import Tournament
    from plies.arena.store.ledger import Ledger
    from plies.games.tournaments import Preset, Stage

GAMES = 20


class Planned(NamedTuple):
    """A tournament to be played, and what its table is put beside."""

    title: str
    tournament: Tournament
    #: what tells it from the other stages
    label: str = ""
    minutes: float | None = None
    published: Mapping[str, Mapping[tuple[str, str], str]] | None = None


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("boards", nargs="*", metavar="GAME", help="one or more games, such as pawns:8x8 pawns:6x6")
    who = parser.add_argument_group("who plays")
    who.add_argument("--players", nargs="+", metavar="PLAYER", help="two or more players, such as ari@1s")
    who.add_argument("--players-file", metavar="FILE", help="players in TOML; see docs/arena.md")
    who.add_argument("--limits", nargs="+", metavar="LIMIT", help="for players without one: 20ms, nodes=20000 (1s)")
    how = parser.add_argument_group("what is played")
    how.add_argument("--kind", choices=("round-robin", "gauntlet", "match"), help="gauntlet: first against rest")
    how.add_argument("--games", type=int, metavar="N", help=f"for each pairing and board ({GAMES})")
    how.add_argument("--openings", metavar="HOW", help="auto, start, suite, random:PLIES or a file (auto)")
    how.add_argument("--seed", type=int, metavar="N", help="of the openings and of random players (0)")
    how.add_argument(
        "--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="stop as soon as one of the two is settled"
    )
    how.add_argument("--minutes", type=float, metavar="M", help="stop after so long; the rest can be played later")
    kept = parser.add_argument_group("presets and what is kept")
    kept.add_argument("--preset", metavar="NAME", help="a tournament that a game brings with it; see plies games")
    kept.add_argument(
        "--resume", nargs="?", const="", metavar="ID", help="go on with the last tournament, or with this"
    )
    kept.add_argument("--ledger", metavar="FILE", help="where games are kept ($PLIES_LEDGER or the user's data folder)")
    kept.add_argument("--report", metavar="DIR", help="write a report there, as a web page and as Markdown")
    where = parser.add_argument_group("where it runs")
    where.add_argument("--workers", type=int, metavar="N", help="games at once (as many as there are cores)")
    where.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, such as tcp://127.0.0.1:8786")
    where.add_argument("--tls", nargs=3, metavar=("CA", "CERT", "KEY"), help="certificates for a cluster with TLS")
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play what is asked for, then show and write what it says."""
    from plies.arena.plan.stopping import is_unfinished
    from plies.arena.store.ledger import Ledger
    from plies.cli.tournaments.results import check_folder, print_compared, print_result, results_of, write_reports

    _check(args)
    if args.ledger and not Path(args.ledger).absolute().parent.is_dir():
        raise Refused(f"--ledger {args.ledger}: there is no folder {Path(args.ledger).parent}")
    with Ledger(args.ledger, create=args.resume is None) as ledger:
        planned = _plan(args, ledger)
        if args.report:
            check_folder(args.report)
        if not args.cluster:  # whose workers may reach what this machine does not
            _check_elsewhere([stage for stage in planned if is_unfinished(stage.tournament, ledger)])
        stopped = False
        until = None if args.minutes is None else time.monotonic() + 60 * args.minutes
        for stage in planned:
            stopped = stopped or not _play(stage, ledger, args, until)
        results = results_of(planned, ledger)
        if args.json:
            common.print_json({"tournaments": results})
        else:
            for stage, result in zip(planned, results, strict=True):
                print_result(stage, result, ledger)
            print_compared(results)
        if args.report:
            write_reports(args.report, planned, results, ledger)
    if stopped:
        print("plies: stopped; nothing is lost: the same command goes on where it was", file=sys.stderr)
    return 130 if stopped else 0


def _play(stage: Planned, ledger: Ledger, args: argparse.Namespace, until: float | None) -> bool:
    """Plays one stage, to the time when all ends if there is one; False when a person has stopped it."""
    from plies.arena.run.runner import run as play
    from plies.cli.tournaments.live import Live

    rest = [] if until is None else [max(0.0, until - time.monotonic()) / 60]
    minutes = min([*rest, *([] if stage.minutes is None else [stage.minutes])], default=None)
    with Live(stage.title, stage.tournament, ledger, minutes) as live:
        executor = None
        if args.cluster:
            from plies.arena.run.cluster import Cluster

            executor = Cluster(args.cluster, tls=args.tls, notice=live.say)
        try:
            play(
                stage.tournament,
                ledger,
                workers=args.workers,
                executor=executor,
                on_progress=live.add,
                stop=live.stop,
                notice=live.say,
                ended=live.ended,
            )
        except KeyboardInterrupt:
            return False
    return True


def _check_elsewhere(planned: list[Planned]) -> None:
    """Refuses players elsewhere that nobody runs, before the first game is lost by it."""
    import asyncio

    from plies.protocols.ggp.manager import check_players
    from plies.protocols.ggp.wire.asking import parse_address

    players = (player for stage in planned for player in stage.tournament.all_players())
    addresses = {player.choice for player in players if player.is_remote}
    if addresses:
        asyncio.run(check_players(parse_address(address) for address in sorted(addresses)))


# -- what is to be played --------------------------------------------------------------------------------------------


def _check(args: argparse.Namespace) -> None:
    """Refuses options that do not go together, before a ledger is opened."""
    if args.tls and not args.cluster:
        raise Refused("--tls goes with --cluster")
    if args.cluster and args.workers is not None:
        raise Refused("--workers is for this machine; a cluster has as many as were started for it")
    if args.workers is not None and args.workers < 1:
        raise Refused(f"--workers {args.workers}: at least one game is played at a time")
    if args.minutes is not None and not 0 < args.minutes < 1e6:
        raise Refused(f"--minutes {args.minutes:g}: a time is more than 0")
    if args.preset is not None:
        _only(args, "--preset", ())
    if args.resume is not None:
        _only(args, "--resume", ("games",))
        if args.preset is not None:
            raise Refused("--preset NAME goes on by itself, so --resume does not go with it")


def _plan(args: argparse.Namespace, ledger: Ledger) -> list[Planned]:
    if args.preset is not None:
        return [_of_stage(stage, _find_preset(args.preset)) for stage in _find_preset(args.preset).stages]
    if args.resume is not None:
        return [_resumed(args, ledger)]
    return _from_words(args)


def _only(args: argparse.Namespace, word: str, allowed: tuple[str, ...]) -> None:
    """A preset and a stored tournament bring everything with them."""
    for option in ("boards", "players", "players_file", "limits", "kind", "games", "openings", "seed", "sprt"):
        if option not in allowed and getattr(args, option) not in (None, []):
            name = "a game" if option == "boards" else "--" + option.replace("_", "-")
            raise Refused(f"{word} says what is played, so {name} does not go with it")


def _find_preset(name: str) -> Preset:
    from plies.registry import presets

    known = presets()
    if name not in known:
        raise UnknownName(f"no preset {name!r}; known: {', '.join(known)}")
    return known[name]


def _of_stage(stage: Stage, preset: Preset) -> Planned:
    from plies.arena.plan.presets import tournament_of

    title = f"{preset.name}: {stage.title}"
    return Planned(title, tournament_of(stage), stage.title, stage.minutes, preset.published or None)


def _resumed(args: argparse.Namespace, ledger: Ledger) -> Planned:
    known = ledger.tournaments()
    if not known:
        raise Refused(f"there is nothing to resume in {ledger.path}")
    entry = ledger.tournament(args.resume) if args.resume else known[0]
    tournament = entry.definition
    if args.games is not None:
        tournament = tournament.with_games(args.games)
    return Planned(_title(tournament.games), tournament)


def _title(games: tuple[str, ...]) -> str:
    return ", ".join(games)


def _from_words(args: argparse.Namespace) -> list[Planned]:
    from plies.arena.numbers.sprt import Sprt
    from plies.arena.plan.openings import Openings
    from plies.arena.plan.tournament import Tournament
    from plies.players.notation import distinct, parse_player, read_limit
    from plies.players.player import Player
    from plies.players.players_file import load_players

    if not args.boards:
        raise Refused("name a game to play, such as: plies tournament pawns:6x6 --players ari@20ms hoddi@20ms")

    def players_under(limit: str) -> list[Player]:
        from_file = load_players(args.players_file, limit) if args.players_file else []
        return distinct([*(parse_player(text, limit) for text in args.players or []), *from_file])

    limits = args.limits or [""]
    under = {limit: players_under(limit) for limit in limits}
    if len(under[limits[0]]) < 2:
        raise Refused("a tournament needs two players or more, such as --players ari@20ms hoddi@20ms")
    if args.limits and players_under("1s") == players_under("2s"):
        raise Refused("--limits is for players without limits of their own, but every player has one")
    if args.limits and len({read_limit(limit) for limit in limits}) < len(limits):
        raise Refused("--limits: each limit is given once")
    openings = Openings.parse("auto" if args.openings is None else args.openings)
    sprt = None if args.sprt is None else Sprt(*args.sprt)
    kind = args.kind or ("match" if sprt else "round-robin")
    games = (100_000 if sprt else GAMES) if args.games is None else args.games
    planned = []
    for limit in limits:
        tournament = Tournament.of(
            args.boards,
            under[limit],
            kind=kind,
            games_per_pairing=games,
            seed=args.seed or 0,
            openings=openings,
            sprt=sprt,
        )
        title = _title(tournament.games)
        planned.append(Planned(f"{title}, {limit}" if limit else title, tournament, limit))
    return planned
