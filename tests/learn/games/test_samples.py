"""Positions of games: each once, some games held out, labels half result and half value."""

from __future__ import annotations

import numpy as np
import pytest

from plies.learn.games.samples import gathered, opening_number
from plies.learn.games.selfplay import Played
from plies.values import won_in


def game(number: int, rows: list[int], result: float, values: list[float], noisy: list[int] | None = None) -> Played:
    words = np.array([[row, 1] for row in rows], np.uint64)
    return Played(number, words, np.array(values), np.array(noisy or [0] * len(rows)), result, 0)


def test_training_and_held_out_positions_are_apart() -> None:
    games = [game(10, [1, 2, 3], 1.0, [0, 0, 0]), game(11, [3, 4], 0.0, [0, 1]), game(12, [4, 5], 1.0, [2, 3])]
    training, held_out = gathered(games, quiet=False)
    assert training.rows[:, 0].tolist() == [3, 4, 5]
    assert training.values.tolist() == [0, 2, 3]  # of two the later
    assert held_out.rows[:, 0].tolist() == [1, 2]


def test_an_opening_is_held_out_with_all_its_games_or_not_at_all() -> None:
    games = [game(at % 3 + 1, [10 * at, 10 * at + 1], 1.0, [0, 0]) for at in range(9)]
    training, held_out = gathered(games, quiet=False)  # no number is a tenth one, so the smallest is held out
    assert held_out.rows[:, 0].tolist() == [0, 1, 30, 31, 60, 61]
    assert len(training) == 12
    rows = np.array([[1, 2], [1, 2], [2, 1]], np.uint64)
    first, same, other = (opening_number(row) for row in rows)
    assert first == same != other


def test_noisy_positions_are_left_out_where_that_is_wanted() -> None:
    training, _ = gathered([game(1, [1, 2, 3], 1.0, [0, 0, 0], [0, 1, 0])], quiet=True)
    assert training.rows[:, 0].tolist() == [1, 3]


def test_labels_are_half_result_and_half_value() -> None:
    training, _ = gathered([game(1, [1, 2, 3], 1.0, [0.0, 10.0, -won_in(3)])], quiet=False)
    assert training.labels(0.1) == pytest.approx([0.75, 0.5 + 0.5 / (1 + np.exp(-1)), 0.5])
    assert training.undecided()[0].tolist() == [0.0, 10.0]
