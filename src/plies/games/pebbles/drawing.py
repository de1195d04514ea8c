"""The board of pebbles as data: two rows of counts, with an arrow for the direction of sowing."""

from __future__ import annotations

from plies.games.board import Board, Cell
from plies.games.pebbles.notation import SIDES, rows_of
from plies.games.pebbles.rules import State


def board(state: State) -> Board:
    cells = tuple(
        Cell(f"{SIDES[side]}{column + 1}", column, 1 - side, "light" if side == 0 else "dark", text=str(count))
        for side, row in enumerate(rows_of(state))
        for column, count in enumerate(row)
    )
    columns = tuple(str(column + 1) for column in range(state.bins))
    course = (*(f"A{name}" for name in columns), *(f"B{name}" for name in reversed(columns)))
    return Board(state.bins, 2, cells, columns, ("B←", "A→"), course=course, counts=True)
