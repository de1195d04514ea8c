"""Estimates: exact where all is seen, of the right order where it is guessed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

import plies
from plies.solve.tables.builder.crew import crew
from plies.solve.tables.builder.estimate import of_index, of_search
from plies.solve.tables.builder.found.search import Search


def test_an_estimate_is_exact_or_a_guess() -> None:
    game = plies.game("pebbles:4x2")
    with crew(1) as workers:
        search = Search(game, game.first, workers, 1 << 30)
        assert not search.explore(150_000)
        guess = of_search(search, 1, False, True)
        assert guess.guessed.startswith("guessed from how the first ")
        assert 348_875 / 4 < guess.positions < 348_875 * 4
        small = Search(plies.game("pebbles:3x1"), plies.game("pebbles:3x1").first, workers, 1 << 30)
        assert small.explore()
        exact = of_search(small, 1, True, False)
        assert (exact.positions, exact.guessed) == (583, "")


def test_numbers_that_stand_for_two_positions_count_twice() -> None:
    index = plies.game("checkers").solving.index
    assert index is not None
    expected = of_index(7_514_846, 1_000_000, index, 2, audited=True)
    assert 14_722_180 <= expected.positions < 1.03 * 14_722_180
    assert "some may stand for no position" in expected.guessed


def test_growth_without_an_end_is_called_so() -> None:
    def guess(plies_found: list[int]) -> str:
        packing, known = SimpleNamespace(runs=np.zeros((1, 5), np.int64)), 1 + sum(plies_found)
        search: Any = SimpleNamespace(owned=[], done=known, known=known, plies=plies_found, packing=packing)
        return of_search(search, 1, False, True).guessed

    assert "no end is in sight" in guess(list(range(1, 700)))
    for ends in ([4, 18, 82, 343, 1368, 4824, 15549], [100, 105, 106, 104]):
        assert "no end" not in guess(ends)
