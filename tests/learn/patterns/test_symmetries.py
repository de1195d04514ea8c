"""Symmetries are found by trying, and none is claimed that does not hold."""

from __future__ import annotations

import pytest

import plies
from plies.learn.patterns.cells import find_cells, random_states
from plies.learn.patterns.symmetries import find_symmetries, image
from tests.learn.patterns.test_cells import own_game


@pytest.mark.parametrize(
    ("game", "plain", "exchanged"),
    [
        (plies.game("pawns:4x5"), 2, 2),  # left and right; top and bottom with the sides exchanged
        (plies.game("checkers"), 1, 1),  # only the half turn, with the sides exchanged
        (plies.game("wumpus:3,pits=none"), 8, 8),
        (plies.game("wumpus:3,pits=a2"), 2, 2),  # top and bottom look alike
        (own_game(), 8, 8),
    ],
    ids=lambda one: getattr(one, "name", str(one)),
)
def test_the_symmetries_of_a_game(game: plies.Game, plain: int, exchanged: int) -> None:
    states = random_states(game, 800)
    cells = find_cells(game, states)
    group = find_symmetries(game, cells, states)
    assert sum(not one.exchanged for one in group.symmetries) == plain
    assert sum(one.exchanged for one in group.symmetries) == exchanged
    for symmetry in group.symmetries:  # each is undone by one of them
        there = image(cells, symmetry, group.exchange, states[5])
        assert states[5] in {image(cells, back, group.exchange, there) for back in group.symmetries}
