"""Positions and moves of pebbles as text.

2,2,2,0/2,2,3,3 B     the counts of the top row (A's) and of the bottom row (B's) from the left, and the side to move
3                     a move: the column of one of the mover's bins, 1 at the left
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from plies.errors import InvalidPosition
from plies.games.pebbles.rules import BIN_BITS, BINS_A_WORD, MOST_PEBBLES, A, State, bin_of, pebbles_in

SIDES = ("A", "B")
WORD_PATTERN = r"10|[1-9]"


def state_of(top: list[int], bottom: list[int], turn: int) -> State:
    """The state with these counts, both rows from the left."""
    a, b = top, bottom[::-1]
    near, far = slice(0, BINS_A_WORD), slice(BINS_A_WORD, None)
    return State(_pack(a[near]), _pack(a[far]), _pack(b[near]), _pack(b[far]), turn, len(top))


def _pack(counts: list[int]) -> int:
    return sum(count << (BIN_BITS * index) for index, count in enumerate(counts))


def rows_of(state: State) -> tuple[list[int], list[int]]:
    """The counts of the top and of the bottom row, both from the left."""
    top = [pebbles_in(state, 0, index) for index in range(state.bins)]
    bottom = [pebbles_in(state, 1, index) for index in range(state.bins)]
    return top, bottom[::-1]


def format_position(state: State) -> str:
    top, bottom = (",".join(map(str, row)) for row in rows_of(state))
    return f"{top}/{bottom} {SIDES[state.turn]}"


def parse_position(text: str, bins: int) -> State:
    """The state that a line describes; errors name the row and the bin."""
    words = text.split()
    if len(words) != 2 or words[1] not in SIDES:
        raise InvalidPosition(f"{text!r}: a position is two rows and the side to move, 'A' or 'B', after one space")
    rows = words[0].split("/")
    if len(rows) != 2:
        raise InvalidPosition(f"{text!r}: {len(rows)} rows, but a board has two, top/bottom")
    top, bottom = (_read_row(row, name, bins) for row, name in zip(rows, ("top", "bottom"), strict=True))
    total = sum(top) + sum(bottom)
    if total == 0:
        raise InvalidPosition(f"{text!r}: no pebbles on the board; there must be at least one")
    if total > MOST_PEBBLES:
        raise InvalidPosition(f"{text!r}: {total} pebbles, but a board holds at most {MOST_PEBBLES}")
    return state_of(top, bottom, SIDES.index(words[1]))


def _read_row(line: str, name: str, bins: int) -> list[int]:
    parts = line.split(",")
    place = 1
    for index, part in enumerate(parts):
        if not re.fullmatch(r"0|[1-9][0-9]{0,3}", part):
            raise InvalidPosition(
                f"{name} row, bin {index + 1}, character {place}: {part!r} is not a number of pebbles "
                f"(0 to {MOST_PEBBLES})"
            )
        place += len(part) + 1
    if len(parts) != bins:
        raise InvalidPosition(f"{name} row: {len(parts)} bins in {line!r}, but the board has {bins}")
    return [int(part) for part in parts]


def format_move(state: State, move: int) -> str:
    return str(move + 1)


def squares_of(state: State, move: int) -> tuple[str, ...]:
    """The bin that is emptied and then every bin that gets a pebble, in order."""
    index, bins = bin_of(state, move), state.bins
    sown = pebbles_in(state, state.turn, index)
    return tuple(_name(state, (index + step) % (2 * bins)) for step in range(sown + 1))


def steps_of(state: State, move: int) -> tuple[State, ...]:
    """The board after each pebble that is sown."""
    rows, turn, order = rows_of(state), state.turn, squares_of(state, move)
    states = []
    for index, name in enumerate(order):
        row, column = rows[SIDES.index(name[0])], int(name[1:]) - 1
        row[column] = row[column] + 1 if index else 0
        if index:
            states.append(state_of(*rows, 1 - turn))
    return tuple(states)


def compose(bins: int, counts: Mapping[str, str], turn: int) -> str:
    """The one-line text of a board put together by hand: counts by the names of bins."""
    top, bottom = (",".join(counts.get(f"{side}{column + 1}") or "0" for column in range(bins)) for side in SIDES)
    return f"{top}/{bottom} {SIDES[turn]}"


def _name(state: State, place: int) -> str:
    """The name of a place on the ring as the mover sees it: own bins first."""
    side = state.turn if place < state.bins else 1 - state.turn
    index = place % state.bins
    column = index if side == A else state.bins - 1 - index
    return f"{SIDES[side]}{column + 1}"
