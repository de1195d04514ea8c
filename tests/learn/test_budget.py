"""The time of a round: its share, what games and verdicts may take, and what is said to be left."""

from __future__ import annotations

import pytest

from plies.learn.budget import GAMES_SHARE, Budget, to_go


def test_rounds_share_what_is_left_of_the_minutes() -> None:
    first = Budget.of(3.0, 3, 1, 0.0)
    assert (first.seconds, first.later) == (60.0, 120.0)
    late = Budget.of(3.0, 3, 2, 100.0)  # the first round took longer than its part
    assert (late.seconds, late.later) == (40.0, 40.0)
    assert Budget.of(3.0, 3, 3, 200.0).seconds == 0.0


def test_games_and_verdicts_end_in_time() -> None:
    begun = Budget.of(1.0, 1, 1, 0.0)
    assert not begun.is_over_for_games()
    assert begun.for_verdict(2) == pytest.approx(30, abs=1)
    assert begun.left() == ", about 60 s left"
    resumed = Budget.of(1.0, 1, 1, 0.0, before=60 * GAMES_SHARE + 1)  # what an earlier process spent counts
    assert resumed.is_over_for_games()
    over = Budget.of(1.0, 1, 1, 0.0, before=100.0)
    assert over.for_verdict(1) == pytest.approx(60 * (1 - GAMES_SHARE) / 2)
    assert over.left() == ", about a second left"


def test_without_minutes_there_is_no_limit() -> None:
    free = Budget.of(None, 3, 1, 0.0)
    assert not free.is_over_for_games()
    assert free.for_verdict(1) is None
    assert free.left() == ""
    assert to_go(100, 400, 10.0) == ", about 30 s left for games"
    assert to_go(400, 400, 10.0) == ""
