"""The board of the pawn game as data."""

from __future__ import annotations

from collections.abc import Mapping

from plies.games.board import Board, Cell, Piece, rows_as_text
from plies.games.pawns.notation import COLUMNS, at, size_of
from plies.games.pawns.rules import State

PAWN = (
    "M50 16a15 15 0 0 1 9 27q8 4 9 11h-9q2 14 13 22v10h-44v-10q11-8 13-22h-9q1-7 9-11a15 15 0 0 1 9-27z"  # head, body
)
PIECES = {"w": Piece(0, "w", "♟", PAWN, name="pawn"), "b": Piece(1, "b", "♟", PAWN, name="pawn")}


def board(state: State) -> Board:
    width, height = size_of(state.squares)
    cells = tuple(
        Cell(
            f"{COLUMNS[column]}{row + 1}",
            column,
            row,
            "dark" if (column + row) % 2 == 0 else "light",
            PIECES.get(at(state, column, row)),
        )
        for row in range(height)
        for column in range(width)
    )
    return Board(width, height, cells, tuple(COLUMNS[:width]), tuple(str(row + 1) for row in range(height)))


def compose(first: State, letters: Mapping[str, str], turn: int) -> str:
    """The one-line text of a board put together by hand; `first` has its size."""
    return f"{rows_as_text(board(first), letters)} {'wb'[turn]}"
