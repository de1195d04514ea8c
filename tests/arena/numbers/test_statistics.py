"""Scores, Elo and intervals: published values, the edges, and coverage in simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from plies.arena.numbers import statistics as s

#: the unit tests of fastchess (app/tests/elo_test.cpp), which print what it prints under a match: pentanomial, Elo,
#: normalized Elo, half the width of its interval. Its six counts tell won-lost from drawn-drawn; ours add them.
FASTCHESS = [
    ((34, 54, 31 + 32, 64, 75), 55.58, 57.94, 27.65),
    ((332, 433, 457 + 41, 333, 334), -8.64, -9.17, 10.33),
    ((7895, 8757, 5485 + 200, 568, 9999), -21.04, -19.01, 2.95),
]


@pytest.mark.parametrize(("counts", "elo", "normalized", "error"), FASTCHESS)
def test_pairs_as_fastchess_counts_them(counts: tuple[int, ...], elo: float, normalized: float, error: float) -> None:
    found = s.estimate(counts)
    assert found.elo == pytest.approx(elo, abs=0.006)
    assert found.normalized_elo == pytest.approx(normalized, abs=0.006)
    assert found.elo_low is not None
    assert found.elo_high is not None
    # fastchess has the plain interval mean ± 1.96 standard errors; with so many pairs ours is within 1% of its width
    assert (found.elo_high - found.elo_low) / 2 == pytest.approx(error, rel=0.01)


@pytest.mark.parametrize(
    ("counts", "normalized", "superiority"), [((89, 123, 76), -20.76, 0.1553), ((96, 111, 136), 49.77, 0.9960)]
)
def test_single_games_as_fastchess_counts_them(counts: tuple[int, ...], normalized: float, superiority: float) -> None:
    """The same file's cases of games lost, drawn, won. Its superiority takes the observed variance, ours that of
    equal players, so they differ in the third digit."""
    found = s.estimate(counts)
    assert found.normalized_elo == pytest.approx(normalized, abs=0.006)
    assert found.superiority == pytest.approx(superiority, abs=0.001)


@pytest.mark.parametrize(("lost", "drawn", "won"), [(3, 10, 9), (0, 4, 2), (20, 1, 5), (7, 0, 7)])
def test_superiority_of_games_is_the_usual_formula(lost: int, drawn: int, won: int) -> None:
    """½ (1 + erf((won − lost) / √(2 won + 2 lost))), as the Chess Programming Wiki has it under Match Statistics."""
    usual = 0.5 * (1 + math.erf((won - lost) / math.sqrt(2 * won + 2 * lost)))
    assert s.estimate((lost, drawn, won)).superiority == pytest.approx(usual, abs=1e-9)


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0), (0.64, 100), (0.76, 200), (0.909, 400)])
def test_elo_of_a_score(score: float, elo: float) -> None:
    """Points of the logistic curve that every rating table prints: 64% is 100, 76% is 200, 10 to 1 is 400."""
    assert s.elo_of(score) == pytest.approx(elo, abs=1)
    assert s.expected_score(elo) == pytest.approx(score, abs=0.001)


@pytest.mark.parametrize(("lost", "won"), [(5, 5), (0, 10), (1, 9), (80, 20), (3, 997)])
def test_without_draws_the_interval_is_wilsons(lost: int, won: int) -> None:
    """Beside SciPy's own interval of Wilson (1927)."""
    theirs = binomtest(won, won + lost).proportion_ci(method="wilson")
    found = s.estimate((lost, won))
    assert (found.score_low, found.score_high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


def test_all_wins_have_a_finite_bound() -> None:
    found = s.estimate((0, 0, 0, 0, 10))
    assert (found.score, found.elo, found.elo_high) == (1.0, None, None)
    assert found.elo_low == pytest.approx(166.2, abs=0.1)
    assert 0.999 < found.superiority < 1
    lost = s.estimate((10, 0, 0, 0, 0))
    assert lost.elo_low is None
    assert lost.elo_high == pytest.approx(-166.2, abs=0.1)


def test_no_variance_and_no_games() -> None:
    even = s.estimate((0, 0, 10, 0, 0))
    assert even.elo == 0
    assert even.normalized_elo is None
    assert even.superiority == pytest.approx(0.5)
    assert even.elo_low == pytest.approx(-99.0, abs=0.1)
    nothing = s.estimate((0, 0, 0, 0, 0))
    assert (nothing.samples, nothing.score, nothing.elo_low, nothing.superiority) == (0, None, None, 0.5)
    assert s.estimates([]) == []


rows = st.lists(st.integers(0, 400), min_size=5, max_size=5).filter(any)


@settings(deadline=None)  # the machine may be busy
@given(rows)
def test_intervals_hold_the_score_and_turn_with_the_players(counts: list[int]) -> None:
    found, turned = s.estimate(counts), s.estimate(counts[::-1])
    assert found.score is not None
    assert 0 <= found.score_low <= found.score <= found.score_high <= 1
    assert turned.score_low == pytest.approx(1 - found.score_high, abs=1e-9)
    assert turned.superiority == pytest.approx(1 - found.superiority, abs=1e-9)


@settings(deadline=None)  # the machine may be busy
@given(rows, st.floats(0.02, 0.98))
def test_the_likeliest_distribution_has_the_mean(counts: list[int], mean: float) -> None:
    found = s.likeliest(np.array([counts], dtype=float), mean)[0]
    assert found.sum() == pytest.approx(1)
    assert found @ np.linspace(0, 1, 5) == pytest.approx(mean, abs=1e-8)
    # nothing near it with the same sum and mean is likelier: along a shift that keeps both, it is a maximum
    shift = np.array([1, -2, 1, 0, 0]) * 1e-6
    seen = np.array(counts) > 0
    for change in (shift, -shift, shift[::-1], -shift[::-1]):
        near = found + change
        if (near >= 0).all() and (near[seen] > 0).all():
            gain = (np.array(counts)[seen] * np.log(near[seen] / found[seen])).sum()
            assert gain <= 1e-9 * sum(counts)


#: distributions of pairs as tournaments have them: even, without draws, full of draws, openings that decide, and
#: players of very different strength, up to a score of 96%
PAIRS = {
    "even": (0.05, 0.20, 0.50, 0.20, 0.05),
    "no draws": (0.25, 0.0, 0.50, 0.0, 0.25),
    "drawish": (0.01, 0.08, 0.82, 0.08, 0.01),
    "decided by openings": (0.02, 0.02, 0.90, 0.03, 0.03),
    "stronger": (0.01, 0.05, 0.24, 0.30, 0.40),
    "lopsided": (0.004, 0.016, 0.08, 0.20, 0.70),
    "crushing": (0.002, 0.003, 0.045, 0.05, 0.90),
    "weaker": (0.60, 0.20, 0.15, 0.04, 0.01),
}


def coverage(name: str, pairs: int, repeats: int = 2000) -> float:
    """How many of the 95% intervals hold the truth."""
    truth = np.array(PAIRS[name])
    table = np.random.default_rng(20160501 + pairs).multinomial(pairs, truth, size=repeats).astype(float)
    mean = truth @ np.linspace(0, 1, 5)
    bounds = s.score_intervals(table)
    return float(((bounds[:, 0] <= mean) & (mean <= bounds[:, 1])).mean())


#: where one player makes 96% of the points, 100 pairs hold too few others: there coverage is 96.5 to 97%
ENOUGH = [(name, pairs) for name in PAIRS for pairs in (100, 200, 1000) if (name, pairs) != ("crushing", 100)]


@pytest.mark.parametrize(("name", "pairs"), ENOUGH)
def test_intervals_cover(name: str, pairs: int) -> None:
    assert 0.935 <= coverage(name, pairs) <= 0.965


@pytest.mark.parametrize(("name", "pairs"), [(n, k) for n in PAIRS for k in (5, 10, 20, 50)] + [("crushing", 100)])
def test_few_pairs_are_not_trusted_too_much(name: str, pairs: int) -> None:
    """With few pairs the possible scores lie so far apart that no interval covers 95% exactly; ours is rather wide."""
    assert coverage(name, pairs) >= 0.93
