"""Bounds for players that won or lost everything."""

from __future__ import annotations

import math

import numpy as np
import pytest

from plies.arena.numbers.score_model import Games, rate
from plies.arena.numbers.statistics import expected_score
from plies.arena.numbers.sweeps import sweep_bounds
from tests.arena.numbers.simulated import Setting, coverage

EVEN = np.array([[3.0, 0, 3], [0, 4, 0], [3, 0, 3]])


def third_against_two_equals(pairs: float, won: bool) -> tuple[float, float]:
    sweep = np.zeros((3, 3))
    sweep[(0, 0) if won else (2, 2)] = pairs  # of the equals, who are `a`
    joint = np.array([[EVEN, sweep, sweep]])
    games = Games(np.array([0, 0, 1]), np.array([1, 2, 2]), np.zeros(3, int), 3, 1, joint, np.zeros((1, 3, 2, 3)))
    rates = rate(games)
    assert rates.rated[0].tolist() == [True, True, False]
    bounds, signs = sweep_bounds(games, rates, 0.95)
    assert np.isnan(bounds[0, :2]).all()
    return float(bounds[0, 2]), float(signs[0, 2])


@pytest.mark.parametrize("pairs", [4, 20])
def test_the_bound_is_where_the_sweep_has_a_chance_of_one_in_forty(pairs: int) -> None:
    """Against two players at 0, each pair counting as one game."""
    bound, sign = third_against_two_equals(pairs, won=True)
    assert sign == 1
    assert expected_score(bound) ** (2 * pairs) == pytest.approx(0.025, rel=1e-6)
    below, sign = third_against_two_equals(pairs, won=False)
    assert sign == -1
    assert below == pytest.approx(-bound, abs=1e-6)


def test_bounds_and_intervals_together_hold() -> None:
    """One player far below four others: often only a bound."""
    found = coverage(Setting(3, 4, 800, 0.05, 0.0, 30), 2000, seed=1)
    assert found.bounds > 0.05
    assert found.all_hold > 0.95
    assert not math.isnan(found.hold)
