"""Endings: every position of up to six pieces has a number, for tables (`games/solving.py`).

Turning the board round and exchanging the sides changes nothing, so a position is seen by the side to move: its men and
kings are mine, those of the other side theirs. One number stands for both. A group holds all positions with the same
four counts. Squares are numbered from 0 in the order of the bits, so that my men stand on 0 to 27, theirs on 4 to 31.

A place in a group is a number in mixed radix, each digit the rank of a set of squares among all sets of its size:

    my men on 28 squares | their men on 28 squares | my kings on squares without men | their kings on what is left

Two men cannot share a square, so a few numbers stand for no position.

Steps that crown no man stay in a pair of groups, in which the sides are exchanged; captures and crownings lead to
groups with fewer pieces or fewer men, and never back. So a pair of groups is a tier.
"""

from __future__ import annotations

from math import comb
from typing import Any

from plies.games.bits import count_word, lowest_word, u64
from plies.games.checkers.rules import BLACK, RED, SQUARES, State, step
from plies.games.solving import Index, Layout, Part

MOST = 6  # pieces on the board
BASE = MOST + 1  # a group is four digits in this base, see `group_of`
GROUPS = BASE**4
MEN_SQUARES = 28
LOW_32 = 0xFFFF_FFFF

# The numbers that all functions here look up: sets of k squares among n, at BASE * n + k; then the first number of each
# group; then how many groups there are; then the groups in the order of their first numbers.
FIRSTS = 33 * BASE
COUNT = FIRSTS + GROUPS
ORDER = COUNT + 1


def squeezed(board: int) -> int:
    """The 32 squares without the gaps between the bits."""
    low = (board & u64(0xFF)) | ((board >> u64(1)) & u64(0xFF00))
    return low | ((board >> u64(2)) & u64(0xFF_0000)) | ((board >> u64(3)) & u64(0xFF00_0000))


def spread(squares: int) -> int:
    """The opposite of `squeezed`."""
    low = (squares & u64(0xFF)) | ((squares & u64(0xFF00)) << u64(1))
    return low | ((squares & u64(0xFF_0000)) << u64(2)) | ((squares & u64(0xFF00_0000)) << u64(3))


def turned(squares: int) -> int:
    """The board turned round: 32 bits in the opposite order."""
    x = squares
    x = ((x >> u64(1)) & u64(0x5555_5555)) | ((x & u64(0x5555_5555)) << u64(1))
    x = ((x >> u64(2)) & u64(0x3333_3333)) | ((x & u64(0x3333_3333)) << u64(2))
    x = ((x >> u64(4)) & u64(0x0F0F_0F0F)) | ((x & u64(0x0F0F_0F0F)) << u64(4))
    x = ((x >> u64(8)) & u64(0x00FF_00FF)) | ((x & u64(0x00FF_00FF)) << u64(8))
    return ((x >> u64(16)) | (x << u64(16))) & u64(LOW_32)


def rank(squares: int, below: int, numbers: Any) -> int:
    """The number of a set of squares among the sets of its size, on the squares that are not in `below`."""
    total, k = 0, 1
    while squares != u64(0):
        square = lowest_word(squares)
        before = count_word(below & ((u64(1) << u64(square)) - u64(1)))
        total += numbers[BASE * (square - before) + k]
        k += 1
        squares &= squares - u64(1)
    return total


def unrank(number: int, k: int, highest: int, numbers: Any) -> int:
    """The set of `k` squares below `highest` that has this number."""
    squares = u64(0)
    n = highest - 1
    while k > 0:
        while numbers[BASE * n + k] > number:
            n -= 1
        squares |= u64(1) << u64(n)
        number -= numbers[BASE * n + k]
        k -= 1
        n -= 1
    return squares


def opened(squares: int, below: int) -> int:
    """A set of squares numbered among those not in `below`, on the whole board."""
    while below != u64(0):
        gap = below & (u64(0) - below)
        low = gap - u64(1)
        squares = (squares & low) | ((squares & (low ^ u64(LOW_32))) << u64(1))
        below ^= gap
    return squares


def seen_by_red(state: State) -> State:
    """The position itself, or with White to move the one with the sides exchanged."""
    if state.turn == RED:
        return state
    red, white, kings = squeezed(state.red), squeezed(state.black), squeezed(state.kings)
    return State(spread(turned(white)), spread(turned(red)), spread(turned(kings)), RED)


def group_of(state: State) -> int:
    """The group of a position: my men, my kings, their men, their kings, as digits from the low end."""
    mine, theirs = (state.red, state.black) if state.turn == RED else (state.black, state.red)
    my_kings, their_kings = count_word(mine & state.kings), count_word(theirs & state.kings)
    my_men, their_men = count_word(mine) - my_kings, count_word(theirs) - their_kings
    return my_men + BASE * (my_kings + BASE * (their_men + BASE * their_kings))


def number_of(state: State, numbers: Any) -> int:
    """The number of a position; -1 with too many pieces."""
    if count_word(state.red | state.black) > MOST:
        return -1
    first = numbers[FIRSTS + group_of(state)]
    if first < 0:
        return -1
    mine, theirs, kings = squeezed(state.red), squeezed(state.black), squeezed(state.kings)
    if state.turn == BLACK:
        mine, theirs, kings = turned(theirs), turned(mine), turned(kings)
    my_kings, their_kings = mine & kings, theirs & kings
    my_men, their_men = mine ^ my_kings, theirs ^ their_kings
    men = my_men | their_men
    a, b = count_word(my_men), count_word(their_men)
    c, d = count_word(my_kings), count_word(their_kings)
    nothing = u64(0)
    place = rank(my_men, nothing, numbers) * numbers[BASE * MEN_SQUARES + b]
    place += rank(their_men >> u64(4), nothing, numbers)
    place = place * numbers[BASE * (32 - a - b) + c] + rank(my_kings, men, numbers)
    place = place * numbers[BASE * (32 - a - b - c) + d] + rank(their_kings, men | my_kings, numbers)
    return int(first + place)


def group_with(number: int, numbers: Any) -> int:
    """The group that a number lies in."""
    low, high = 0, numbers[COUNT]
    while high - low > 1:
        middle = (low + high) // 2
        if numbers[FIRSTS + numbers[ORDER + middle]] <= number:
            low = middle
        else:
            high = middle
    return int(numbers[ORDER + low])


def position_with(number: int, first: State, numbers: Any) -> State:
    """The position with a number, Red to move; an empty board where there is none."""
    group = group_with(number, numbers)
    place = number - numbers[FIRSTS + group]
    a, c = group % BASE, group // BASE % BASE
    b, d = group // (BASE * BASE) % BASE, group // (BASE * BASE * BASE)
    size = numbers[BASE * (32 - a - b - c) + d]
    their_kings, place = unrank(place % size, d, 32, numbers), place // size
    size = numbers[BASE * (32 - a - b) + c]
    my_kings, place = unrank(place % size, c, 32, numbers), place // size
    size = numbers[BASE * MEN_SQUARES + b]
    their_men = unrank(place % size, b, MEN_SQUARES, numbers) << u64(4)
    my_men = unrank(place // size, a, MEN_SQUARES, numbers)
    if my_men & their_men != u64(0):
        return State(u64(0), u64(0), u64(0), RED)
    men = my_men | their_men
    my_kings = opened(my_kings, men)
    their_kings = opened(their_kings, men | my_kings)
    return State(spread(my_men | my_kings), spread(their_men | their_kings), spread(my_kings | their_kings), RED)


def steps_back(state: State, out: Any) -> int:
    """The steps without crowning that may have led here, made by the side that is not to move: the square where the
    piece stands and the direction back, as `4 * square + direction`. A capture may have been compulsory before one."""
    empty = u64(SQUARES) ^ (state.red | state.black)
    pieces = state.black if state.turn == RED else state.red
    men = pieces & (state.kings ^ u64(0xFFFF_FFFF_FFFF_FFFF))
    kings = pieces & state.kings
    up = kings | (men if state.turn == RED else u64(0))  # Black's men have come from above, Red's from below
    down = kings | (u64(0) if state.turn == RED else men)
    n = 0
    for direction in range(4):
        movers = up if direction < 2 else down
        while movers != u64(0):
            square = lowest_word(movers)
            if step(u64(1) << u64(square), direction) & empty != u64(0):
                out[n] = 4 * square + direction
                n += 1
            movers &= movers - u64(1)
    return n


def take_back(state: State, step_back: int) -> State:
    """The position before the step that ended on this square."""
    there = u64(1) << u64(step_back >> 2)
    here = step(there, step_back & 3)
    kings = state.kings
    if kings & there != u64(0):
        kings = kings ^ there ^ here
    if state.turn == RED:
        return State(state.red, state.black ^ there ^ here, kings, BLACK)
    return State(state.red ^ there ^ here, state.black, kings, RED)


def places(my_men: int, my_kings: int, their_men: int, their_kings: int) -> int:
    """How many numbers a group takes."""
    men = my_men + their_men
    kings = comb(32 - men, my_kings) * comb(32 - men - my_kings, their_kings)
    return comb(MEN_SQUARES, my_men) * comb(MEN_SQUARES, their_men) * kings


def layout(first: State, pieces: int) -> Layout:
    """Groups of up to so many pieces, fewer pieces first and then fewer men."""
    firsts, order, tiers, number = [-1] * GROUPS, [], [0], 0
    for a, c, b, d in _groups(pieces):
        for mine in sorted({(a, c, b, d), (b, d, a, c)}):
            group = sum(digit * BASE**i for i, digit in enumerate(mine))
            firsts[group] = number
            order.append(group)
            number += places(*mine)
        tiers.append(number)
    binomials = [comb(n, k) for n in range(33) for k in range(BASE)]
    return Layout((*binomials, *firsts, len(order), *order), tiers)


def _groups(pieces: int) -> list[tuple[int, int, int, int]]:
    """One group of each pair, in an order in which no move leads forwards."""
    found = []
    for n in range(1, pieces + 1):
        for men in range(n + 1):
            for a in range(men + 1):
                found += [(a, c, men - a, n - men - c) for c in range(n - men + 1)]
    return [(a, c, b, d) for a, c, b, d in found if (a, c) <= (b, d)]


INDEX = Index(
    layout=layout,
    index=number_of,
    state_of=position_with,
    part=Part("pieces", "endings of up to so many pieces, men and kings, either side to move", 1, MOST),
    before=steps_back,
    unplay=take_back,
    most_before=4 * MOST,
    stands_for=2,
)
