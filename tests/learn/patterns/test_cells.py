"""Where cells are in a state: found for our games and for a user's own, refused where there are none."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

import plies
from plies.errors import Refused
from plies.games.board import Board, Cell, Piece
from plies.learn.patterns.cells import find_cells, random_states


@pytest.mark.parametrize(
    ("name", "fields", "cells"),
    [
        ("pawns:4x5", ("white", "black"), 20),
        ("breakthrough:9x9", ("white", "black"), 81),
        ("checkers", ("red", "black", "kings"), 32),
        ("wumpus:3", ("lower", "upper", "wumpuses", "heroes"), 9),
    ],
)
def test_the_cells_of_a_game_are_found(name: str, fields: tuple[str, ...], cells: int) -> None:
    game = plies.game(name)
    found = find_cells(game)
    assert found.fields == fields
    assert len(found.names) == cells
    assert game.board is not None
    assert all(found.agrees(state, game.board(state)) for state in random_states(game, 200, seed=5))


def test_counts_in_bins_are_no_cells() -> None:
    with pytest.raises(Refused, match="not pieces on bits"):
        find_cells(plies.game("pebbles:3x2"))


class Marks(NamedTuple):
    """Tic-tac-toe, as a user writes it, with rows of four bits and the marks of one side turned round."""

    crosses: plies.Word
    naughts: plies.Word
    turn: int


class Numbers(NamedTuple):
    """The same with whole numbers for boards, and a counter that is none."""

    crosses: int
    naughts: int
    plies: int
    turn: int


def _play_numbers(state: Numbers, move: int) -> Numbers:
    played = _play(Marks(state.crosses, state.naughts, state.turn), move)
    return Numbers(played.crosses, played.naughts, state.plies + 1, played.turn)


def _moves(state: Marks, out: Any) -> int:
    n = 0
    for cell in range(9):
        if not (state.crosses >> cell | state.naughts >> cell) & 1:
            out[n] = cell
            n += 1
    return n


def _play(state: Marks, move: int) -> Marks:
    if state.turn == 0:
        return Marks(state.crosses | 1 << move, state.naughts, 1)
    return Marks(state.crosses, state.naughts | 1 << move, 0)


def _board(state: Marks, text: bool = False) -> Board:
    pieces = [(state.crosses, Piece(0, "x", "x")), (state.naughts, Piece(1, "o", "o"))]
    held = [next((piece for marks, piece in pieces if marks >> cell & 1), None) for cell in range(9)]
    cells = tuple(Cell(f"c{cell}", cell % 3, cell // 3, "light", held[cell]) for cell in range(9))
    return Board(3, 3, cells, ("", "", ""), ("", "", ""))


def own_game(board: Any = _board) -> plies.Game:
    rules = plies.Rules(Marks, _moves, _play, lambda state: plies.RUNNING, 9, 9, without_moves="draw")
    heuristic = plies.Heuristic("none", "", (plies.Feature("nothing", lambda state, side: 0),), (1.0,))
    first = Marks(0, 0, 0)
    return plies.Game("marks", "", ("x", "o"), rules, first, {"none": heuristic}, "none", board=board)


def test_a_game_of_a_users_own_needs_nothing() -> None:
    found = find_cells(own_game())
    assert (found.fields, found.squares, found.contents) == (("crosses", "naughts"), tuple(range(9)), ("", "o", "x"))


def test_boards_may_be_whole_numbers() -> None:
    game = own_game()
    rules = replace(game.rules, state=Numbers, play=_play_numbers)
    assert find_cells(replace(game, rules=rules, first=Numbers(0, 0, 0, 0))) == find_cells(game)


def test_a_picture_that_shows_what_the_state_has_not_is_refused() -> None:
    def other(state: Marks) -> Board:
        shown = _board(state)
        odd = state.crosses.bit_count() & 1
        first = shown.cells[0]._replace(piece=Piece(0, "x", "x") if odd else None)
        return shown._replace(cells=(first, *shown.cells[1:]))

    with pytest.raises(Refused, match=re.escape("what stands on cell c0 of marks")):
        find_cells(own_game(other))
    with pytest.raises(Refused, match="no picture"):
        find_cells(own_game(None))
