"""Samples: fair, reproducible, each position once."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

from plies.grading.sample import by_distance, shuffled, uniform
from plies.tables.table import Table
from tests.oracles.grading import Truth


def test_numbers_in_random_order() -> None:
    assert sorted(shuffled(1000, Random(1))) == list(range(1000))
    assert list(shuffled(1000, Random(1))) == list(shuffled(1000, Random(1)))
    assert list(shuffled(1000, Random(1))) != list(shuffled(1000, Random(2)))
    random = Random(3)
    orders = Counter(tuple(shuffled(3, random)) for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())  # five standard deviations
    assert list(islice(shuffled(10**12, Random(1)), 3)) == list(islice(shuffled(10**12, Random(1)), 3))


def test_a_uniform_sample_is_all_positions_in_the_end(table: Table, truth: Truth) -> None:
    cases = list(uniform(table, Random(0)))
    assert {case.position.state for case in cases} == set(truth.running())
    assert len(cases) == len(set(truth.running()))
    again = list(islice(uniform(table, Random(0)), 50))
    assert [case.position for case in again] == [case.position for case in cases[:50]]


def test_distances_alike(table: Table, truth: Truth) -> None:
    there = Counter(truth.values[state] for state in truth.running())
    wanted = 100
    cases = by_distance(table, wanted, Random(0))
    assert len(cases) == wanted == len({case.position for case in cases})
    drawn = Counter(truth.values[case.position.state] for case in cases)
    most = max(drawn.values())
    for value, count in there.items():  # all of a distance, or as many as of any other
        assert drawn[value] == count or most - drawn[value] <= 1
    assert [case.position for case in by_distance(table, wanted, Random(0))] == [case.position for case in cases]
    assert [case.position for case in by_distance(table, wanted, Random(1))] != [case.position for case in cases]


def test_by_distance_ends_with_all_positions(table: Table, truth: Truth) -> None:
    cases = by_distance(table, 10_000, Random(0))
    assert {case.position.state for case in cases} == set(truth.running())
