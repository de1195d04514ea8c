"""The value of a position under perfect play, by the engine's own proof."""

from __future__ import annotations

from collections.abc import Callable

from plies.games.position import Position
from plies.search.answer import Answer
from plies.search.engine.analysis import Engine
from plies.search.limits import DEEPEST, Limits
from plies.solve.forced_wins.prover import Solution

ENTRIES = 1 << 23


def exact_value(
    position: Position,
    *,
    seconds: float | None = None,
    depth: int = DEEPEST,
    threads: int = 1,
    listener: Callable[[Answer], None] | None = None,
) -> Solution:
    """`win`, `loss` or `draw` for the side to move, or `unknown` when the limits came first.

    In games where positions come back, endless play is a draw. The line of a win is as short as the search saw it.
    """
    engine = Engine(position.game, threads=threads, entries=ENTRIES)
    found = engine.analyse(position, Limits(depth=depth, seconds=seconds), listener=listener)
    result, plies = found.proof if found.proof is not None else ("unknown", None)
    return Solution(result, plies, found.line, found.depth, found.nodes, found.seconds)
