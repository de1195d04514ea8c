"""Positions and moves of wumpus as text.

WHM/3/whm lower     rows from the top: `WHM` upper pieces, `whm` lower, `O` a pit, a digit a run of empty squares
a1-b2  a1xb2        a step (also into a pit) and a fight; also a1b2
"""

from __future__ import annotations

import re

from plies.errors import InvalidPosition
from plies.games.bits import Bits, bit, join, meet, some, stride
from plies.games.wumpus.rules import LOWER, State, kind_at, offset, own

SIDES = ("lower", "upper")
COLUMNS = "abcdefghi"
KINDS = "whm"
WORD_PATTERN = r"[a-i][1-9][-x]?[a-i][1-9]"


def nothing(size: int) -> Bits:
    """An empty board of bits of the kind this size needs."""
    return 0 if size <= 8 else (0, 0)


def place(board: Bits, column: int, row: int) -> Bits:
    """The board with one more square set; columns and rows count from 0 at the bottom left."""
    return join(board, bit(board, row * stride(board) + column))


def size_of(squares: Bits) -> int:
    return sum(some(meet(squares, bit(squares, column))) for column in range(stride(squares)))


def at(state: State, column: int, row: int) -> str:
    """What is on a square: a letter of the text, or nothing."""
    here = bit(state.squares, row * stride(state.squares) + column)
    if some(meet(state.pits, here)):
        return "O"
    if some(meet(state.lower, here)):
        return KINDS[kind_at(state, here)]
    return KINDS[kind_at(state, here)].upper() if some(meet(state.upper, here)) else ""


def state_of(letters: dict[tuple[int, int], str], size: int, turn: int, directions: int) -> State:
    """The state with these letters by column and row; squares that are left out are empty."""
    boards = dict.fromkeys(("lower", "upper", "wumpuses", "heroes", "pits", "squares"), nothing(size))
    for row in range(size):
        for column in range(size):
            letter = letters.get((column, row), "")
            names = ["squares"]
            if letter == "O":
                names.append("pits")
            elif letter:
                names.append("lower" if letter.islower() else "upper")
                names += {"w": ["wumpuses"], "h": ["heroes"], "m": []}[letter.lower()]
            for name in names:
                boards[name] = place(boards[name], column, row)
    return State(turn=turn, directions=directions, **boards)


def first_state(size: int, pits: list[tuple[int, int]], directions: int) -> State:
    letters = dict.fromkeys(pits, "O")
    for column in range(size):
        letters[column, 0] = KINDS[column % 3]
        letters[column, size - 1] = KINDS[column % 3].upper()
    return state_of(letters, size, LOWER, directions)


def format_position(state: State) -> str:
    size = size_of(state.squares)
    rows = []
    for row in reversed(range(size)):
        text = "".join(at(state, column, row) or "." for column in range(size))
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), text))
    return "/".join(rows) + " " + SIDES[state.turn]


def parse_position(text: str, size: int, directions: int) -> State:
    """The state that a line describes; errors name the row and the place in it."""
    words = text.split()
    if len(words) != 2 or words[1] not in SIDES:
        raise InvalidPosition(f"{text!r}: a position is rows and the side to move, 'lower' or 'upper', after one space")
    rows = words[0].split("/")
    if len(rows) != size:
        raise InvalidPosition(f"{text!r}: {len(rows)} rows, but the board has {size}")
    letters = {}
    for index, line in enumerate(rows):
        row = size - 1 - index
        letters.update({(column, row): letter for column, letter in _read_row(line, row + 1, size).items()})
    for side, name in enumerate(SIDES):
        total = sum(letter != "O" and letter.isupper() == (side == 1) for letter in letters.values())
        if total > size:
            raise InvalidPosition(f"{text!r}: {total} pieces of {name}, but a side has at most {size}")
    return state_of(letters, size, SIDES.index(words[1]), directions)


def _read_row(line: str, row: int, size: int) -> dict[int, str]:
    """The letters of a row by column."""
    letters, column = {}, 0
    for index, letter in enumerate(line):
        where = f"row {row}, character {index + 1}"
        if letter in "123456789":
            column += int(letter)
        elif letter in "whmWHMO":
            if letter == "O" and row in (1, size):
                raise InvalidPosition(f"{where}: a pit on a back row; pits are on rows 2 to {size - 1}")
            letters[column] = letter
            column += 1
        else:
            raise InvalidPosition(f"{where}: {letter!r} is none of w h m W H M, O for a pit, or a digit from 1 to 9")
        if column > size:
            raise InvalidPosition(f"{where}: more than {size} squares in {line!r}")
    if column < size:
        raise InvalidPosition(f"row {row}: {column} squares in {line!r}, but the board has {size}")
    return letters


def square_name(squares: Bits, square: int) -> str:
    row, column = divmod(square, stride(squares))
    return f"{COLUMNS[column]}{row + 1}"


def squares_of(state: State, move: int) -> tuple[str, ...]:
    target = move >> 3
    origin = target - offset(state, move & 7)
    return square_name(state.squares, origin), square_name(state.squares, target)


def format_move(state: State, move: int) -> str:
    origin, target = squares_of(state, move)
    enemy = own(state, 1 - state.turn)
    return f"{origin}{'x' if some(meet(enemy, bit(enemy, move >> 3))) else '-'}{target}"


def read_move(state: State, word: str) -> list[int]:
    """The moves a word may mean: `a1-b2`, `a1xb2` or `a1b2`. Legality is checked by the caller."""
    x1, x2 = COLUMNS.index(word[0]), COLUMNS.index(word[-2])
    y1, y2 = int(word[1]) - 1, int(word[-1]) - 1
    size = size_of(state.squares)
    if max(x1, x2, y1, y2) >= size or max(abs(x2 - x1), abs(y2 - y1)) != 1:
        return []
    place_of_nine = 3 * (y2 - y1 + 1) + (x2 - x1 + 1)
    direction = place_of_nine if place_of_nine < 4 else place_of_nine - 1
    move = 8 * (y2 * stride(state.squares) + x2) + direction
    return [move] if len(word) == 4 or word == format_move(state, move) else []
