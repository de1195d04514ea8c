"""Puzzle files: eight lines of eight characters, Red below and to move.

    ........        .  an empty square
    .......B        r  a red man     R  a red king
    ....r...        b  a white man   B  a white king
       :

The dark squares have an odd sum of row and column, counted from 0 at the top left. A file with every piece on the
light squares is read mirrored left to right, and what is written for it is mirrored back.
"""

from __future__ import annotations

from collections.abc import Sequence

from plies.errors import InvalidFile
from plies.games.checkers.drawing import letter_at, place_of
from plies.games.checkers.notation import PIECES_A_SIDE, bit_of
from plies.games.checkers.rules import RED, State
from plies.games.contract import Puzzle

SIZE = 8
#: (row from the top, column) -> square number
_SQUARES = {(SIZE - 1 - y, x): square for square in range(1, 33) for x, y in [place_of(square)]}

#: puzzle files call our White black
_LETTERS = str.maketrans("wW", "bB")


def read_puzzle(text: str) -> Puzzle:
    """The board of a puzzle file; InvalidFile names the line and column where it is not one."""
    lines = [line.removesuffix("\r") for line in text.rstrip("\r\n").split("\n")]
    pieces = _pieces(lines)
    mirrored = _is_mirrored(pieces)
    sides, kings = {"r": 0, "b": 0}, 0
    for row, column, letter in pieces:
        man = letter.lower()
        bit = 1 << bit_of(_SQUARES[row, SIZE - 1 - column if mirrored else column])
        sides[man] |= bit
        kings |= bit if letter.isupper() else 0
        if (letter, row) in (("r", 0), ("b", SIZE - 1)):
            raise InvalidFile(f"a man {letter!r} on its last row would be a king {man.upper()!r}", row + 1, column + 1)
        if sides[man].bit_count() > PIECES_A_SIDE:
            raise InvalidFile(f"more than {PIECES_A_SIDE} pieces {man!r}", row + 1, column + 1)
    return Puzzle(State(sides["r"], sides["b"], kings, RED), mirrored)


def _pieces(lines: Sequence[str]) -> list[tuple[int, int, str]]:
    """Row and column of every piece, from the top left."""
    found = []
    for row, line in enumerate(lines):
        if row == SIZE:
            raise InvalidFile(f"a board has {SIZE} lines, but here is one more", row + 1, 1)
        for column, letter in enumerate(line):
            if column == SIZE:
                raise InvalidFile(f"a line has {SIZE} characters, but here is one more", row + 1, column + 1)
            if letter not in ".rbRB":
                raise InvalidFile(f"{letter!r} is not one of . r b R B", row + 1, column + 1)
            if letter != ".":
                found.append((row, column, letter))
        if len(line) < SIZE:
            raise InvalidFile(
                f"a line has {SIZE} characters, but this one ends after {len(line)}", row + 1, len(line) + 1
            )
    if len(lines) < SIZE:
        raise InvalidFile(f"a board has {SIZE} lines, but this one ends after {len(lines)}", len(lines) + 1, 1)
    return found


def _is_mirrored(pieces: Sequence[tuple[int, int, str]]) -> bool:
    if not pieces:
        return False
    row, column, _ = pieces[0]
    colour = (row + column) % 2
    for row, column, letter in pieces:
        if (row + column) % 2 != colour:
            names = "light", "dark"
            raise InvalidFile(
                f"{letter!r} is on a {names[1 - colour]} square, but the pieces before it are on {names[colour]} ones",
                row + 1,
                column + 1,
            )
    return colour == 0


def write_boards(puzzle: Puzzle, states: Sequence[State]) -> str:
    """Boards in the orientation of the puzzle they belong to, separated by blank lines."""
    return "\n".join(_board(state, puzzle.mirrored) for state in states)


def _board(state: State, mirrored: bool) -> str:
    rows = [["."] * SIZE for _ in range(SIZE)]
    for (row, column), square in _SQUARES.items():
        rows[row][column] = letter_at(state, square).translate(_LETTERS) or "."
    return "".join("".join(reversed(row) if mirrored else row) + "\n" for row in rows)
