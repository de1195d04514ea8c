"""The four caches of the textbook search, asked on entering a node and told on leaving it.

none               nothing is kept
window-published   as the checkers notes have it: a position's value with the α and β it was searched with, used when
                   both match. The depth is not compared, so a shallow value may answer a deeper question.
window             the same with the depth compared
bounds             what is known of a position at a depth: a lower and an upper bound, used when they decide the window

Where a position already on the way from the root counts as a draw (or is skipped, by the path rule), a value belongs
to the way there as well as to the position: the graph-history interaction. `window` and `bounds` therefore keep with
each answer the positions that its search met (`asked`) and which of those lay on the way above (`met`). Below another
way the same search would go the same way, move for move, exactly if that way meets the same ones; only then is the
answer used. `window-published` does not look.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, Protocol

from plies.errors import UnknownName

Bound = Literal["exact", "lower", "upper"]
#: the best line found: a move and the line after it, or None at its end
Line = tuple[int, Any] | None


class Question(NamedTuple):
    """What a node is asked: its position, how deep to look, and the plies without progress if they can matter."""

    node: Any
    depth: int
    quiet: int


class Answer(NamedTuple):
    """What a search of a node found. `asked` are the positions it met below, as far as moves can be taken back."""

    value: float
    bound: Bound
    line: Line
    asked: set[Any]


class Cache(Protocol):
    def probe(self, question: Question, alpha: float, beta: float, way: Iterable[Any]) -> Answer | None:
        """An answer that serves, or None. `way` are the positions from the root to here, without this one."""

    def store(self, question: Question, alpha: float, beta: float, way: Iterable[Any], answer: Answer) -> None: ...


class NoCache:
    """Keeps nothing."""

    def probe(self, question: Question, alpha: float, beta: float, way: Iterable[Any]) -> Answer | None:
        return None

    def store(self, question: Question, alpha: float, beta: float, way: Iterable[Any], answer: Answer) -> None:
        pass


class PublishedWindowCache:
    """A dictionary from a position to its value and window. Neither the depth nor the way there is compared."""

    def __init__(self) -> None:
        self._known: dict[Any, tuple[float, float, Answer]] = {}

    def probe(self, question: Question, alpha: float, beta: float, way: Iterable[Any]) -> Answer | None:
        known = self._known.get(question.node)
        return known[2] if known is not None and known[:2] == (alpha, beta) else None

    def store(self, question: Question, alpha: float, beta: float, way: Iterable[Any], answer: Answer) -> None:
        self._known[question.node] = (alpha, beta, answer)


class WindowCache:
    """The same dictionary with the depth and the way there compared as well."""

    def __init__(self) -> None:
        self._known: dict[Any, tuple[Question, float, float, set[Any], Answer]] = {}

    def probe(self, question: Question, alpha: float, beta: float, way: Iterable[Any]) -> Answer | None:
        known = self._known.get(question.node)
        if known is None or known[:3] != (question, alpha, beta):
            return None
        met, answer = known[3:]
        return answer if met == met_on(way, answer.asked) else None

    def store(self, question: Question, alpha: float, beta: float, way: Iterable[Any], answer: Answer) -> None:
        self._known[question.node] = (question, alpha, beta, met_on(way, answer.asked), answer)


class _Bounds(NamedTuple):
    lower: float
    upper: float
    line: Line
    asked: set[Any]
    met: set[Any]


class BoundsCache:
    """Lower and upper bounds by position and depth. A fixed depth must match: deeper values are other values."""

    def __init__(self) -> None:
        self._known: dict[Question, _Bounds] = {}

    def probe(self, question: Question, alpha: float, beta: float, way: Iterable[Any]) -> Answer | None:
        known = self._known.get(question)
        if known is None or known.met != met_on(way, known.asked):
            return None
        if known.lower == known.upper:
            return Answer(known.lower, "exact", known.line, known.asked)
        if known.lower >= beta:
            return Answer(known.lower, "lower", known.line, known.asked)
        if known.upper <= alpha:
            return Answer(known.upper, "upper", known.line, known.asked)
        return None

    def store(self, question: Question, alpha: float, beta: float, way: Iterable[Any], answer: Answer) -> None:
        lower = float("-inf") if answer.bound == "upper" else answer.value
        upper = float("inf") if answer.bound == "lower" else answer.value
        line, asked = answer.line, answer.asked
        old = self._known.get(question)
        if old is not None and old.met == met_on(way, old.asked):  # both hold on this way: keep what both say
            lower, upper, line = max(lower, old.lower), min(upper, old.upper), line or old.line
            asked = asked | old.asked
        self._known[question] = _Bounds(lower, upper, line, asked, met_on(way, asked))


def met_on(way: Iterable[Any], asked: set[Any]) -> set[Any]:
    """Those positions on the way that the search below asked about."""
    return {node for node in way if node in asked} if asked else asked


CACHES: dict[str, type[NoCache | PublishedWindowCache | WindowCache | BoundsCache]] = {
    "none": NoCache,
    "window-published": PublishedWindowCache,
    "window": WindowCache,
    "bounds": BoundsCache,
}


def new_cache(name: str) -> Cache:
    if name not in CACHES:
        raise UnknownName(f"no cache {name!r}; known: {', '.join(CACHES)}")
    return CACHES[name]()
