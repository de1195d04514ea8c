"""What a textbook search gives: an Answer with what the value is a bound of, and the recorded tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from plies.search.answer import Answer, Counters
from plies.search.textbook.caches import Bound
from plies.search.textbook.trace import Trace


@dataclass(slots=True)
class Counts:
    """What a search has done so far. Every node is searched further, or a leaf, or answered by the cache."""

    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    first_cutoffs: int = 0
    hits: int = 0

    @staticmethod
    def of(answer: Answer) -> Counts:
        """The counts of a search that is done."""
        did = answer.counters
        return Counts(answer.nodes, did.leaves or 0, did.cutoffs or 0, did.first_move_cutoffs or 0, did.table_hits or 0)

    @property
    def counters(self) -> Counters:
        return Counters(self.leaves, self.cutoffs, self.first_cutoffs, self.hits)


@dataclass(frozen=True)
class TextbookAnswer(Answer):
    """What a textbook search found. It has one line, with an empty move where there is none to make."""

    bound: Bound = "exact"
    trace: Trace | None = field(default=None, repr=False, compare=False)

    @property
    def value(self) -> float:
        value = self.lines[0].value
        assert value is not None  # a textbook search always has one
        return value
