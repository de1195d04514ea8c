"""Ratings of levels from the matches of neighbours."""

from __future__ import annotations

import pytest

from plies.players.levels.measured import Step
from plies.players.levels.ratings import ratings

LOWEST = Step("a", "a")


def test_differences_add_up_and_their_errors_as_squares() -> None:
    found = dict(ratings([LOWEST, Step("b", "b", 100, 200.0, 170.0, 240.0), Step("c", "c", 100, -50.0, -90.0, -20.0)]))
    assert (found["a"].elo, found["a"].low, found["a"].high) == (0, 0, 0)
    assert (found["b"].elo, found["b"].low, found["b"].high, found["b"].games) == (200, 170, 240, 100)
    assert found["c"].elo == 150
    assert (found["c"].low, found["c"].high) == pytest.approx((100, 200))


def test_after_a_match_without_a_lost_point_only_the_lower_end_is_known() -> None:
    found = dict(ratings([LOWEST, Step("b", "b", 100, None, 300.0, None), Step("c", "c", 100, 100.0, 60.0, 140.0)]))
    assert (found["b"].elo, found["b"].low, found["b"].high) == (None, 300, None)
    assert (found["c"].elo, found["c"].low, found["c"].high) == (None, 360, None)


def test_a_match_without_a_won_point_ends_the_list() -> None:
    assert [name for name, _ in ratings([LOWEST, Step("b", "b", 100, None, None, -300.0), LOWEST])] == ["a"]
