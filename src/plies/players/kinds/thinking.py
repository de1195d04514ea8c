"""What searchers share: the only legal move, and the time in which a process worked."""

from __future__ import annotations

import time
from dataclasses import replace

from plies.games.position import Position
from plies.search.answer import Answer


class Stopwatch:
    """Time in which this process worked: what a searcher that keeps to its time by itself is charged with.

    When others had the processor meanwhile, a player must not lose for that. User-written Python is charged by the
    wall clock: it may sleep or have others work for it.
    """

    def __init__(self) -> None:
        self.begun, self.worked = time.perf_counter(), time.process_time()

    @property
    def seconds(self) -> float:
        return min(time.perf_counter() - self.begun, time.process_time() - self.worked)


def charged(answer: Answer, watch: Stopwatch) -> Answer:
    """The answer, to be charged with the time that the process worked."""
    return replace(answer, charged=watch.seconds)


def forced(position: Position) -> Answer | None:
    """The only legal move, which needs no thought; None where there are several."""
    if len(position.legal) != 1:
        return None
    return Answer.of_move(position.game.word(position.state, position.legal[0]), charged=0.0)
