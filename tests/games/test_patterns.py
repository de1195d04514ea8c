"""Patterns as plain data: what a window is worth, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

import plies
from plies.errors import InvalidGame
from plies.games.patterns import Cells, Patterns, Window

#: the two left columns of a board of 3x5, in its lower two rows
CELLS = Cells(
    ("white", "black"), ("", "b", "w"), ((0, 0), (0, 1), (1, 0)), ("a1", "b1", "a2", "b2"), (0, 1, 8, 9), (0, 0, 1, 1)
)
#: one table for pairs of cells: white beside white is worth 7, black before white 5, white before black -3
WEIGHTS = tuple({8: 7, 7: 5, 5: -3}.get(place, 0) for place in range(9))
PATTERNS = Patterns(CELLS, (Window(0, (0, 1)), Window(0, (2, 3), exchanged=True)), (0, 2, 1), WEIGHTS, 0.5)


def test_a_window_is_worth_the_weight_of_what_stands_on_its_cells() -> None:
    game = plies.game("pawns:3x5")
    state = game.position("bb1/3/3/b2/ww1 w").state
    assert CELLS.read(state) == (2, 2, 1, 0)
    assert PATTERNS.steps(state) == (7, 0)
    assert PATTERNS.value(state, 0) == 3.5
    assert PATTERNS.value(state, 1) == -3.5


def test_an_exchanged_window_speaks_for_the_other_side() -> None:
    state = plies.game("pawns:3x5").position("bb1/3/3/bb1/w2 w").state
    assert PATTERNS.steps(state)[1] == -7  # black beside black there is white beside white here


def test_terms_add_up_to_the_value() -> None:
    game = plies.game("pawns:3x5")
    heuristic = replace(game.heuristic("ari"), patterns=PATTERNS)
    position = game.position("bb1/3/3/bb1/ww1 w")
    for me in (0, 1):
        found = position.evaluate(heuristic, me)
        assert found == heuristic.value(position.state, me)
        assert found.centre + sum(term.contribution for term in found.terms) == pytest.approx(found)
        assert {term.feature for term in found.terms} >= {"pawns", "patterns, row 1", "patterns, row 2"}


def test_digests_differ_by_every_weight() -> None:
    other = replace(PATTERNS, weights=(*WEIGHTS[:-1], 8))
    assert other.digest != PATTERNS.digest == replace(PATTERNS, weights=tuple(WEIGHTS)).digest


@pytest.mark.parametrize(
    "change",
    [
        {"exchange": (1, 0, 2)},
        {"windows": ()},
        {"windows": (Window(0, (0, 0)),)},
        {"windows": (Window(0, (0, 9)),)},
        {"windows": (Window(1, (0, 1)),)},
        {"windows": (Window(0, (0, 1)), Window(0, (2,)))},
        {"weights": WEIGHTS[:-1]},
        {"weights": (*WEIGHTS[:-1], 40_000)},
    ],
)
def test_what_does_not_fit_together_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(InvalidGame, match="patterns"):
        replace(PATTERNS, **change)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"fields": ()},
        {"contents": ("b", "", "w")},
        {"bits": ((0, 0), (0, 1), (0, 1))},
        {"bits": ((0, 0), (0, 1), (1, 2))},
        {"squares": (0, 1, 8, 8)},
        {"squares": (0, 1, 8, 100)},
        {"rows": (0, 0)},
    ],
)
def test_cells_that_cannot_be_read_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(InvalidGame, match="patterns"):
        replace(CELLS, **change)  # type: ignore[arg-type]


def test_a_picture_that_shows_something_else_is_noticed() -> None:
    game = plies.game("pawns:3x5")
    assert game.board is not None
    assert CELLS.agrees(game.first, game.board(game.first))
    assert not CELLS.agrees(game.first, game.board(game.position("bb1/3/3/b2/ww1 w").state))
