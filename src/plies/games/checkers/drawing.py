"""The board of checkers as data, Red below. Squares show their numbers, which is what moves are made of."""

from __future__ import annotations

from collections.abc import Mapping

from plies.games.board import Board, Cell, Piece
from plies.games.checkers.notation import bit_of
from plies.games.checkers.rules import State

RIM = "M50 21a29 29 0 1 0 0.01 0zM50 23.2a26.8 26.8 0 1 1 -0.01 0z"
CROWN = "M34 62h32l5-24l-11 9l-10-14l-10 14l-11-9z"
PIECES = {
    "r": Piece(0, "r", "●", name="man", detail=RIM),
    "R": Piece(0, "R", "♚", name="king", detail=RIM + CROWN),
    "w": Piece(1, "w", "●", name="man", detail=RIM),
    "W": Piece(1, "W", "♚", name="king", detail=RIM + CROWN),
}


def place_of(square: int) -> tuple[int, int]:
    """Column and row of a square from 1 to 32, counted from 0 at the lower left."""
    row, index = divmod(square - 1, 4)
    return 6 - 2 * index + row % 2, row


def letter_at(state: State, square: int) -> str:
    """`r`, `w`, `R`, `W` or nothing."""
    bit = 1 << bit_of(square)
    letter = "r" if state.red & bit else "w" if state.black & bit else ""
    return letter.upper() if state.kings & bit else letter


def board(state: State) -> Board:
    dark = []
    for square in range(1, 33):
        piece = PIECES.get(letter_at(state, square))
        dark.append(Cell(str(square), *place_of(square), "dark", piece, str(square)))
    light = [Cell("", x, y, "light", None, " ") for y in range(8) for x in range((y + 1) % 2, 8, 2)]
    return Board(8, 8, (*dark, *light), ("",) * 8, ("",) * 8, ("red", "white"))


def compose(letters: Mapping[str, str], turn: int) -> str:
    """The FEN of a board put together by hand: letters by the numbers of squares."""
    sides = {
        side: ",".join(("K" if letter.isupper() else "") + name for name, letter in letters.items() if letter in both)
        for side, both in (("W", "wW"), ("B", "rR"))
    }
    return f"{'BW'[turn]}:W{sides['W']}:B{sides['B']}"
