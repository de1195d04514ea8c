"""The board of wumpus as data: pieces with shapes of their own, pits as a shade with a look of its own."""

from __future__ import annotations

from collections.abc import Mapping

from plies.games.board import Board, Cell, Piece, Shade, rows_as_text
from plies.games.wumpus.notation import COLUMNS, SIDES, at, size_of
from plies.games.wumpus.rules import State

HORNED = "M18 10l18 15a36 36 0 0 1 28 0l18-15q5 20-1 32a36 36 0 1 1-62 0q-6-12-1-32z"  # a head with two horns
SHIELD = "M16 14q34 10 68 0v36q0 28-34 40q-34-12-34-40z"
HAT = "M50 2l26 24l10 40q10 4 10 12q0 10-46 10t-46-10q0-8 10-12l10-40z"  # a pointed hat with a brim

HOLE = "M17 52a33 27 0 1 0 66 0a33 27 0 1 0-66 0z"
PIT = Shade("pit", "O", "o", "#c0392b", 124, night="#b23a2c", detail=HOLE, detail_colour="#5c130cbf")

_NAMES = {"w": "wumpus", "h": "hero", "m": "mage"}
_SHAPES = {"w": HORNED, "h": SHIELD, "m": HAT}
PIECES = {
    letter: Piece(side, letter, letter.upper(), _SHAPES[letter.lower()], letter.upper(), _NAMES[letter.lower()])
    for side, letters in enumerate(("whm", "WHM"))
    for letter in letters
}


def board(state: State) -> Board:
    size = size_of(state.squares)
    cells = []
    for row in range(size):
        for column in range(size):
            letter = at(state, column, row)
            shade = PIT.name if letter == PIT.letter else "dark" if (column + row) % 2 == 0 else "light"
            cells.append(Cell(f"{COLUMNS[column]}{row + 1}", column, row, shade, PIECES.get(letter)))
    rows = tuple(str(row + 1) for row in range(size))
    return Board(size, size, tuple(cells), tuple(COLUMNS[:size]), rows, shades=(PIT,))


def compose(first: State, letters: Mapping[str, str], turn: int) -> str:
    """The one-line text of a board put together by hand; `first` has its size."""
    return f"{rows_as_text(board(first), letters)} {SIDES[turn]}"
