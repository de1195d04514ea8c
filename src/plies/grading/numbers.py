"""The arithmetic of grading: means with intervals, paired differences, how well a number separates results.

`docs/grading.md` says what each of them means. Intervals of means on a grid (kept or not; 0, ½ or 1 point) are those of
tournaments (`arena/numbers/statistics.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from plies.arena.numbers.statistics import CONFIDENCE, mean_and_variance, score_intervals

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Mean:
    """A mean with its 95% interval."""

    value: float
    low: float
    high: float


def grid_means(rows: Sequence[Sequence[int]], low: float = 0.0, high: float = 1.0) -> list[Mean | None]:
    """For each row of counts on an even grid from `low` to `high` its mean; None where nothing was counted."""
    if not rows:
        return []
    bounds = score_intervals(np.array(rows, np.float64), CONFIDENCE)
    return [_grid_mean(row, tuple(map(float, pair)), low, high) for row, pair in zip(rows, bounds, strict=True)]


def _grid_mean(row: Sequence[int], bounds: tuple[float, ...], low: float, high: float) -> Mean | None:
    if not sum(row):
        return None
    score, _ = mean_and_variance(row)
    least, most = (0.0 if score == 0 else bounds[0]), (1.0 if score == 1 else bounds[1])
    return Mean(*(low + (high - low) * one for one in (score, least, most)))


def grid_counts(values: Sequence[float], low: float, step: float, size: int) -> list[int]:
    """How often each point of a grid occurs."""
    places = np.rint((np.asarray(values, np.float64) - low) / step).astype(np.int64)
    return [int(count) for count in np.bincount(places, minlength=size)]


def plain_mean(values: Sequence[float]) -> Mean | None:
    """The mean of numbers that are not on a grid, by the normal distribution; they are not negative."""
    if not values:
        return None
    sample = np.asarray(values, np.float64)
    half = _z() * float(sample.std(ddof=1)) / math.sqrt(len(sample)) if len(sample) > 1 else 0.0
    mean = float(sample.mean())
    return Mean(mean, max(0.0, mean - half), mean + half)


def _z() -> float:
    return NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


def mcnemar(only_one: int, only_other: int) -> float:
    """How likely two equal players would differ at least so much, from the cases in which just one of them was right:
    the exact test of McNemar."""
    total, least = only_one + only_other, min(only_one, only_other)
    logs = [math.lgamma(total + 1) - math.lgamma(k + 1) - math.lgamma(total - k + 1) for k in range(least + 1)]
    return min(1.0, 2 * math.fsum(math.exp(one - total * math.log(2)) for one in logs))


# -- how well a number separates results -----------------------------------------------------------------------------


def ranks(values: Numbers) -> Numbers:
    """The rank of each value among all, from 1; equal values share the mean of their ranks."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    found: Numbers = (last - (counts - 1) / 2)[place]
    return found


def area(values: Numbers, positive: NDArray[np.bool_]) -> Mean | None:
    """The area under the curve: how often a positive case has the larger number than one that is not, ties half. With
    the interval of DeLong; None unless there are both kinds."""
    yes, no = values[positive], values[~positive]
    if not len(yes) or not len(no):
        return None
    whole = ranks(values)
    above = (whole[positive] - ranks(yes)) / len(no)
    below = (whole[~positive] - ranks(no)) / len(yes)
    mean = float(above.mean())
    spread = sum(float(one.var(ddof=1)) / len(one) for one in (above, below) if len(one) > 1)
    half = _z() * math.sqrt(spread)
    return Mean(mean, max(0.0, mean - half), min(1.0, mean + half))


def separation(values: Numbers, classes: NDArray[np.int64]) -> float | None:
    """Of all pairs of cases with different results, the share in which the better one has the larger number, ties half.
    For two results it is the area under the curve; None where all results are alike."""
    right = pairs = 0.0
    for low in range(3):
        for high in range(low + 1, 3):
            chosen = (classes == low) | (classes == high)
            found = area(values[chosen], classes[chosen] == high)
            if found is not None:
                many = float((classes == low).sum()) * float((classes == high).sum())
                right, pairs = right + many * found.value, pairs + many
    return right / pairs if pairs else None


def confusion(values: Numbers, classes: NDArray[np.int64], cuts: tuple[float, float]) -> tuple[tuple[int, ...], ...]:
    """Counts by result (lost, drawn, won) and by what the number says: below a cut, between, above the other."""
    said = np.where(values < cuts[0], 0, np.where(values > cuts[1], 2, 1))
    counts = np.bincount(3 * classes + said, minlength=9).reshape(3, 3)
    return tuple(tuple(int(count) for count in row) for row in counts)


def best_cuts(values: Numbers, classes: NDArray[np.int64]) -> tuple[float, float]:
    """The two cuts that are right most often: lost below the first, won above the second, drawn between."""
    distinct, place = np.unique(values, return_inverse=True)
    counts = np.bincount(3 * place + classes, minlength=3 * len(distinct)).reshape(-1, 3)
    # lost, drawn and won among the first n distinct values
    lost, drawn, won = np.vstack([np.zeros((1, 3), np.int64), np.cumsum(counts, axis=0)]).T
    gain = np.maximum.accumulate(lost - drawn)
    upper = int(np.argmax(gain + drawn - won))
    lower = int(np.argmax((lost - drawn)[: upper + 1]))
    return _between(distinct, lower), _between(distinct, upper)


def _between(distinct: Numbers, count: int) -> float:
    """A cut above the first `count` values and below the others."""
    if count == 0:
        return float(distinct[0]) - 1.0
    if count == len(distinct):
        return float(distinct[-1]) + 1.0
    return float((distinct[count - 1] + distinct[count]) / 2)
