"""Estimates: exact where all is seen, of the right order where it is guessed."""

from __future__ import annotations

import plies
from plies.solve.tables.builder.crew import crew
from plies.solve.tables.builder.estimate import of_search
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
