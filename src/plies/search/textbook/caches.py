"""The caches of the textbook search: probed on entering a node, stored to on leaving it. `CACHES` lists them.

A further cache is one class with `probe` and `store`, and one entry in `CACHES`.

Where a position already on the path from the root counts as a draw (or is skipped, by the path rule), a value belongs
to the path as well as to the position: the graph-history interaction. `window` and `bounds` therefore keep with each
result the positions that its search met (`asked`) and which of those lay on the path above (`met`). Below another path
the search would make the same moves exactly if that path meets the same positions; only then is the result used.
`window-published` does not compare paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

from plies.errors import UnknownName, near

Bound = Literal["exact", "lower", "upper"]
#: the best line found: a move and the chain after it, or None at its end
Chain = tuple[int, Any] | None


class Question(NamedTuple):
    """What a node is asked: its position, how deep to look, and the plies without progress if they can matter."""

    node: Any
    depth: int
    quiet: int


class Known(NamedTuple):
    """What the search of a node found. `asked` are the positions it met below, as far as moves can be taken back."""

    value: float
    bound: Bound
    line: Chain
    asked: set[Any]


class Cache(Protocol):
    def probe(self, question: Question, alpha: float, beta: float, path: Iterable[Any]) -> Known | None:
        """What serves as an answer, or None. `path` are the positions from the root to here, without this one."""

    def store(self, question: Question, alpha: float, beta: float, path: Iterable[Any], known: Known) -> None: ...


class NoCache:
    """Keeps nothing."""

    def probe(self, question: Question, alpha: float, beta: float, path: Iterable[Any]) -> Known | None:
        return None

    def store(self, question: Question, alpha: float, beta: float, path: Iterable[Any], known: Known) -> None:
        pass


class PublishedWindowCache:
    """A dictionary from a position to its value and window. Neither the depth nor the path is compared."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[float, float, Known]] = {}

    def probe(self, question: Question, alpha: float, beta: float, path: Iterable[Any]) -> Known | None:
        kept = self._kept.get(question.node)
        return kept[2] if kept is not None and kept[:2] == (alpha, beta) else None

    def store(self, question: Question, alpha: float, beta: float, path: Iterable[Any], known: Known) -> None:
        self._kept[question.node] = (alpha, beta, known)


class WindowCache:
    """The same dictionary with the depth and the path compared as well."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[Question, float, float, set[Any], Known]] = {}

    def probe(self, question: Question, alpha: float, beta: float, path: Iterable[Any]) -> Known | None:
        kept = self._kept.get(question.node)
        if kept is None or kept[:3] != (question, alpha, beta):
            return None
        met, known = kept[3:]
        return known if met == met_on(path, known.asked) else None

    def store(self, question: Question, alpha: float, beta: float, path: Iterable[Any], known: Known) -> None:
        self._kept[question.node] = (question, alpha, beta, met_on(path, known.asked), known)


class _Bounds(NamedTuple):
    lower: float
    upper: float
    line: Chain
    asked: set[Any]
    met: set[Any]


class BoundsCache:
    """Lower and upper bounds by position and depth. A fixed depth must match: deeper values are other values."""

    def __init__(self) -> None:
        self._kept: dict[Question, _Bounds] = {}

    def probe(self, question: Question, alpha: float, beta: float, path: Iterable[Any]) -> Known | None:
        kept = self._kept.get(question)
        if kept is None or kept.met != met_on(path, kept.asked):
            return None
        if kept.lower == kept.upper:
            return Known(kept.lower, "exact", kept.line, kept.asked)
        if kept.lower >= beta:
            return Known(kept.lower, "lower", kept.line, kept.asked)
        if kept.upper <= alpha:
            return Known(kept.upper, "upper", kept.line, kept.asked)
        return None

    def store(self, question: Question, alpha: float, beta: float, path: Iterable[Any], known: Known) -> None:
        lower = float("-inf") if known.bound == "upper" else known.value
        upper = float("inf") if known.bound == "lower" else known.value
        line, asked = known.line, known.asked
        old = self._kept.get(question)
        if old is not None and old.met == met_on(path, old.asked):  # both hold on this path: keep both bounds
            lower, upper, line = max(lower, old.lower), min(upper, old.upper), line or old.line
            asked = asked | old.asked
        self._kept[question] = _Bounds(lower, upper, line, asked, met_on(path, asked))


def met_on(path: Iterable[Any], asked: set[Any]) -> set[Any]:
    """Those positions on the path that the search below asked about."""
    return {node for node in path if node in asked} if asked else asked


@dataclass(frozen=True)
class CacheKind:
    """A cache by name: what it keeps, in one sentence, and how a search gets a new one."""

    name: str
    description: str
    make: Callable[[], Cache]
    #: whether it compares the path to a position, for which the search must note the positions that it meets
    compares_way: bool = True
    #: whether a search that keeps alpha-beta's contract (`algorithms.py`) still keeps it with this cache
    keeps_contract: bool = True


CACHES: dict[str, CacheKind] = {
    one.name: one
    for one in (
        CacheKind("none", "Nothing is kept.", NoCache, compares_way=False),
        CacheKind(
            "window-published",
            "As the checkers notes have it: a value is used again for the same window at any depth, and can be wrong.",
            PublishedWindowCache,
            compares_way=False,
            keeps_contract=False,
        ),
        CacheKind("window", "A value is used again for the same window and depth.", WindowCache),
        CacheKind("bounds", "A lower and an upper bound for a position and depth decide later windows.", BoundsCache),
    )
}


def find_cache(name: str) -> CacheKind:
    if name not in CACHES:
        raise UnknownName(f"no cache {name!r}{near(name, CACHES)}; known: {', '.join(CACHES)}")
    return CACHES[name]
