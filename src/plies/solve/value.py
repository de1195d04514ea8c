"""The value of a position under perfect play, by the engine's own proof."""

from __future__ import annotations

from collections.abc import Callable

from plies.games.position import Position
from plies.search.answer import Answer
from plies.search.engine.analysis import Engine
from plies.search.limits import DEEPEST, Limits

ENTRIES = 1 << 23


def exact_value(
    position: Position,
    *,
    seconds: float | None = None,
    depth: int = DEEPEST,
    threads: int = 1,
    listener: Callable[[Answer], None] | None = None,
) -> Answer:
    """The answer's proof is a win, a loss or a draw for the side to move; None when the limits came first.

    In games where positions come back, endless play is a draw. A decided value without a proof is a win or a loss
    within its distance, where a nearer one was not ruled out.
    """
    engine = Engine(position.game, position.game.authors_default, threads=threads, entries=ENTRIES)
    return engine.analyse(position, Limits(depth=depth, seconds=seconds), listener=listener)
