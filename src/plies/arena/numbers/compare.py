"""The same players under two limits: equal time beside equal nodes, or one clock beside another.

A heuristic that costs more per position gains when nodes are what is equal. Two groups of players are matched by what
they are apart from their limits, each group is rated by the games inside it, and the difference is what the limit is
worth to each player. The groups come from one tournament (`limits_compared`) or from two (`runs_compared`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from plies.arena.numbers.ratings import Match, fit
from plies.arena.numbers.results import Comparison, Gain, Rated
from plies.arena.numbers.statistics import CONFIDENCE

if TYPE_CHECKING:
    from plies.arena.numbers.standings import Scoreboard


class Group(NamedTuple):
    """Players under one limit: a label, their games, and what each of them is apart from its limit."""

    label: str
    matches: Sequence[Match]
    bases: dict[str, str]


def limits_compared(table: Scoreboard, confidence: float = CONFIDENCE) -> list[Comparison]:
    """Within one tournament: each limit that at least two players share, beside the first of them."""
    groups: dict[str, dict[str, str]] = {}
    for name, about in table.players.items():
        if about.limits:
            groups.setdefault(about.limits, {})[name] = about.base
    order = {"time": 0, "nodes": 1, "depth": 2}
    kinds = {about.limits: order.get(about.equal, 3) for about in table.players.values()}
    labels = sorted(groups, key=lambda label: kinds[label])
    grouped = [Group(label, table.matches(), groups[label]) for label in labels if len(groups[label]) > 1]
    made = [compared(grouped[0], group, confidence) for group in grouped[1:]]
    return [comparison for comparison in made if comparison.rows]


def runs_compared(
    one: Scoreboard, other: Scoreboard, labels: tuple[str, str] | None = None, confidence: float = CONFIDENCE
) -> Comparison:
    """Between two tournaments with the same players under different limits, which are the labels if none are given."""
    labels = labels or (_limits(one), _limits(other))
    groups = [
        Group(label, table.matches(), {name: about.base for name, about in table.players.items()})
        for label, table in zip(labels, (one, other), strict=True)
    ]
    return compared(groups[0], groups[1], confidence)


def _limits(table: Scoreboard) -> str:
    """The limits of a tournament's players, each once."""
    return " and ".join(dict.fromkeys(about.limits for about in table.players.values() if about.limits)) or "–"


def compared(one: Group, other: Group, confidence: float = CONFIDENCE) -> Comparison:
    """Rows for the players that are in both groups, each rated among those."""
    common = {base for base in one.bases.values() if base in other.bases.values()}
    while True:  # one that is not rated in both groups would shift the mean of one of them
        first, second = (_rated(group, common, confidence) for group in (one, other))
        if first.keys() == second.keys():
            break
        common = first.keys() & second.keys()
    rows = []
    for base, before in first.items():
        after = second[base]
        gain_error = math.hypot(before.error, after.error)  # no game is in both groups
        rows.append(Gain(base, (before, after), after.rating - before.rating, gain_error))
    return Comparison((one.label, other.label), tuple(rows))


def _rated(group: Group, common: Set[str], confidence: float) -> dict[str, Rated]:
    """Ratings by base from the games among the common players; of two players with one base the first is meant."""
    chosen: dict[str, str] = {}
    for name, base in group.bases.items():
        if base in common and base not in chosen.values():
            chosen[name] = base
    among = [match for match in group.matches if match.a in chosen and match.b in chosen]
    if not among:
        return {}
    return {
        chosen[one.name]: Rated(one.name, one.rating, one.error)
        for one in fit(among, confidence=confidence).players
        if one.rating is not None and one.error is not None
    }
