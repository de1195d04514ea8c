"""The stopping rule: published likelihood ratios, what it refuses, and its errors in simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from plies.arena.numbers.sprt import Sprt
from plies.arena.numbers.statistics import expected_score, likeliest
from plies.errors import Refused
from tests.sizes import slow


@pytest.mark.parametrize(
    ("test", "counts", "llr"),
    # app/tests/sprt_test.cpp of fastchess, its cases of the logistic model: pairs, then games lost, drawn, won
    [
        (Sprt(0.5, 2.5), (223, 9863, 20279 + 1000, 10037, 246), -3.07),
        (Sprt(0, 2), (871, 26175, 55003 + 980, 26678, 821), -4.98),
        (Sprt(0.5, 2.5), (21184, 40708, 21404), -1.57),
        (Sprt(0, 2), (57030, 106593, 57433), -2.59),
    ],
)
def test_ratios_as_fastchess_has_them(test: Sprt, counts: tuple[int, ...], llr: float) -> None:
    assert test.state(counts).llr == pytest.approx(llr, abs=0.006)


def test_bounds_and_decisions() -> None:
    test = Sprt(0, 50)
    state = test.state((0, 0, 0, 0, 0))
    assert (state.llr, state.decision, state.pairs) == (0.0, "continue", 0)
    assert state.upper == pytest.approx(math.log(19))
    assert state.lower == pytest.approx(-math.log(19))
    assert test.state((0, 5, 40, 40, 20)).decision == "H1"
    assert test.state((20, 40, 40, 5, 0)).decision == "H0"
    lopsided = Sprt(0, 50, alpha=0.01, beta=0.2)
    assert (lopsided.lower, lopsided.upper) == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))


def test_pairs_without_variance_are_weighed_gently() -> None:
    """Ten pairs of 1 : 1 speak a little against a stronger player; ten wins speak for it by 10 log(s1 / s0)."""
    test = Sprt(0, 50)
    assert -1.6 < test.state((0, 0, 10, 0, 0)).llr < -1.4
    expected = 10 * math.log(expected_score(50) / expected_score(0))
    assert test.state((0, 0, 0, 0, 10)).llr == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((10, 10), "elo0=10, elo1=10: elo0 is below elo1"),
        ((0, 5000), "elo0 is below elo1"),
        ((0, 10, 0), "alpha=0: a risk lies between 0 and 0.5"),
        ((0, 10, 0.05, 0.7), "beta=0.7: a risk"),
        ((0, math.inf), "all numbers of the rule must be finite"),
    ],
)
def test_rules_that_are_refused(numbers: tuple[float, ...], said: str) -> None:
    with pytest.raises(Refused, match=said) as caught:
        Sprt(*numbers)
    assert len(str(caught.value).splitlines()) == 1


def share_of_h1(test: Sprt, shape: tuple[float, ...], elo: float, seed: int, repeats: int = 2000) -> float:
    """How often H1 is taken when the truth is `elo`, with a look after every pair."""
    truth = likeliest(np.array([shape]) * 1e6, expected_score(elo))[0]
    chance = np.random.default_rng(seed)
    table = np.zeros((repeats, 5))
    taken = 0
    while len(table):
        table += chance.multinomial(1, truth, size=len(table))
        ratios = test.ratios(table)
        taken += int((ratios >= test.upper).sum())
        table = table[(ratios > test.lower) & (ratios < test.upper)]
    return taken / repeats


@pytest.mark.parametrize(
    ("test", "shape"),
    [
        (Sprt(0, 50), (0.05, 0.2, 0.5, 0.2, 0.05)),
        slow(Sprt(0, 50), (0.03, 0.02, 0.9, 0.02, 0.03)),
        (Sprt(-30, 30), (0.25, 0.0, 0.5, 0.0, 0.25)),
        slow(Sprt(100, 150), (0.01, 0.08, 0.82, 0.08, 0.01)),
    ],
    ids=["even", "decided by openings", "no draws", "lopsided"],
)
def test_errors_are_as_few_as_promised(test: Sprt, shape: tuple[float, ...]) -> None:
    """Both kinds of error in 2,000 matches each, at most 0.065 where 0.05 is asked for."""
    assert share_of_h1(test, shape, test.elo0, seed=1) <= 0.065
    assert 1 - share_of_h1(test, shape, test.elo1, seed=2) <= 0.065
