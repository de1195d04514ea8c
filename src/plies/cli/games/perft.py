"""Perft: count the sequences of legal moves of a given length.

Perft checks the rules: two programs that agree on these numbers agree on
the moves.

examples:
  plies perft pawns:8x8 6
  plies perft breakthrough:5x5 4 --divide
  plies perft pawns:3x5 7 --position "bbb/bbb/3/www/www w" --json
"""

from __future__ import annotations

import argparse
import time
from functools import partial

from plies.cli import common
from plies.errors import Refused
from plies.games.position import Position


def configure(parser: argparse.ArgumentParser) -> None:
    common.add_game(parser)
    parser.add_argument("depth", type=int, metavar="DEPTH", help="the length of the sequences, in plies")
    parser.add_argument("--divide", action="store_true", help="also show the count below each move")
    parser.add_argument("--no-bulk", action="store_true", help="play out the last ply instead of counting its moves")
    common.add_json(parser)


def run(args: argparse.Namespace) -> int:
    from plies.search.perft.counting import DEEPEST

    position = common.position_of(args)
    if not 0 <= args.depth <= DEEPEST:
        raise Refused(f"depth={args.depth}: perft goes from 0 to {DEEPEST} plies")
    if args.divide and args.depth < 1:
        raise Refused(f"depth={args.depth}: --divide counts below each move, so the depth is at least 1")
    if args.json:
        _report(position, args.depth, args.divide, not args.no_bulk)
    else:
        _print(position, args.depth, args.divide, not args.no_bulk)
    return 0


def _count(position: Position, depth: int, bulk: bool) -> tuple[int, float]:
    """The leaves and the seconds, without the time to compile."""
    from plies.search.perft.counting import perft

    perft(position, min(depth, 1), bulk)
    started = time.perf_counter()
    leaves = common.interruptibly(partial(perft, position, depth, bulk))
    return leaves, time.perf_counter() - started


def _divide(position: Position, depth: int, bulk: bool) -> list[tuple[str, int]]:
    after = [(position.game.word(position.state, move), position.after(move)) for move in position.legal]
    return [(word, _count(child, depth - 1, bulk)[0]) for word, child in after]


def _report(position: Position, depth: int, divide: bool, bulk: bool) -> None:
    leaves, seconds = _count(position, depth, bulk)
    data = {
        "game": position.game.name,
        "position": position.text,
        "depth": depth,
        "leaves": leaves,
        "seconds": seconds,
        "leaves_per_second": leaves / seconds if seconds > 0 else 0.0,
    }
    if divide:
        data["moves"] = dict(_divide(position, depth, bulk))
    common.print_json(data)


def _print(position: Position, depth: int, divide: bool, bulk: bool) -> None:
    print(f"{common.bold(position.game.name)}  {position.text}")
    print(common.dim(f"{'depth':>5}  {'leaves':>19}  {'seconds':>8}  speed"))
    for plies in range(min(1, depth), depth + 1):
        with common.Ticker(lambda plies=plies: f"counting to depth {plies} ..."):  # type: ignore[misc]
            leaves, seconds = _count(position, plies, bulk)
        rate = common.speed(leaves / seconds, "leaves") if seconds > 0.02 else ""
        print(f"{plies:>5}  {leaves:>19,}  {seconds:>8.2f}  {rate}".rstrip(), flush=True)
    if divide:
        print()
        rows = [[word, f"{count:,}"] for word, count in _divide(position, depth, bulk)]
        common.print_table(["move", f">leaves at depth {depth}"], [*rows, [f"{len(rows)} moves", f"{leaves:,}"]])
