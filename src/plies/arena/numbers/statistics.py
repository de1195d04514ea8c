"""Statistics of a match between two players: score, Elo difference with an interval, likelihood of superiority.

Everything is computed from counts. The two games of a pair share their opening and are not independent, so the unit is
the pair: a pentanomial counts the pairs in which a player made 0, ½, 1, 1½ or 2 points. The same functions take counts
of single games (lost, drawn, won) where there are no pairs: any number of counts is read as an even grid of scores from
0 to 1. `docs/statistics.md` has the formulas and what was measured.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Elo points in a unit of the natural logarithm of the odds
ELO = 400 / math.log(10)
#: normalized Elo of one standard deviation of a game
NORMALIZED = 800 / math.log(10)
#: what an end of the grid that was never seen counts for, so that mass may be put there; far below what can be noticed
UNSEEN = 1e-9
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """What counts show of the difference between two players. None stands where a number would be infinite: the Elo of
    a score of 0 or 1, and the open side of its interval; or where nothing was played."""

    #: pairs, or games where there are no pairs
    samples: int
    score: float | None = None
    score_low: float = 0.0
    score_high: float = 1.0
    elo: float | None = None
    elo_low: float | None = None
    elo_high: float | None = None
    normalized_elo: float | None = None
    #: how likely the counts make it that the player is the better one
    superiority: float = 0.5


def expected_score(elo: float) -> float:
    """The score that an Elo difference stands for."""
    return 1 / (1 + math.exp(-elo / ELO))


def elo_of(score: float) -> float | None:
    """The Elo difference that a score stands for; None for 0 and 1, where it is infinite."""
    return ELO * math.log(score / (1 - score)) if 0 < score < 1 else None


def mean_and_variance(counts: Sequence[int]) -> tuple[float, float]:
    """Mean and variance of the scores, a score being the share of the points of a pair or a game."""
    scores = _grid(len(counts))
    total = sum(counts)
    mean = sum(n * x for n, x in zip(counts, scores, strict=True)) / total
    return mean, sum(n * (x - mean) ** 2 for n, x in zip(counts, scores, strict=True)) / total


def normalized_elo(counts: Sequence[int]) -> float | None:
    """The difference in standard deviations of a game, scaled like Elo: what decides how many games a test needs."""
    mean, variance = mean_and_variance(counts)
    games = (len(counts) - 1) / 2  # 2 for pairs, 1 for games: the variance of a pair's mean is half that of a game's
    return NORMALIZED * (mean - 0.5) / math.sqrt(games * variance) if variance > 0 else None


def score_intervals(table: NDArray[np.float64], confidence: float = CONFIDENCE) -> NDArray[np.float64]:
    """Intervals for the expected score, for many rows of counts at once: an array of (low, high).

    The interval has all means μ that n (mean − μ)² ≤ z² σ²(μ) allows, where σ²(μ) is the variance of the likeliest
    distribution on the grid that has the mean μ. For two counts this is Wilson's interval. It needs no variance in the
    counts: a row of wins has a lower bound below 1.
    """
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    high = _upper_bounds(table, z)
    low = 1 - _upper_bounds(table[:, ::-1], z)
    return np.stack([low, high], axis=1)


def _upper_bounds(table: NDArray[np.float64], z: float) -> NDArray[np.float64]:
    """Halving in the logarithm of the odds of the tilt, along which the mean rises from that of the counts to 1."""
    scores = np.array(_grid(table.shape[1]))
    total = table.sum(axis=1)
    mean = table @ scores / np.maximum(total, 1)
    seen = with_ends(table)
    inside, outside = np.zeros(len(table)), np.full(len(table), -60.0)
    for _ in range(60):
        middle = (inside + outside) / 2
        share, tilted = _tilted(seen, scores, middle)
        variance = share @ scores**2 - tilted**2
        allowed = total * (tilted - mean) ** 2 <= z * z * variance
        inside, outside = np.where(allowed, middle, inside), np.where(allowed, outside, middle)
    bound: NDArray[np.float64] = np.where(total > 0, tilted, 1.0)
    return bound


def with_ends(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The counts with a trace of mass at scores 0 and 1, so that every mean between them can be reached."""
    seen = table.astype(np.float64)
    seen[:, [0, -1]] = np.maximum(seen[:, [0, -1]], UNSEEN)
    return seen


def _tilted(
    seen: NDArray[np.float64], scores: NDArray[np.float64], odds: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of all distributions with one mean the likeliest has p ∝ counts / (1 − t + (2t − 1) score) with t in (0, 1);
    it and its mean, with t given by the logarithm of its odds. The mean falls as t rises, and t = ½ is the counts."""
    share = seen / _weights(scores, odds)
    share /= share.sum(axis=1, keepdims=True)
    return share, share @ scores


def _weights(scores: NDArray[np.float64], odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """(1 − t)(1 − score) + t score, without loss where t or 1 − t is tiny."""
    weights: NDArray[np.float64] = (1 - scores) / (1 + np.exp(odds))[:, None] + scores / (1 + np.exp(-odds))[:, None]
    return weights


def likeliest(table: NDArray[np.float64], mean: float) -> NDArray[np.float64]:
    """For each row of counts the likeliest distribution with the mean: Newton's method between two bounds."""
    seen = with_ends(table)
    scores = np.array(_grid(table.shape[1]))
    low, high, odds = np.full(len(seen), -60.0), np.full(len(seen), 60.0), np.zeros(len(seen))
    found = np.empty_like(seen)
    rows = np.arange(len(seen))
    for _ in range(100):
        share, tilted = _tilted(seen, scores, odds)
        excess = tilted - mean
        found[rows] = share
        open_ = np.abs(excess) > 1e-11
        if not open_.any():
            break
        if open_.sum() < 0.7 * len(rows):  # most are done: continue with the others
            rows, seen, share, low, high = rows[open_], seen[open_], share[open_], low[open_], high[open_]
            odds, tilted, excess = odds[open_], tilted[open_], excess[open_]
        low, high = np.where(excess > 0, odds, low), np.where(excess < 0, odds, high)
        pull = (2 * scores - 1) / _weights(scores, odds) / (2 + np.exp(odds) + np.exp(-odds))[:, None]
        slope = (share * pull * (scores - tilted[:, None])).sum(axis=1)
        step = odds + excess / np.maximum(slope, 1e-300)
        odds = np.where((step > low) & (step < high), step, (low + high) / 2)
    return found


def superiorities(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The likelihood of superiority Φ(√n (mean − ½) / σ(½)), for many rows of counts. For counts of games this is the
    usual Φ((won − lost) / √(won + lost))."""
    scores = np.array(_grid(table.shape[1]))
    total = table.sum(axis=1)
    mean = table @ scores / np.maximum(total, 1)
    deviation = np.sqrt(likeliest(table, 0.5) @ (scores - 0.5) ** 2)
    signal = np.sqrt(total) * (mean - 0.5) / np.maximum(deviation, 1e-12)
    normal = NormalDist()
    return np.array([normal.cdf(value) if played else 0.5 for value, played in zip(signal, total > 0, strict=True)])


def estimates(rows: Sequence[Sequence[int]], confidence: float = CONFIDENCE) -> list[Estimate]:
    """The statistics of each row of counts. Rows are pentanomials, or counts of games as (lost, drawn, won)."""
    if not rows:
        return []
    table = np.array(rows, dtype=np.float64)
    intervals, better = score_intervals(table, confidence), superiorities(table)
    return [
        _estimate(row, float(low), float(high), float(share))
        for row, (low, high), share in zip(rows, intervals, better, strict=True)
    ]


def estimate(counts: Sequence[int], confidence: float = CONFIDENCE) -> Estimate:
    """The statistics of one row of counts."""
    return estimates([counts], confidence)[0]


def _estimate(counts: Sequence[int], low: float, high: float, superiority: float) -> Estimate:
    total = sum(counts)
    if total == 0:
        return Estimate(samples=0)
    score, _ = mean_and_variance(counts)
    low, high = (0.0 if score == 0 else low), (1.0 if score == 1 else high)
    return Estimate(
        samples=total,
        score=score,
        score_low=low,
        score_high=high,
        elo=elo_of(score),
        elo_low=elo_of(low),
        elo_high=elo_of(high),
        normalized_elo=normalized_elo(counts),
        superiority=superiority,
    )


def _grid(size: int) -> list[float]:
    return [index / (size - 1) for index in range(size)]
