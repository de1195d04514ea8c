"""What each heuristic of a game costs and what it is worth.

Every heuristic plays pairs of games from random openings against the engine with the authors' default heuristic: first
with the same depth for both, then with the same time per move. The tables show averages over the heuristic's own moves:
seconds, nodes, nodes per second, depth, and the share of cut-offs by the first move. They
also show how much its value varies over a game (the standard deviation, and the share of plies at which it changes),
and its score with the 95 % interval in brackets.
A last column shows published times where the game has some.

With --order the heuristics order the moves while that default evaluates; `none` orders nothing and `engine` is the
engine's own order. The table's move and captures come first in every row.

examples:
  plies time wumpus:6
  plies time wumpus:6 --order --games 20
  plies time pawns:6x6 --heuristics ari,hoddi --depth 9 --seconds 0.1
  plies time pebbles:4x2 --json
  plies time wumpus:6 --plot timing.png
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from plies.cli import common
from plies.errors import Refused

if TYPE_CHECKING:
    from plies.arena.numbers.timing import Report, Row

COLUMNS = (
    "heuristic",
    ">s per move",
    ">nodes",
    ">nodes/s",
    ">depth",
    ">first",
    ">spread",
    ">changes",
    ">score",
    ">games",
)
PUBLISHED = ">publ."
LEGEND = (
    ("s per move, nodes, depth", "averages over the heuristic's own moves"),
    ("first", "of all cut-offs, the share that the first move tried gave"),
    ("spread", "standard deviation of the heuristic's number over a game"),
    ("changes", "share of plies at which that number changes"),
    ("score", "points per game against the default engine, with the 95% interval"),
)
LEGEND_PUBLISHED = ("publ.", "published seconds per move")


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_game(parser)
    parser.add_argument("--order", action="store_true", help="time the heuristics as orders of moves")
    parser.add_argument("--heuristics", metavar="NAMES", help="only these, separated by commas; else all of the game")
    parser.add_argument("--depth", type=int, default=8, metavar="N", help="plies of the first table (8)")
    parser.add_argument(
        "--seconds", type=float, default=0.02, metavar="S", help="seconds per move of the second (0.02)"
    )
    parser.add_argument("--games", type=int, default=6, metavar="N", help="games per heuristic in each table, even (6)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="another seed is other openings (0)")
    parser.add_argument("--plot", metavar="FILE", help="also draw the tables into a file: .png, .svg or .pdf")
    common.add_isolation(parser)
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    position = common.position_of(args)
    if args.games < 2 or args.games % 2:
        raise Refused(f"--games {args.games}: games come in pairs, so an even number from 2")
    if args.plot is not None:
        from plies.cli.search import time_plot

        time_plot.check(args.plot)  # before the games are played
    from plies.arena.plan.timing import Plan
    from plies.arena.run.timing import time_heuristics

    plan = Plan(
        role="order" if args.order else "evaluate",
        names=tuple(filter(None, (args.heuristics or "").split(","))),
        depth=args.depth,
        seconds=args.seconds,
        pairs=args.games // 2,
        seed=args.seed,
    )
    now = ["getting ready"]

    def progress(done: int, total: int, what: str) -> None:
        now[0] = f"game {min(done + 1, total)} of {total} ({what})"

    with common.Ticker(lambda: now[0]):
        report = time_heuristics(position, args.game, plan, progress)
    if args.plot is not None:
        time_plot.draw(report, args.plot)
    if args.json:
        common.print_json(asdict(report))
    else:
        _print(report, args.plot)
    return 0


def _print(report: Report, plot: str | None) -> None:
    what = "moves ordered by" if report.role == "order" else "leaves evaluated by"
    published = any(row.published is not None for row in report.at_depth)
    for title, rows in (
        (f"equal depth, {report.depth} plies", report.at_depth),
        (f"equal time, {report.seconds:g} s per move", report.at_time),
    ):
        print(common.bold(f"{report.game}, {what} each heuristic: {title}"))
        columns = [*COLUMNS, PUBLISHED] if published else list(COLUMNS)
        common.print_table(columns, [_cells(row, published) for row in rows])
        print()
    for name, meaning in (*LEGEND, LEGEND_PUBLISHED) if published else LEGEND:
        print(common.dim(f"  {name:<24}  {meaning}"))
    if plot is not None:
        print(f"  drawn in {plot}")


def _cells(row: Row, published: bool) -> list[str]:
    """One line of a table; a dash where something does not apply."""
    score = "–" if row.score is None else f"{row.score:.0%}"
    if row.score_interval is not None:
        low, high = row.score_interval
        score += f" ({100 * low:.0f}–{100 * high:.0f})"
    cells = [
        row.name,
        f"{row.seconds_a_move:.4f}",
        common.short(row.nodes_a_move),
        common.short(row.nodes_per_second),
        f"{row.depth:.1f}",
        f"{row.first_move_cutoffs:.0%}",
        "–" if row.spread is None else f"{row.spread:.2f}",
        "–" if row.changes is None else f"{row.changes:.0%}",
        score,
        str(row.games),
    ]
    return [*cells, "–" if row.published is None else f"{row.published:.2f}"] if published else cells
