"""The arithmetic of grading beside its definitions."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from plies.grading.numbers import (
    area,
    best_cuts,
    confusion,
    grid_counts,
    grid_means,
    mcnemar,
    plain_mean,
    ranks,
    separation,
)
from tests.oracles import grading as oracle


def test_separation_and_cuts_beside_all_pairs() -> None:
    random = Random(0)
    for _ in range(300):
        size = 1 + int(random.random() * 14)
        values = [float(int(random.random() * 6) - 3) for _ in range(size)]
        classes = [int(random.random() * 3) for _ in range(size)]
        numbers, kinds = np.array(values), np.array(classes)
        found = separation(numbers, kinds)
        assert found == pytest.approx(oracle.separation(values, classes))
        two = area(numbers, kinds == 2)
        assert (None if two is None else two.value) == pytest.approx(
            oracle.separation(values, [int(one == 2) for one in classes])
        )
        counts = confusion(numbers, kinds, best_cuts(numbers, kinds))
        assert sum(map(sum, counts)) == size
        assert [sum(row) for row in counts] == [classes.count(kind) for kind in range(3)]
        assert sum(counts[one][one] for one in range(3)) == oracle.most_right(values, classes)


def test_the_sign_says_lost_drawn_or_won() -> None:
    counts = confusion(np.array([-2.0, 0.0, 0.0, 3.0]), np.array([0, 1, 2, 2]), (0.0, 0.0))
    assert counts == ((1, 0, 0), (0, 1, 0), (0, 1, 1))


def test_equal_values_share_their_ranks() -> None:
    assert ranks(np.array([5.0, 1.0, 5.0, 2.0])).tolist() == [3.5, 1.0, 3.5, 2.0]


def test_the_interval_of_an_area_covers_it() -> None:
    """Two normal distributions a unit apart: the area is Φ(1/√2), and 95% of the intervals hold it."""
    right = 0.5 * (1 + math.erf(0.5))
    generator, hits = np.random.default_rng(0), 0
    for _ in range(400):
        values = np.concatenate([generator.normal(1, 1, 60), generator.normal(0, 1, 80)])
        found = area(values, np.arange(140) < 60)
        assert found is not None
        hits += found.low <= right <= found.high
    assert 0.92 <= hits / 400 <= 0.98


def test_mcnemar_beside_fractions() -> None:
    for one in range(12):
        for other in range(12):
            assert mcnemar(one, other) == pytest.approx(float(oracle.mcnemar(one, other)))
    assert mcnemar(0, 0) == 1.0
    assert 0.0 <= mcnemar(0, 5000) < 1e-300


def test_means_on_a_grid() -> None:
    kept, none, half = grid_means([(10, 90), (0, 0), (5, 5)])
    assert kept is not None
    assert kept.value == 0.9
    assert 0.82 < kept.low < 0.83  # Wilson's interval: 0.826 to 0.945
    assert 0.94 < kept.high < 0.95
    assert none is None
    assert half is not None
    assert half.low == pytest.approx(1 - half.high)
    assert grid_counts([0.0, 0.5, 1.0, 1.0], 0, 0.5, 3) == [1, 1, 2]
    assert grid_counts([], 0, 0.5, 3) == [0, 0, 0]
    (difference,) = grid_means([(0, 10, 0)], -1.0, 1.0)
    assert difference is not None
    assert difference.value == 0.0
    assert difference.low < 0 < difference.high
    assert grid_means([]) == []


def test_plain_means() -> None:
    found = plain_mean([0, 2, 4])
    assert found is not None
    assert found.value == 2.0
    assert found.low == 0.0  # plies are not negative
    assert found.high == pytest.approx(2 + 1.959964 * 2 / math.sqrt(3))
    assert plain_mean([]) is None
    alone = plain_mean([3])
    assert alone is not None
    assert (alone.value, alone.low, alone.high) == (3, 3, 3)
