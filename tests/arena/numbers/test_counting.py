"""Who counted, and whether processor time fits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plies.arena.numbers.counting import BY_PLIES, FASTEST, SLOWEST, Counted, judged, worst
from plies.arena.numbers.standings import standings
from plies.arena.run.record import MoveRecord
from tests.arena.made_records import made

MOVE = MoveRecord("x", None, 3, 1000, 0.1)


def test_alone_only_what_cannot_be_is_marked() -> None:
    for cost, fits in ((FASTEST / 2, False), (2e-6, True), (2e-4, True), (SLOWEST * 2, False)):
        assert judged({"a": cost}) == {"a": Counted(True, cost, None, fits)}
    assert judged({"a": None}) == {"a": Counted(True, None, None, None)}


def test_beside_others_of_its_kind() -> None:
    found = judged({"a": 2e-6, "b": 3e-6, "c": 5e-5, "d": None})
    assert [found[name].fits for name in "abcd"] == [True, True, False, None]
    assert found["c"].of_others == pytest.approx(2.5e-6)


def test_over_all_boards_the_worst_counts() -> None:
    good, bad, unknown = Counted(True, 1e-6, None, True), Counted(True, 1.0, None, False), Counted(True)
    assert worst([BY_PLIES, good, bad]) is bad
    assert worst([unknown, good]) is good
    assert worst([BY_PLIES, unknown]) is unknown
    assert worst([]) is BY_PLIES


def test_standings_say_who_counted() -> None:
    honest, liar = (replace(MOVE, reported=True, worked=worked) for worked in (0.002, 0.9))
    games = [made("a", "b", 1, moves=[honest, liar]), made("a", "c", 1, pair=1, moves=[honest, MOVE])]
    found = {player.name: player.counted for player in standings(games).players}
    assert found["a"] == Counted(True, pytest.approx(2e-6), pytest.approx(9e-4), True)
    assert found["b"] == Counted(True, pytest.approx(9e-4), pytest.approx(2e-6), False)
    assert found["c"] == BY_PLIES
