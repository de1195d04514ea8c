"""What was measured of the levels, as it is stored."""

from __future__ import annotations

import json

import pytest

from plies.players.levels import measured
from plies.players.levels.measured import FILE, Measured, Step, steps_of, stored, text_of


def test_the_file_is_what_its_own_writer_makes_of_it() -> None:
    assert text_of(stored()) == FILE.read_text(encoding="utf-8")
    boards = [one["board"] for one in json.loads(text_of(stored()))]
    assert boards == sorted(set(boards))


def test_matches_have_at_least_a_hundred_games_and_intervals_around_their_results() -> None:
    for one in stored():
        for step in one.steps[1:]:
            assert step.games >= 100, (one.board, step)
            assert step.elo is None or step.low is None or step.low <= step.elo
            assert step.elo is None or step.high is None or step.elo <= step.high


def test_what_another_generation_of_the_engine_played_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = (Step("Learner", "x@depth=1"),)
    now = measured.generation()
    kept = (Measured("pawns:8x8", "2026-01-01", now - 1, steps), Measured("pawns:6x6", "2026-01-01", now, steps))
    monkeypatch.setattr(measured, "stored", lambda: kept)
    assert (steps_of("pawns:8x8"), steps_of("pawns:6x6"), steps_of("pawns:5x5")) == ((), steps, ())


def test_nor_what_was_played_when_the_game_saw_less(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = (Step("Learner", "x@depth=1"),)
    board, now = "breakthrough:8x8", measured.generation()
    assert measured.sight_of(board) > 1
    for sight, shown in ((1, ()), (measured.sight_of(board), steps)):
        kept = (Measured(board, "2026-01-01", now, steps, sight),)
        monkeypatch.setattr(measured, "stored", lambda kept=kept: kept)
        assert steps_of(board) == shown
