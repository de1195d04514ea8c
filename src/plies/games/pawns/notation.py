"""Positions and moves of the pawn game as text.

bbb/bbb/3/www/www w     rows from the top, a decimal number for a run of empty squares, the side to move
b2-b3  b2xc3            a step and a capture; also b2b3, and (move 2 2 2 3) as game servers speak
"""

from __future__ import annotations

import re

from plies.errors import InvalidPosition
from plies.games.bits import Bits, bit, join, meet, some, stride
from plies.games.pawns.rules import BLACK, WHITE, State

COLUMNS = "abcdefghij"
WORD_PATTERN = r"[a-j](10|[1-9])[-x]?[a-j](10|[1-9])|\(?\s*(?i:move)(\s+[0-9]{1,3}){4}\s*\)?"


def nothing(width: int, height: int) -> Bits:
    """An empty board of bits of the kind this size needs."""
    return 0 if width <= 8 and height <= 8 else (0, 0)


def place(board: Bits, column: int, row: int) -> Bits:
    """The board with one more square set; columns and rows count from 0 at the bottom left."""
    return join(board, bit(board, row * stride(board) + column))


def all_squares(width: int, height: int) -> Bits:
    board = nothing(width, height)
    for row in range(height):
        for column in range(width):
            board = place(board, column, row)
    return board


def size_of(squares: Bits) -> tuple[int, int]:
    """Width and height of a board from its squares."""
    step = stride(squares)
    width = sum(some(meet(squares, bit(squares, column))) for column in range(step))
    height = sum(some(meet(squares, bit(squares, row * step))) for row in range(step))
    return width, height


def at(state: State, column: int, row: int) -> str:
    """What stands on a square: `w`, `b` or nothing."""
    here = bit(state.squares, row * stride(state.squares) + column)
    if some(meet(state.white, here)):
        return "w"
    return "b" if some(meet(state.black, here)) else ""


def first_state(width: int, height: int) -> State:
    white = black = nothing(width, height)
    for column in range(width):
        for row in (0, 1):
            white = place(white, column, row)
            black = place(black, column, height - 1 - row)
    return State(white, black, WHITE, all_squares(width, height))


def format_position(state: State) -> str:
    width, height = size_of(state.squares)
    rows = []
    for row in reversed(range(height)):
        text = "".join(at(state, column, row) or "." for column in range(width))
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), text))
    return "/".join(rows) + " " + "wb"[state.turn]


def parse_position(text: str, width: int, height: int) -> State:
    """The state that a line describes; errors name the row and the place in it."""
    words = text.split()
    if len(words) != 2 or words[1] not in ("w", "b"):
        raise InvalidPosition(f"{text!r}: a position is rows and the side to move, 'w' or 'b', after one space")
    rows = words[0].split("/")
    if len(rows) != height:
        raise InvalidPosition(f"{text!r}: {len(rows)} rows, but the board has {height}")
    white = black = nothing(width, height)
    for index, line in enumerate(rows):
        row = height - 1 - index
        for column, piece in enumerate(_read_row(line, row + 1, width)):
            if piece == "w":
                white = place(white, column, row)
            elif piece == "b":
                black = place(black, column, row)
    state = State(white, black, "wb".index(words[1]), all_squares(width, height))
    _check(text, state, width, height)
    return state


def _read_row(line: str, row: int, width: int) -> str:
    squares = ""
    for part in re.finditer(r"\d+|.", line):
        piece = part.group()
        where = f"row {row}, character {part.start() + 1}"
        if piece in ("w", "b"):
            squares += piece
        elif piece.isascii() and piece.isdigit() and not piece.startswith("0") and len(piece) <= 2:
            squares += "." * int(piece)
        else:
            raise InvalidPosition(f"{where}: {piece!r} is not 'w', 'b' or a number of empty squares")
        if len(squares) > width:
            raise InvalidPosition(f"{where}: more than {width} squares in {line!r}")
    if len(squares) < width:
        raise InvalidPosition(f"row {row}: {len(squares)} squares in {line!r}, but the board has {width}")
    return squares


def _check(text: str, state: State, width: int, height: int) -> None:
    for letter in "wb":
        total = sum(at(state, column, row) == letter for column in range(width) for row in range(height))
        if total > 2 * width:
            raise InvalidPosition(f"{text!r}: {total} pawns '{letter}', but a side has at most {2 * width}")
    if any(at(state, c, height - 1) == "w" for c in range(width)) and any(at(state, c, 0) == "b" for c in range(width)):
        raise InvalidPosition(f"{text!r}: both sides have arrived on the far row")


def square_name(squares: Bits, square: int) -> str:
    row, column = divmod(square, stride(squares))
    return f"{COLUMNS[column]}{row + 1}"


def origin_of(state: State, move: int) -> int:
    """The square a move leaves."""
    back = -stride(state.squares) if state.turn == WHITE else stride(state.squares)
    return (move >> 2) + back - ((move & 3) - 1)


def squares_of(state: State, move: int) -> tuple[str, ...]:
    return square_name(state.squares, origin_of(state, move)), square_name(state.squares, move >> 2)


def format_move(state: State, move: int) -> str:
    origin, target = squares_of(state, move)
    enemy = state.black if state.turn == WHITE else state.white
    return f"{origin}{'x' if some(meet(enemy, bit(enemy, move >> 2))) else '-'}{target}"


def format_coordinates(state: State, move: int) -> str:
    """The form game servers speak: `(move 2 2 2 3)`."""
    step = stride(state.squares)
    numbers = [part + 1 for square in (origin_of(state, move), move >> 2) for part in reversed(divmod(square, step))]
    return "(move {} {} {} {})".format(*numbers)


def read_move(state: State, word: str) -> list[int]:
    """The moves a word may mean: `b2-b3`, `b2xc3`, `b2b3` or `(move 2 2 2 3)`. Legality is checked by the caller."""
    step = stride(state.squares)
    coordinates = re.findall(r"[0-9]+", word) if "m" in word.lower() else []
    if coordinates:
        x1, y1, x2, y2 = (int(number) - 1 for number in coordinates)
    else:
        found = re.fullmatch(r"([a-j])(\d+)([-x]?)([a-j])(\d+)", word)
        assert found is not None  # the caller has matched WORD_PATTERN
        x1, x2 = COLUMNS.index(found[1]), COLUMNS.index(found[4])
        y1, y2 = int(found[2]) - 1, int(found[5]) - 1
    if not all(0 <= number < step for number in (x1, y1, x2, y2)) or abs(x2 - x1) > 1:
        return []
    forward = 1 if state.turn == WHITE else -1
    if y2 - y1 != forward:
        return []
    move = 4 * (y2 * step + x2) + (x2 - x1) + 1
    sign = "" if coordinates else word.strip(COLUMNS + "0123456789")
    return [move] if sign in ("", format_move(state, move)[len(f"{COLUMNS[x1]}{y1 + 1}")]) else []


__all__ = ["BLACK", "WHITE", "first_state", "format_move", "format_position", "parse_position", "read_move"]
