"""A trace that arrives in chunks is the trace that was recorded, and can be walked all the time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from plies.search.textbook import Trace
from plies.search.textbook.caches import Bound
from plies.search.textbook.chunks import ChunkWriter, add_chunk
from plies.search.textbook.trace_node import Reason
from tests.search.textbook.recorded_searches import SEARCHES, RecordedSearch


class Sender:
    """A recorder that hands over a chunk every so many nodes, and checks what has arrived."""

    def __init__(self, search: RecordedSearch, every: int) -> None:
        self.sent, self.arrived, self.every = Trace(search.tree()), Trace(search.tree()), every
        self.writer = ChunkWriter(self.sent)

    def enter(self, move: int, alpha: float, beta: float) -> None:
        if len(self.sent) % self.every == 0:
            self.hand_over()
        self.sent.enter(move, alpha, beta)

    def hand_over(self) -> None:
        add_chunk(self.arrived, self.writer.take())
        assert self.arrived.open == self.sent.open
        assert self.arrived.columns.size == self.sent.columns.size
        assert self.arrived.columns.children == self.sent.columns.children
        assert self.arrived.steps == self.sent.steps

    def leave(self, value: float, bound: Bound, reason: Reason) -> None:
        self.sent.leave(value, bound, reason)

    def cut(self, unvisited: Sequence[int]) -> None:
        self.sent.cut(unvisited)

    def skip(self, moves: Sequence[int]) -> None:
        self.sent.skip(moves)


@pytest.mark.parametrize("every", [1, 3, 50, 10_000])
@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_what_arrives_is_what_was_recorded(search: RecordedSearch, every: int) -> None:
    sender = Sender(search, every)
    search.run(sender)
    sender.hand_over()
    sender.hand_over()  # nothing is new
    assert len(sender.arrived) == len(sender.sent) > 7
    assert sender.arrived.columns == sender.sent.columns
    assert (sender.arrived.cuts, sender.arrived.skips) == (sender.sent.cuts, sender.sent.skips)
    assert list(sender.arrived.walk()) == list(sender.sent.walk())
