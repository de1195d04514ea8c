"""Grades of players beside counts by hand."""

from __future__ import annotations

from random import Random

import pytest

from plies.grading.cases import Case
from plies.grading.moves import Choice, judged, not_asked
from plies.grading.players import PlayerGrade, compare, grade_player
from plies.grading.sample import uniform
from plies.tables.table import Table
from tests.oracles.grading import Truth


@pytest.fixture
def cases(table: Table) -> list[Case]:
    return list(uniform(table, Random(0)))


def by_place(cases: list[Case], place: int) -> list[Choice]:
    """A player that always plays the first of the listed moves, or the last."""
    return [judged(case, "", case.position.listed[place]) if case.asks else not_asked(case) for case in cases]


def test_a_grade_is_what_can_be_counted(cases: list[Case], truth: Truth) -> None:
    grade = grade_player("first", cases, by_place(cases, 0))
    states = [case.position.state for case in cases]
    losses = [truth.losses(state) for state in states]
    matter = [each[0] == 0 for each in losses if len(set(each)) > 1]
    assert (grade.positions, grade.matter, grade.kept) == (len(cases), len(matter), sum(matter))
    assert grade.share is not None
    assert grade.loss is not None
    assert grade.share.value == pytest.approx(sum(matter) / len(matter))
    assert grade.share.low < grade.share.value < grade.share.high
    assert grade.loss.value == pytest.approx(sum(each[0] for each in losses) / len(cases))
    slips = [(truth.values[state][0], truth.moves(state)[0][0]) for state in states]
    assert grade.win_to_draw == slips.count((1, 0))
    assert grade.win_to_loss == slips.count((1, -1))
    assert grade.draw_to_loss == slips.count((0, -1))
    late = [
        (truth.moves(state)[0][1] or 0) - (truth.values[state][1] or 0)
        for state, slip in zip(states, slips, strict=True)
        if slip == (1, 1)
    ]
    assert grade.wins_kept == len(late)
    assert grade.wasted is not None
    assert grade.wasted.value == pytest.approx(sum(late) / len(late))
    assert grade.faults == 0
    check_groups(grade)


def check_groups(grade: PlayerGrade) -> None:
    """All cases are in exactly one group, and numbers are in order."""
    for groups in (grade.by_pieces, grade.by_distance):
        assert sum(group.positions for group in groups) == grade.positions
        assert sum(group.matter for group in groups) == grade.matter
        assert sum(group.kept for group in groups) == grade.kept
    assert [group.label for group in grade.by_distance] == ["1", "2", "3–4", "5–8", "9–16", "draw"]
    assert [group.label for group in grade.by_pieces] == ["2", "3", "4", "5", "6"]


def test_two_players_in_the_same_cases(cases: list[Case], truth: Truth) -> None:
    choices = [by_place(cases, 0), by_place(cases, -1)]
    (pair,) = compare(["first", "last"], cases, choices)
    losses = [each for case in cases if len(set(each := truth.losses(case.position.state))) > 1]
    first, last = [each[0] == 0 for each in losses], [each[-1] == 0 for each in losses]
    both = list(zip(first, last, strict=True))
    expected = [both.count(one) for one in ((True, True), (True, False), (False, True), (False, False))]
    assert [pair.both, pair.only_a, pair.only_b, pair.neither] == expected
    assert pair.difference is not None
    assert pair.saved is not None
    assert pair.difference.value == pytest.approx((sum(first) - sum(last)) / len(losses))
    assert pair.saved.value == pytest.approx(sum(each[-1] - each[0] for each in losses) / len(cases))
    assert 0 <= pair.likelihood <= 1
    (turned,) = compare(["last", "first"], cases, choices[::-1])
    assert turned.difference is not None
    assert turned.difference.value == pytest.approx(-pair.difference.value)
    assert turned.difference.low == pytest.approx(-pair.difference.high, abs=1e-6)
    assert turned.likelihood == pair.likelihood
