"""Bounds for players that won, or lost, every game against the rated ones.

No number is the likeliest for them: the further away, the likelier is what happened. What can be said is how weak a
winner would have to be for such a sweep to have a chance of 2.5%. A pair counts as one game, since its games may decide
each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from plies.arena.numbers.score_model import FIRST, LONE, POINTS, Games, Rates
from plies.arena.numbers.statistics import ELO

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Places = NDArray[np.intp]


def sweep_bounds(games: Games, rates: Rates, confidence: float) -> tuple[Array, Array]:
    """The bounds by tournament and player, NaN for the others; and whether the player won (1) or lost (−1)."""
    of_a, of_b = (_against_rated(games, rates, turned) for turned in (False, True))
    score = of_a.summed(of_a.points) + of_b.summed(of_b.points)
    total = of_a.summed(of_a.games) + of_b.summed(of_b.games)
    won = np.isclose(score, total)
    sign = np.where(won, 1.0, -1.0)
    low, high = np.full(total.shape, -60.0), np.full(total.shape, 60.0)
    for _ in range(60):
        middle = (low + high) / 2
        unlikely = of_a.surprise(middle, sign) + of_b.surprise(middle, sign)
        further = sign * (0.5 * unlikely + np.log((1 - confidence) / 2)) > 0
        low, high = np.where(further, middle, low), np.where(further, high, middle)
    swept = (total > 0) & (won | (score == 0))
    return np.where(~rates.rated & swept, ELO * low, np.nan), sign


@dataclass(frozen=True)
class _View:
    """The games of players that are not rated against those that are, by tournament, match and kind."""

    own: Places
    players: int
    games: Array
    points: Array
    #: the strength at which each game would be even
    against: Array

    def summed(self, values: Array) -> Array:
        """By player."""
        found: Array = values.sum(axis=2) @ np.eye(self.players)[self.own]
        return found

    def surprise(self, strengths: Array, sign: Array) -> Array:
        """Minus the logarithm of the chance that a player wins (sign 1) or loses (sign −1) all its games."""
        ahead = sign[:, self.own, None] * (strengths[:, self.own, None] - self.against)
        return self.summed(self.games * np.logaddexp(0.0, -ahead))


def _against_rated(games: Games, rates: Rates, turned: bool) -> _View:
    """From the view of `a` of each match, or of `b`."""
    own, other = (games.b, games.a) if turned else (games.a, games.b)
    counts = games.only(rates.rated[:, other] & ~rates.rated[:, own]).counts()
    points = counts @ (POINTS[::-1] if turned else POINTS)
    first = rates.first_move[:, games.board, None] * LONE * (-FIRST if turned else FIRST)
    return _View(own, games.players, counts.sum(axis=3), points, (rates.ratings[:, other, None] - first) / ELO)
