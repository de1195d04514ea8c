"""Tournaments: which player is better, how sure that is, and by how much.

A player is a heuristic and its limits, such as ari@1s, hoddi@depth=6, tryggvi@nodes=20000, ari(pawns=2)@20ms,
mine.py:mine@0.5s, random, or ggp://host:port@5s for a remote player; `--players-file` reads them from TOML.
Players without a limit of their own get those of --limits, one tournament for each: with a time and a number of nodes
a costly heuristic shows what it is worth apart from what it costs.

Every pairing on every board plays pairs of games: one opening twice, sides exchanged. Every game is kept in a
ledger at once. Ctrl-C loses nothing: the same command given again resumes, and with more --games it plays more.
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
from typing import TYPE_CHECKING

from plies.cli import common
from plies.cli.tournaments.planning import GAMES, Planned, check, plan
from plies.errors import Refused

if TYPE_CHECKING:
    from plies.arena.report.result import Gathered
    from plies.arena.store.ledger import Ledger


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
        "--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="stop as soon as the SPRT decides between the two"
    )
    how.add_argument("--minutes", type=float, metavar="M", help="stop after so long; the rest can be played later")
    kept = parser.add_argument_group("presets and what is kept")
    kept.add_argument("--preset", metavar="NAME", help="a tournament that a game brings with it; see plies games")
    kept.add_argument("--resume", nargs="?", const="", metavar="ID", help="resume the last tournament, or this one")
    kept.add_argument("--ledger", metavar="FILE", help="where games are kept ($PLIES_LEDGER or the user's data folder)")
    kept.add_argument("--report", metavar="DIR", help="write a report there, as a web page and as Markdown")
    where = parser.add_argument_group("where it runs")
    where.add_argument("--workers", type=int, metavar="N", help="games at once (as many as there are cores)")
    where.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, such as tcp://127.0.0.1:8786")
    where.add_argument("--tls", nargs=3, metavar=("CA", "CERT", "KEY"), help="certificates for a cluster with TLS")
    common.add_isolation(where)
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play what is asked for, then show and write the results."""
    from plies.arena.plan.stopping import is_unfinished
    from plies.arena.report.result import stored
    from plies.arena.store.ledger import Ledger
    from plies.cli.tournaments.results import as_data, check_folder, compared, print_compared, print_result, write

    check(args)
    if args.ledger and not Path(args.ledger).absolute().parent.is_dir():
        raise Refused(f"--ledger {args.ledger}: there is no folder {Path(args.ledger).parent}")
    with Ledger(args.ledger, create=args.resume is None) as ledger:
        planned = plan(args, ledger)
        if args.report:
            check_folder(args.report)
        _report_isolation(planned, bool(args.cluster))
        if not args.cluster:  # the workers of a cluster may reach what this machine does not
            _check_elsewhere([stage for stage in planned if is_unfinished(stage.tournament, ledger)])
        stopped = False
        until = None if args.minutes is None else time.monotonic() + 60 * args.minutes
        gathered = []
        for stage in planned:
            gathered.append(stored(stage.tournament, ledger, stage.title, args.json))
            stopped = stopped or not _play(stage, gathered[-1], ledger, args, until)
        results = compared(planned, gathered)
        if args.json:
            common.print_json({"tournaments": [as_data(result) for result in results]})
        else:
            for result in results:
                print_result(result, ledger)
            print_compared(results[0])
        if args.report:
            write(args.report, planned[0].whole, results)
    if stopped:
        print("plies: stopped; nothing is lost: the same command resumes", file=sys.stderr)
    return 130 if stopped else 0


def _play(stage: Planned, gathered: Gathered, ledger: Ledger, args: argparse.Namespace, until: float | None) -> bool:
    """Plays one stage, until the deadline if there is one, and gathers its games; False when the user stopped it."""
    from plies.arena.plan.stopping import stored_state
    from plies.arena.run.runner import run as play
    from plies.cli.tournaments.live import Live

    rest = [] if until is None else [max(0.0, until - time.monotonic()) / 60]
    minutes = min([*rest, *([] if stage.minutes is None else [stage.minutes])], default=None)
    with Live(stage.tournament, gathered, ledger, minutes) as live:
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
        finally:
            gathered.sprt = stored_state(stage.tournament, ledger)
    return True


def _report_isolation(planned: list[Planned], elsewhere: bool) -> None:
    """Says so where user-written players run with the user's own rights, though nobody asked for that."""
    from plies.processes.isolation import NOT_HERE, available, is_wished

    runs_files = any(player.runs_user_file for stage in planned for player in stage.tournament.all_players())
    if runs_files and not elsewhere and is_wished() and available() == "none":
        print(f"plies: {NOT_HERE}", file=sys.stderr)


def _check_elsewhere(planned: list[Planned]) -> None:
    """Refuses remote players that do not answer, before the first game is lost by it."""
    import asyncio

    from plies.protocols.ggp.manager import check_players
    from plies.protocols.ggp.wire.asking import parse_address

    players = (player for stage in planned for player in stage.tournament.all_players())
    addresses = {player.choice for player in players if player.is_remote}
    if addresses:
        asyncio.run(check_players(parse_address(address) for address in sorted(addresses)))
