"""Who counted a player's nodes, and whether its processor time fits them.

Nodes that a player's own code counts are only its word. Processor time is measured from outside, so the two can be
compared: processor time per reported node does not fit when

- it is shorter than FASTEST, which is less than a node of hand-written C takes, or
- it is longer than SLOWEST, which is more than a node of a slow heuristic in Python takes, or
- it is more than TIMES as long as the median of the other players on the same board whose nodes are reported, too.

A mark is no verdict: a heuristic may be that slow. It says that the nodes are no measure of what the player did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median

#: seconds of processor time for a node: hand-written C takes 17 ns; a heuristic in Python 2 µs to 0.2 ms
FASTEST, SLOWEST = 5e-9, 1e-3
TIMES = 10.0


@dataclass(frozen=True)
class Counted:
    """Who counted a player's nodes. `reported`: its own code did, in `processor_a_node` seconds each (None: unknown);
    `of_others` is the median of the others of its kind, and `fits` whether that can be (None: nothing to compare)."""

    reported: bool = False
    processor_a_node: float | None = None
    of_others: float | None = None
    fits: bool | None = None


BY_PLIES = Counted()


def judged(costs: Mapping[str, float | None]) -> dict[str, Counted]:
    """The players of one board whose nodes are reported, from what a node costs each of them."""
    known = {name: cost for name, cost in costs.items() if cost is not None}
    made = {}
    for name in costs:
        others = [cost for other, cost in known.items() if other != name]
        middle = median(others) if others else None
        cost = known.get(name)
        made[name] = Counted(True, cost, middle, None if cost is None else _fits(cost, middle))
    return made


def _fits(cost: float, of_others: float | None) -> bool:
    return FASTEST <= cost <= SLOWEST and (of_others is None or cost <= TIMES * of_others)


def worst(boards: Iterable[Counted]) -> Counted:
    """A player over all boards: where it fits least."""
    found = list(boards)
    for wanted in (False, True, None):
        for one in found:
            if one.reported and one.fits is wanted:
                return one
    return BY_PLIES
