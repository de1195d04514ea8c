"""An index of all running games of pawns and breakthrough on small boards, in tiers.

White's pawns stand on all rows but the far one, Black's on all but the near one (elsewhere the game is over), at most
two a column on either side. White's pawns come first: for each way to place them there is a block of all ways to
place Black's on the squares left, counted without White's squares and numbered in the order of their bits. White's
steps still to go never grow: a move of White takes one away, a move of Black none, or those of a pawn it captures. So
the blocks are sorted by these steps, and among equals those with White to move come first; every move then leads to an
earlier run of blocks, which is a tier.

`numbers`: width, height, how many placements there are on one side's squares, then by the bits of White's pawns the
first number of its block with White to move, the same with Black to move, by the bits of Black's pawns their rank; by
rank those bits; the number of blocks, their first numbers, and White's bits with the side to move in the lowest.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from plies.errors import Refused
from plies.games.bits import i64, lowest_word, u64
from plies.games.pawns.rules import State
from plies.games.solving import Index, Layout

#: squares of one side's rows at most: their bits are looked up
MOST_SQUARES = 20
ROW = 8
#: where the lists of `numbers` begin
LISTS = 3


def layout(first: State, part: int) -> Layout:
    width, height = _size(first.squares)
    squares = width * (height - 1)
    if squares > MOST_SQUARES:
        raise Refused(f"a board of {width}x{height} is too large to number its positions; 4x6 and 5x5 are the largest")
    count = 1 << squares
    rank, placed = [-1] * count, list[int]()
    for bits in range(count):
        if bits.bit_count() <= 2 * width:
            rank[bits] = len(placed)
            placed.append(bits)
    # placements on the first n squares come first, whatever n
    ways = [bisect_left(placed, 1 << n) for n in range(squares + 1)]
    steps = {white: _steps(white, width, height) for white in placed}
    starts = [[-1] * count, [-1] * count]
    firsts, owners, tiers, total = [], [], [0], 0
    for step in sorted(set(steps.values())):
        whites = [white for white in placed if steps[white] == step]
        for turn in (0, 1):
            for white in whites:
                starts[turn][white] = total
                firsts.append(total)
                owners.append(2 * white + turn)
                total += ways[squares - (white >> width).bit_count()]
            tiers.append(total)
    numbers = [width, height, len(placed), *starts[0], *starts[1], *rank, *placed, len(firsts), *firsts, *owners]
    return Layout(numbers, tiers)


def _size(squares: int) -> tuple[int, int]:
    return (squares & 0xFF).bit_count(), -(-squares.bit_length() // ROW)


def _steps(white: int, width: int, height: int) -> int:
    """The steps that White's pawns have to go in all."""
    return sum(
        (height - 1 - row) * (white >> (width * row) & ((1 << width) - 1)).bit_count() for row in range(height - 1)
    )


def gathered(pawns: int, first_row: int, width: int, height: int) -> int:
    """The pawns on all rows but one, from `first_row` on, without the unused columns."""
    bits = 0
    for row in range(height - 1):
        here = (pawns >> u64(ROW * (row + first_row))) & u64((1 << width) - 1)
        bits |= i64(here) << (width * row)
    return bits


def spread(bits: int, first_row: int, width: int, height: int) -> int:
    """The board that `gathered` makes these bits of."""
    board = u64(0)
    for row in range(height - 1):
        here = (bits >> (width * row)) & ((1 << width) - 1)
        board |= u64(u64(here) << u64(ROW * (row + first_row)))
    return board


def index(state: State, numbers: Any) -> int:
    width, height, placed = numbers[0], numbers[1], numbers[2]
    count = 1 << (width * (height - 1))
    row = u64((1 << width) - 1)
    if (state.white >> u64(ROW * (height - 1))) & row != u64(0) or state.black & row != u64(0):
        return -1
    white = gathered(state.white, 0, width, height)
    start = numbers[LISTS + count * state.turn + white]
    if start < 0:
        return -1
    # Black's squares without White's, from the lowest on; those before it have moved each one down already
    black, taken, gone = gathered(state.black, 1, width, height), u64(white >> width), 0
    while taken != u64(0):
        below = (1 << (lowest_word(taken) - gone)) - 1
        black = (black & below) | ((black >> 1) & ~below)
        taken &= taken - u64(1)
        gone += 1
    rank = numbers[LISTS + 2 * count + black]
    return start + rank if 0 <= rank < placed else -1


def state_of(i: int, first: State, numbers: Any) -> State:
    width, height, placed = numbers[0], numbers[1], numbers[2]
    count = 1 << (width * (height - 1))
    ranked = LISTS + 3 * count
    blocks = ranked + placed
    # the last block that begins at i or before
    low, high = 0, numbers[blocks] - 1
    while low < high:
        middle = (low + high + 1) >> 1
        if numbers[blocks + 1 + middle] <= i:
            low = middle
        else:
            high = middle - 1
    owner = numbers[blocks + 1 + numbers[blocks] + low]
    white = owner >> 1
    black = numbers[ranked + i - numbers[blocks + 1 + low]]
    taken = u64(white >> width)
    while taken != u64(0):
        below = (1 << lowest_word(taken)) - 1
        black = (black & below) | ((black & ~below) << 1)
        taken &= taken - u64(1)
    return State(spread(white, 0, width, height), spread(black, 1, width, height), i64(owner & 1), first.squares)


INDEX = Index(layout, index, state_of, strict=True)
