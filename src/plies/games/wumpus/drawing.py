"""The board of wumpus as data: pieces with shapes of their own, pits as a shade with a look of its own."""

from __future__ import annotations

from collections.abc import Mapping

from plies.games.board import Board, Cell, Piece, Shade, rows_as_text
from plies.games.wumpus.notation import COLUMNS, SIDES, at, size_of
from plies.games.wumpus.rules import State

# a head with two horns; slanted eyes and a mouth full of teeth
HORNED = "M17 10q5 12 18 17q15-6 30 0q13-5 18-17q9 18 0 34a34 34 0 1 1-66 0q-9-16 0-34z"
FACE = "M30 42l15 8q-2 8-8 7q-7-2-7-15zM70 42l-15 8q2 8 8 7q7-2 7-15zM30 66h40l-4 10l-6-7l-5 9l-5-9l-5 9l-5-9l-6 7z"
# a helmet with a crest; the slit for the eyes and the nose
HELMET = "M44 16q6-10 12 0q26 4 26 34v30q-13 10-32 10t-32-10v-30q0-30 26-34z"
SLIT = "M27 46q23-7 46 0v10q-8 3-17 2v24h-12v-24q-9 1-17-2z"
# a pointed hat with a bent tip and a brim; a star and a band
HAT = "M66 9q-5 4-4 12l13 43q15 4 15 11q0 12-40 12t-40-12q0-7 15-11l14-36q6-15 27-19z"
STAR = "M51 32l4 9l10 1l-8 6l3 10l-9-6l-9 6l3-10l-8-6l10-1zM24 67q26 8 52 0l2 6q-28 9-56 0z"

HOLE = "M20 54q2-22 28-24q32-2 33 22q-1 24-32 24q-28-1-29-22z"  # uneven, as dug
PIT = Shade("pit", "O", "o", "#a2937a", 124, night="#8d8064", detail=HOLE, detail_colour="#2e261b")

_NAMES = {"w": "wumpus", "h": "hero", "m": "mage"}
_SHAPES = {"w": (HORNED, FACE), "h": (HELMET, SLIT), "m": (HAT, STAR)}
PIECES = {
    letter: Piece(
        side,
        letter,
        letter.upper(),
        _SHAPES[letter.lower()][0],
        name=_NAMES[letter.lower()],
        detail=_SHAPES[letter.lower()][1],
    )
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
