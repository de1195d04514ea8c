"""One node of a recorded search, as `Trace` gives it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from math import isfinite
from typing import Any, Literal

from plies.search.textbook.caches import Bound
from plies.values import plain

#: why a node was given its value: its children were searched, the game is over, the depth was used up, the position
#: was on the path already, too many plies without progress, or the cache knew
Reason = Literal["searched", "over", "horizon", "repetition", "progress", "cache"]
REASONS: tuple[Reason, ...] = ("searched", "over", "horizon", "repetition", "progress", "cache")
BOUNDS: tuple[Bound, ...] = ("exact", "lower", "upper")
OTHER_SIDE: dict[Bound, Bound] = {"exact": "exact", "lower": "upper", "upper": "lower"}


@dataclass(frozen=True, slots=True)
class TraceNode:
    """One node: the window on entry, what it returned, and what was left out. Values are the mover's at the node.

    The value of a node that has not returned yet is not a number.
    """

    id: int
    parent: int | None
    ply: int
    #: the move that led here, as a word; empty at the root
    word: str
    alpha: float
    beta: float
    value: float
    bound: Bound
    reason: Reason
    #: whether the last of the children cut off the rest
    cut: bool
    children: tuple[int, ...]
    #: moves not visited because of the cut-off, and because of the path rule
    unvisited: tuple[str, ...]
    skipped: tuple[str, ...]

    @property
    def hit(self) -> bool:
        return self.reason == "cache"

    def for_root(self) -> TraceNode:
        """The same node with window, value and bound as the side to move at the root sees them."""
        if self.ply % 2 == 0:
            return self
        return replace(self, alpha=-self.beta, beta=-self.alpha, value=0.0 - self.value, bound=OTHER_SIDE[self.bound])

    def as_dict(self) -> dict[str, Any]:
        """For JSON, which has finite numbers only: the others become words such as "inf" and "-inf"."""
        found = asdict(self)
        for name in ("alpha", "beta", "value"):
            if not isfinite(found[name]):
                found[name] = str(found[name])
        return found

    def draw(self) -> str:
        """The node in one line, indented by its ply."""
        sign = {"exact": "=", "lower": "≥", "upper": "≤"}[self.bound]
        alpha, beta, value = (plain(number) for number in (self.alpha, self.beta, self.value))
        line = f"{'  ' * self.ply}{self.word or 'root'}  [{alpha}, {beta}]  {sign} {value}"
        if self.reason not in ("searched", "over", "horizon"):
            line += f"  ({self.reason})"
        if self.cut:
            line += "  cut off" + (f" before {' '.join(self.unvisited)}" if self.unvisited else "")
        if self.skipped:
            line += f"  skips {' '.join(self.skipped)}"
        return line
