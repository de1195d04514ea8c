"""Who can be rated: beside a slow search for groups, and by hand."""

from __future__ import annotations

import numpy as np
import pytest

from plies.arena.numbers.bound_players import FEWEST_PAIRS, bound_players


def rated(points: list[list[float]], pairs: int = 10) -> list[int]:
    table = np.array([points], dtype=float)
    met = (table + table.transpose(0, 2, 1) > 0) * float(pairs)
    return list(np.flatnonzero(bound_players(table, met)[0]))


@pytest.mark.parametrize(
    ("points", "found"),
    [
        ([[0, 5], [5, 0]], [0, 1]),
        ([[0, 9], [0, 0]], []),  # everything won
        ([[0, 5, 9], [5, 0, 9], [0, 0, 0]], [0, 1]),  # the last took nothing
        ([[0, 9, 0], [0, 0, 9], [9, 0, 0]], [0, 1, 2]),  # each lost to one and won against another
        ([[0, 5, 0, 0], [5, 0, 0, 0], [0, 0, 0, 5], [0, 0, 5, 0]], [0, 1]),  # two groups that never met: one of them
        ([[0, 9, 9], [0, 0, 9], [0, 0, 0]], []),
    ],
)
def test_groups(points: list[list[float]], found: list[int]) -> None:
    assert rated(points) == found


def test_a_few_pairs_are_needed() -> None:
    assert rated([[0, 2], [2, 0]], pairs=FEWEST_PAIRS) == [0, 1]
    assert rated([[0, 2], [2, 0]], pairs=FEWEST_PAIRS - 1) == []
    points = np.array([[[0, 5, 1], [5, 0, 0], [1, 0, 0]]], dtype=float)
    pairs = np.array([[[0, 5, 1], [5, 0, 0], [1, 0, 0]]], dtype=float)
    assert bound_players(points, pairs)[0].tolist() == [True, True, False]  # the third has one pair


def slow_groups(took: np.ndarray) -> list[set[int]]:
    def reach(start: int) -> set[int]:
        seen, waiting = {start}, [start]
        while waiting:
            new = set(np.flatnonzero(took[waiting.pop()])) - seen
            seen |= new
            waiting += new
        return seen

    from_each = [reach(one) for one in range(len(took))]
    return [{other for other in from_each[one] if one in from_each[other]} for one in range(len(took))]


def test_the_largest_group_beside_a_slow_search() -> None:
    chance = np.random.default_rng(2)
    for _ in range(300):
        size = int(chance.integers(2, 9))
        points = (chance.random((size, size)) < chance.uniform(0.1, 0.6)) * 1.0
        np.fill_diagonal(points, 0)
        found = set(np.flatnonzero(bound_players(points[None], np.full((1, size, size), 9.0))[0]))
        groups = slow_groups(points > 0)
        most = max(map(len, groups))
        assert found == set() if most == 1 else found in groups and len(found) == most
