"""How long a search may take: a depth, a number of nodes, a time, or several of them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plies.errors import Refused

DEEPEST = 200


@dataclass(frozen=True)
class Limits:
    """None means no limit of that kind; at least one must be given.

    With `longest` the seconds are a plan: a clear move takes less, a move that is not settled up to so many seconds.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    longest: float | None = None

    def __post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.seconds is None:
            raise Refused("a search needs a limit: depth, nodes or seconds")
        if self.depth is not None and not 1 <= self.depth <= DEEPEST:
            raise Refused(f"depth={self.depth}: a depth is 1 to {DEEPEST} plies")
        if self.nodes is not None and self.nodes < 1:
            raise Refused(f"nodes={self.nodes}: at least one node is searched")
        if self.seconds is not None and not (math.isfinite(self.seconds) and 0 < self.seconds <= 1e6):
            raise Refused(f"seconds={self.seconds}: a time is more than 0 and at most a million seconds")
        if self.longest is not None and (self.seconds is None or not self.seconds <= self.longest <= 1e6):
            raise Refused(f"longest={self.longest}: it goes with seconds and is no less, and at most a million")

    @property
    def latest(self) -> float | None:
        """The seconds after which the search has ended in any case."""
        return self.seconds if self.longest is None else self.longest

    @property
    def deepest(self) -> int:
        return self.depth or DEEPEST
