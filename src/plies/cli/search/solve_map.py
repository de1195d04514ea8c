"""`plies solve --map`: who wins on each board of a family, as a table, extended from run to run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from plies.cli import common
from plies.errors import Refused, UnknownName, near

if TYPE_CHECKING:
    from plies.games.contract import Family
    from plies.solve.board_map import Board
    from plies.solve.proofs.search import Progress

SECONDS, LARGEST = 10.0, 25
_COLOURS = {"win": "32", "loss": "31", "draw": "33", "unknown": "2"}


def run(args: argparse.Namespace) -> int:
    from plies.registry import families
    from plies.solve.board_map import map_file, read_map

    for option in ("position", "puzzle", "forced_win", "out", "depth", "method"):
        if getattr(args, option) not in (None, False):
            name = option.replace("_", "-")
            raise Refused(f"--map solves the first positions of many boards, so --{name} has no place there")
    if args.game not in families():
        meant = near(args.game, families())
        raise UnknownName(f"--map wants a family, not {args.game!r}{meant}; known: {', '.join(sorted(families()))}")
    family = families()[args.game]
    largest = LARGEST if args.largest is None else args.largest
    try:
        boards = _extend(family, args, largest)
    except KeyboardInterrupt:
        _show(family, read_map(family))
        raise
    if args.json:
        common.print_json(
            {"family": family.name, "file": str(map_file(family.name)), "boards": [b.__dict__ for b in boards]}
        )
    else:
        _show(family, boards)
        print(common.dim(f"kept in {map_file(family.name)}; more with --seconds and --largest"))
    return 0


def _extend(family: Family, args: argparse.Namespace, largest: int) -> list[Board]:
    from plies.solve.board_map import extend_map

    board, question = "", ""

    def begin(name: str) -> None:
        nonlocal board, question
        board, question = name, ""

    def hear(found: Progress) -> None:
        nonlocal question
        question = f": can {found.side} win? {found.nodes:,} nodes, table {found.filling:.0%} full"

    seconds = SECONDS if args.seconds is None else args.seconds
    with common.Ticker(lambda: f"solving {board}{question} ..."):
        return common.interruptibly(
            lambda: extend_map(
                family, seconds=seconds, largest=largest, threads=args.threads, before=begin, listener=hear
            )
        )


def _show(family: Family, boards: Sequence[Board]) -> None:
    """The grid of values, then how each was found."""
    from plies.registry import game as find_game

    if not boards:
        print("no board is that small")
        return
    first = find_game(family.examples[0]).sides[0]
    print(f"{family.name}: the value of the first position for {first}, by width and height; ≤ is a bound")
    print()
    for line in grid(boards, common.has_colour(sys.stdout)):
        print(line)
    print()
    rows = [
        [
            f"{one.width}x{one.height}",
            one.result if one.result != "unknown" else f"not within {one.budget:g} s",
            "" if one.plies is None else f"{'' if one.shortest else '≤'}{one.plies}",
            one.method,
            f"{one.nodes:,}",
            common.duration(one.seconds),
        ]
        for one in boards
    ]
    common.print_table(["board", "value", ">plies", "method", ">nodes", ">time"], rows)


def cell(board: Board | None) -> str:
    """`win 21`, `loss ≤22`, `draw`, `?` for what was not solved, nothing for what was not tried."""
    if board is None:
        return ""
    if board.result == "unknown":
        return "?"
    return board.result if board.plies is None else f"{board.result} {'' if board.shortest else '≤'}{board.plies}"


def grid(boards: Sequence[Board], colour: bool) -> list[str]:
    """A line for each height and a column for each width."""
    known = {(one.width, one.height): one for one in boards}
    widths, heights = sorted({one.width for one in boards}), sorted({one.height for one in boards})
    texts = {(w, h): cell(known.get((w, h))) for w in widths for h in heights}
    room = {w: max(len(f"{w} wide"), *(len(texts[w, h]) for h in heights)) for w in widths}
    side = max(len(f"{h} high") for h in heights)
    lines = [" " * side + "".join(f"  {f'{w} wide':<{room[w]}}" for w in widths)]
    for h in heights:
        line = f"{f'{h} high':<{side}}"
        for w in widths:
            text = f"{texts[w, h]:<{room[w]}}"
            board = known.get((w, h))
            line += "  " + (f"\x1b[{_COLOURS[board.result]}m{text}\x1b[0m" if colour and board else text)
        lines.append(line)
    return [line.rstrip() for line in lines]
