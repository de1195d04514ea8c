"""Players and heuristics graded by the truth: how often they are right where a table knows every value.

Positions are drawn from the table of the game (plies table build makes one). Each player is asked for a move in every
position where the move matters. Reported are how often it keeps the value (win, draw or loss), the points it gives away
per move, the plies it wastes in won positions; all that by number of pieces and by distance to the end, and each two
players in the same positions. The heuristics of the players, and those of --heuristics, are graded as bare numbers: how
well they separate wins, draws and losses, and which term misleads. docs/grading.md says what the numbers mean.

The same seed gives the same positions and, if no clock limits a player, the same report. Ctrl-C reports what is known.

examples:
  plies grade pebbles:4x2 --players security@depth=4 security@nodes=1000 table random
  plies grade pawns:4x5 --players ari@depth=4 hoddi@depth=4 --positions 5000 --from distance
  plies grade pawns:4x5 --heuristics ari hoddi binni tryggvi --json
  plies grade checkers --players plies@depth=6 zhao@depth=6 --from games --report out
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from plies.cli import common

if TYPE_CHECKING:
    from plies.grading.grading import Grading, Plan


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a name such as pebbles:4x2, or a file.py; it needs a table")
    who = parser.add_argument_group("who is graded")
    who.add_argument("--players", nargs="+", default=[], metavar="PLAYER", help="such as ari@depth=4, table, random")
    who.add_argument(
        "--heuristics", nargs="+", default=[], metavar="NAME", help="as bare numbers, beside those of the players"
    )
    where = parser.add_argument_group("in which positions")
    where.add_argument("--positions", type=int, default=2000, metavar="N", help="how many (2000)")
    where.add_argument(
        "--from",
        dest="source",
        choices=("uniform", "games", "distance"),
        default="uniform",
        help="the table's positions alike, those of games between the players, or each distance alike (uniform)",
    )
    where.add_argument("--seed", type=int, default=0, metavar="N", help="another seed is another sample (0)")
    parser.add_argument("--report", metavar="DIR", help="write a report there, as a web page and as Markdown")
    common.add_isolation(parser)
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    from plies.grading.grading import Plan, grade

    if args.report:
        from plies.cli.tournaments.results import check_folder

        check_folder(args.report)
    plan = Plan.of(
        args.game, args.players, args.heuristics, positions=args.positions, source=args.source, seed=args.seed
    )
    _report_isolation(plan)
    now = ["getting ready"]

    def progress(text: str) -> None:
        now[0] = text

    with common.Ticker(lambda: now[0]):
        grading = grade(plan, progress)
    if args.json:
        common.print_json(asdict(grading))
    else:
        _print(grading)
    if args.report:
        _write(args.report, grading)
    if not grading.complete:
        common.notice(f"stopped after {grading.sample.positions:,} positions")
    return 0 if grading.complete else 130


def _report_isolation(plan: Plan) -> None:
    from plies.processes.isolation import NOT_HERE, available, is_wished

    if any(player.runs_user_file for player in plan.players) and is_wished() and available() == "none":
        common.notice(NOT_HERE)


def _print(grading: Grading) -> None:
    from plies.blocks import terminal
    from plies.grading.report import blocks, title

    print(common.bold(title(grading)))
    terminal.show(blocks(grading), common.console())


def _write(folder: str, grading: Grading) -> None:
    from plies.blocks.files import write
    from plies.grading.report import blocks, title

    written = write(folder, title(grading), blocks(grading))
    common.notice(f"report: {written.page}")
    if written.notice:
        common.notice(written.notice)
