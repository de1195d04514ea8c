"""A stopping rule for a match of two players: the sequential probability ratio test on pairs of games.

Two hypotheses on the Elo difference are weighed, H0: `elo0` and H1: `elo1`. After each pair the logarithm of the
likelihood ratio is compared with two bounds; past the upper one H1 is taken, past the lower one H0. The likelihood of
a hypothesis is that of the likeliest pentanomial distribution with its score (the generalized test), so nothing is
assumed of draws or of how much openings decide.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from plies.arena.numbers.statistics import expected_score, likeliest
from plies.errors import Refused

if TYPE_CHECKING:
    from numpy.typing import NDArray

Decision = Literal["H0", "H1", "continue"]


@dataclass(frozen=True)
class SprtState:
    """Where a test stands: the logarithm of the likelihood ratio, its bounds, and the decision."""

    llr: float
    lower: float
    upper: float
    decision: Decision
    pairs: int


@dataclass(frozen=True)
class Sprt:
    """`alpha` is the risk of taking H1 where H0 is true, `beta` that of taking H0 where H1 is true."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not all(math.isfinite(value) for value in (self.elo0, self.elo1, self.alpha, self.beta)):
            raise Refused(f"sprt: elo0={self.elo0:g}, elo1={self.elo1:g}: all numbers of the rule must be finite")
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise Refused(
                f"sprt: elo0={self.elo0:g}, elo1={self.elo1:g}: elo0 is below elo1, both within -1000 to 1000"
            )
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < risk < 0.5:
                raise Refused(f"sprt: {name}={risk:g}: a risk lies between 0 and 0.5")

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def ratios(self, table: NDArray[np.float64]) -> NDArray[np.float64]:
        """The logarithms of the likelihood ratio for many rows of counts."""
        under_0 = likeliest(table, expected_score(self.elo0))
        under_1 = likeliest(table, expected_score(self.elo1))
        seen = table > 0
        weighed = np.where(seen, np.log(np.where(seen, under_1, 1.0) / np.where(seen, under_0, 1.0)), 0.0)
        ratios: NDArray[np.float64] = (table * weighed).sum(axis=1)
        return ratios

    def state(self, pentanomial: Sequence[int]) -> SprtState:
        """Where the test stands after these pairs (counts by points 0, ½, 1, 1½, 2 of the player under test); counts
        of single games as (lost, drawn, won) are taken too."""
        pairs = sum(pentanomial)
        llr = float(self.ratios(np.array([pentanomial], dtype=np.float64))[0]) if pairs else 0.0
        decision: Decision = "H1" if llr >= self.upper else "H0" if llr <= self.lower else "continue"
        return SprtState(llr, self.lower, self.upper, decision, pairs)
