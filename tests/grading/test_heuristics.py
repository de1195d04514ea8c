"""Grades of bare heuristics beside all pairs of positions, in plain Python."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from plies import Feature, Heuristic, Refused
from plies.grading.cases import Case
from plies.grading.heuristics import grade_heuristic
from plies.grading.sample import uniform
from plies.tables.table import Table
from tests.oracles import grading as oracle
from tests.oracles.grading import Truth


@pytest.fixture
def cases(table: Table) -> list[Case]:
    return list(uniform(table, Random(0)))


def one_more(state, side):  # type: ignore[no-untyped-def]
    """The same for every side to move, so that it says nothing."""
    return 1 if state.turn == side else 0


def test_a_heuristic_of_the_game(table: Table, cases: list[Case], truth: Truth) -> None:
    heuristic = table.game.heuristic(table.game.default)
    grade = grade_heuristic(heuristic, cases)
    states = [case.position.state for case in cases]
    classes = [truth.values[state][0] + 1 for state in states]
    values = [heuristic.value(state, state.turn) - heuristic.centre for state in states]
    assert grade.positions == len(cases)
    assert grade.separation == pytest.approx(oracle.separation(values, classes))
    for found, parted in (
        (grade.win_area, [one == 2 for one in classes]),
        (grade.not_loss_area, [one > 0 for one in classes]),
    ):
        assert found is not None
        assert found.value == pytest.approx(oracle.separation(values, parted))
        assert found.low < found.value < found.high
    said = [1 + (value > 0) - (value < 0) for value in values]
    pairs = list(zip(classes, said, strict=True))
    assert grade.by_sign.counts == tuple(tuple(pairs.count((a, b)) for b in range(3)) for a in range(3))
    assert grade.by_sign.right is not None
    assert grade.by_cuts.right is not None
    assert grade.by_sign.right.value == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))
    assert grade.by_cuts.right.value == pytest.approx(oracle.most_right(values, classes) / len(pairs))
    assert grade.most_frequent == max(classes.count(one) for one in range(3)) / len(classes)


def test_terms_and_the_one_that_misleads(table: Table, cases: list[Case], truth: Truth) -> None:
    """The game's own feature, and the same feature against itself: the second term can only mislead."""
    good = table.game.heuristic(table.game.default).features[0]
    turned = Heuristic("turned", "two terms", (good, replace(good, name="against")), (3.0, -1.0), centre=50.0)
    grade = grade_heuristic(turned, cases)
    states = [case.position.state for case in cases]
    classes = [truth.values[state][0] + 1 for state in states]
    plain = [good.count(s, s.turn, *good.extra) - good.count(s, 1 - s.turn, *good.extra) for s in states]
    right = oracle.separation(plain, classes)
    assert right is not None
    assert right > 0.5
    first, second = grade.terms
    assert (first.term, second.term) == (good.name, "against")
    assert first.alone == pytest.approx(right)
    assert second.alone == pytest.approx(1 - right)
    assert first.without == pytest.approx(1 - right)
    assert second.without == pytest.approx(right)
    assert first.adds == pytest.approx(2 * right - 1)
    assert second.adds == pytest.approx(0.0)
    assert first.right_without < second.right_without
    assert grade.misleading == ""
    worse = grade_heuristic(replace(turned, name="worse", weights=(1.0, -3.0)), cases)
    assert worse.misleading == "against"
    assert worse.terms[1].adds == pytest.approx(1 - 2 * right)


def test_a_heuristic_without_terms_and_one_without_numbers(cases: list[Case]) -> None:
    nothing = grade_heuristic(Heuristic("same", "a function", function=lambda state, me: 0.0), cases)
    assert nothing.separation == 0.5
    assert nothing.terms == ()
    assert nothing.misleading == ""
    with pytest.raises(Refused, match="heuristic 'bad' gives no number in "):
        grade_heuristic(Heuristic("bad", "a function", function=lambda state, me: float("nan")), cases)
    single = grade_heuristic(Heuristic("mover", "who moves", (Feature("move", one_more),), (1.0,)), cases)
    assert single.separation == 0.5
    assert single.misleading == ""
