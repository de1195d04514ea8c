"""Shapes follow from what a cell can hold; windows that are images of each other share a table."""

from __future__ import annotations

import pytest

import plies
from plies.errors import Refused
from plies.learn.fit.places import is_covered
from plies.learn.patterns.windows import plan_patterns


@pytest.mark.parametrize(
    ("name", "shapes", "windows", "tables"),
    [
        ("breakthrough:6x6", ((2, 3), (3, 2)), 40, 12),
        ("checkers", ((2, 4), (4, 2)), 70, 36),
        ("wumpus:3,pits=none", ((2, 2),), 4, 1),
    ],
)
def test_the_windows_of_a_board(name: str, shapes: tuple[tuple[int, int], ...], windows: int, tables: int) -> None:
    plan = plan_patterns(plies.game(name))
    last = plan.layers[-1]
    assert last.shapes == shapes
    assert len(last.windows) == windows
    assert len(last.own) == tables == len({window.table for window in last.windows})
    assert is_covered(plan)


def test_a_game_without_cells_has_no_windows() -> None:
    with pytest.raises(Refused, match="no patterns"):
        plan_patterns(plies.game("pebbles:3x2"))
