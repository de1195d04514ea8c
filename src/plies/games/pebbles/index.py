"""An index of all positions of pebbles: ways to put the pebbles into 2N bins, twice, for the two sides to move.

The bins are A's and then B's, each row from its safest bin. Positions are ordered by the first bin, then by the second,
and so on. With r bins after it, those in which a bin has fewer than b of the x pebbles that are left number

    C(x + r, r) - C(x - b + r, r)

`numbers` are the pebbles, the bins of both rows, and C(x + r, r) for all x and r, at 2 + x * bins + r.
"""

from __future__ import annotations

from math import comb
from typing import Any

from plies.errors import Refused
from plies.games.bits import u64
from plies.games.pebbles.rules import BIN_BITS, BINS_A_WORD, State, pebbles_in
from plies.games.solving import Index, Layout

#: numbers of an index are signed integers of 64 bits
_LARGEST = 1 << 62


def layout(first: State, part: int) -> Layout:
    bins = 2 * first.bins
    pebbles = sum(pebbles_in(first, side, index) for side in (0, 1) for index in range(first.bins))
    size = 2 * comb(pebbles + bins - 1, bins - 1)
    if size > _LARGEST:
        raise Refused(f"{pebbles} pebbles in {bins} bins have {size:,} positions, more than can be numbered")
    numbers = [pebbles, bins] + [comb(x + r, r) for x in range(pebbles + 1) for r in range(bins)]
    return Layout(numbers, (0, size))


def index(state: State, numbers: Any) -> int:
    left, bins = numbers[0], numbers[1]
    if 2 * state.bins != bins:
        return -1
    rank = 0
    for place in range(bins):
        side, at = (0, place) if place < state.bins else (1, place - state.bins)
        here = pebbles_in(state, side, at)
        if here > left:
            return -1
        after = bins - 1 - place
        rank += numbers[2 + left * bins + after] - numbers[2 + (left - here) * bins + after]
        left -= here
    return 2 * rank + state.turn if left == 0 else -1


def state_of(i: int, first: State, numbers: Any) -> State:
    left, bins = numbers[0], numbers[1]
    rank = i >> 1
    a_near, a_far, b_near, b_far = u64(0), u64(0), u64(0), u64(0)
    for place in range(bins):
        after = bins - 1 - place
        most = numbers[2 + left * bins + after]
        here = 0
        while here < left and most - numbers[2 + (left - here - 1) * bins + after] <= rank:
            here += 1
        if after == 0:
            here = left
        rank -= most - numbers[2 + (left - here) * bins + after]
        left -= here
        at = place if place < first.bins else place - first.bins
        shift = BIN_BITS * (at if at < BINS_A_WORD else at - BINS_A_WORD)
        put = u64(u64(here) << u64(shift))
        if place < first.bins:
            if at < BINS_A_WORD:
                a_near |= put
            else:
                a_far |= put
        elif at < BINS_A_WORD:
            b_near |= put
        else:
            b_far |= put
    return State(a_near, a_far, b_near, b_far, i & 1, first.bins)


INDEX = Index(layout, index, state_of)
