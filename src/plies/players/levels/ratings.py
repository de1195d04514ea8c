"""Ratings of levels above the lowest one, from the matches of neighbours.

The differences add up; the matches are independent, so the distances to the ends of their intervals add up as squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from plies.players.levels.measured import Step


@dataclass(frozen=True)
class LevelRating:
    """Elo above the lowest level, which has 0, with the ends of a 95% interval and the games of the own match.

    After a match without a lost point there is no rating, and no upper end, from that level on.
    """

    elo: float | None
    low: float
    high: float | None
    games: int


def ratings(steps: Iterable[Step]) -> Iterator[tuple[str, LevelRating]]:
    """The ratings of the levels by name, the lowest first; nothing from a level on that has no lower end."""
    elo, below, above, is_open = 0.0, 0.0, 0.0, False
    for step in steps:
        if step.low is None:
            return
        is_open |= step.elo is None or step.high is None
        elo += step.low if step.elo is None else step.elo
        below += 0.0 if step.elo is None else (step.elo - step.low) ** 2
        above += 0.0 if step.elo is None or step.high is None else (step.high - step.elo) ** 2
        low, high = elo - math.sqrt(below), elo + math.sqrt(above)
        yield step.name, LevelRating(None if is_open else elo, low, None if is_open else high, step.games)
