"""Positions and moves of checkers as text.

B:W18,24,27,28,K10,K15:B12,16,20,K22    FEN: the side to move, then the pieces; our Red is its B, our White its W
11-15   15x22   15x29   15x22x29        a step, a jump, a capture by its ends, and by all its landing squares
"""

from __future__ import annotations

import re
from itertools import pairwise

from plies.errors import InvalidPosition
from plies.games.checkers.rules import (
    BLACK,
    BLACK_HOME,
    CAPTURE,
    MOST_MOVES,
    RED,
    RED_HOME,
    State,
    moves,
    play,
    step,
    taken_by,
)

_SQUARE = "(?:0[1-9]|[1-9][0-9]?)"
WORD_PATTERN = f"{_SQUARE}-{_SQUARE}|{_SQUARE}(?:[x:]{_SQUARE})+"
WORD_EXAMPLE = "11-15, 15x22 or 15x22x29"
PIECES_A_SIDE = 12
SHAPE = "B:W21-32:B1-12"


def bit_of(square: int) -> int:
    """The bit of a square from 1 to 32 (see the picture in rules.py)."""
    return square - 1 + (square - 1) // 8


def square_of(squares: int) -> int:
    """The number from 1 to 32 of the one square that is set."""
    bit = squares.bit_length() - 1
    return bit - bit // 9 + 1


def numbers_of(squares: int) -> list[int]:
    return [square for square in range(1, 33) if squares >> bit_of(square) & 1]


def first_state() -> State:
    red = sum(1 << bit_of(square) for square in range(1, 13))
    black = sum(1 << bit_of(square) for square in range(21, 33))
    return State(red, black, 0, RED)


def format_position(state: State) -> str:
    return f"{'BW'[state.turn]}:W{_pieces(state.black, state.kings)}:B{_pieces(state.red, state.kings)}"


def _pieces(mine: int, kings: int) -> str:
    men = [str(square) for square in numbers_of(mine & ~kings)]
    return ",".join(men + [f"K{square}" for square in numbers_of(mine & kings)])


def parse_position(text: str) -> State:
    """The state that a FEN describes; errors name the place in it. Ranges and a full stop at the end are read too."""
    body = text.strip()
    parts = body.removesuffix(".").split(":")
    if len(parts) != 3 or parts[0] not in ("B", "W"):
        raise InvalidPosition(f"{text!r}: a position is TURN:PIECES:PIECES with TURN B or W, such as {SHAPE}")
    if sorted(part[:1] for part in parts[1:]) != ["B", "W"]:
        raise InvalidPosition(f"{text!r}: the pieces of one side begin with B and those of the other with W: {SHAPE}")
    sides, kings = [0, 0], 0
    at = text.index(body) + 3
    for part in parts[1:]:
        side = RED if part[0] == "B" else BLACK
        for square, is_king, place in _read_pieces(part[1:], at + 1, text):
            bit = 1 << bit_of(square)
            if (sides[0] | sides[1]) & bit:
                raise InvalidPosition(f"{text!r}, character {place}: square {square} is taken twice")
            if not is_king and bit & (BLACK_HOME if side == RED else RED_HOME):
                raise InvalidPosition(f"{text!r}, character {place}: a man on {square} would be a king, K{square}")
            sides[side] |= bit
            kings |= bit * is_king
        if sides[side].bit_count() > PIECES_A_SIDE:
            count = sides[side].bit_count()
            raise InvalidPosition(f"{text!r}: {count} pieces {part[0]}, but a side has at most {PIECES_A_SIDE}")
        at += len(part) + 1
    return State(sides[RED], sides[BLACK], kings, "BW".index(parts[0]))


def _read_pieces(part: str, at: int, text: str) -> list[tuple[int, bool, int]]:
    """Squares, whether a king is on them, and where in the text they stand, counted from 1."""
    found: list[tuple[int, bool, int]] = []
    if not part:
        return found
    for piece in part.split(","):
        read = re.fullmatch(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", piece)
        first = int(read[2]) if read else 0
        last = int(read[3] or first) if read else 0
        if read is None or not 1 <= first <= last <= 32:
            raise InvalidPosition(
                f"{text!r}, character {at}: {piece!r} is not a square from 1 to 32, with K for a king"
            )
        found += [(square, bool(read[1]), at) for square in range(first, last + 1)]
        at += len(piece) + 1
    return found


def landings(move: int) -> tuple[int, ...]:
    """The numbers of the squares a move touches: where it starts and where each step or jump lands."""
    here = 1 << (move >> 2 & 63)
    path, direction = move >> 8, move & 3
    if path == 0:
        return square_of(here), square_of(step(here, direction))
    squares = [square_of(here)]
    while True:
        here = step(step(here, direction), direction)
        squares.append(square_of(here))
        if path == 1:
            return tuple(squares)
        path, direction = path >> 2, path & 3


def squares_of(state: State, move: int) -> tuple[str, ...]:
    return tuple(str(square) for square in landings(move))


def steps_of(state: State, move: int) -> tuple[State, ...]:
    """The board after each jump, the piece that was jumped over taken off; a step has one."""
    after = play(state, move)
    squares, here = landings(move), state
    states = []
    for origin, target in pairwise(squares[:-1]):
        # three bits in a row on a diagonal are evenly spaced, so the piece between two landings is at their mean
        leaves, lands, between = bit_of(origin), bit_of(target), (bit_of(origin) + bit_of(target)) // 2
        moved, gone = (1 << leaves) | (1 << lands), ~(1 << between)
        mine = here.red if state.turn == RED else here.black
        theirs = (here.black if state.turn == RED else here.red) & gone
        kings = (here.kings ^ (moved if here.kings >> leaves & 1 else 0)) & gone
        mine ^= moved
        here = State(*((mine, theirs) if state.turn == RED else (theirs, mine)), kings, state.turn)
        states.append(here)
    return (*states, after)


def legal(state: State) -> list[int]:
    out = [0] * MOST_MOVES
    return out[: moves(state, out)]


def compulsion(state: State) -> str:
    """Whoever can capture must."""
    return "a capture is compulsory" if any(taken_by(move) for move in legal(state)) else ""


def format_move(state: State, move: int) -> str:
    """The short form, or all landing squares where several legal moves have the same ends."""
    squares = landings(move)
    if move < CAPTURE:
        return f"{squares[0]}-{squares[1]}"
    ends = squares[0], squares[-1]
    others = sum((way[0], way[-1]) == ends for way in map(landings, legal(state)))
    return "x".join(map(str, squares if others > 1 else ends))


def read_move(state: State, word: str) -> list[int]:
    """The legal moves a word may mean. Landing squares between the two ends may be left out."""
    named = tuple(int(number) for number in re.findall(r"\d+", word))
    kind = [move for move in legal(state) if (move < CAPTURE) == ("-" in word)]
    exact = [move for move in kind if landings(move) == named]
    return exact or [move for move in kind if _names(landings(move), named)]


def _names(squares: tuple[int, ...], named: tuple[int, ...]) -> bool:
    """Whether `named` are the ends of a path and some of the squares between them, in order."""
    if (squares[0], squares[-1]) != (named[0], named[-1]) or len(named) > len(squares):
        return False
    between = iter(squares[1:-1])
    return all(square in between for square in named[1:-1])
