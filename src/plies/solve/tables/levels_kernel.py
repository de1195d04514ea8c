"""Solves one tier of an index backwards, level by level. A kernel, see `game_rules.py`.

For games that end only with a loss for the side to move (or a draw), in which a win so takes an odd number of plies
and a loss an even one. A position's value is one byte:

    0   not decided yet; what stays so is a draw        255   no position has this number
    1 + plies   a win if `plies` is odd, else a loss

`prepare` looks at every position once. If all its moves leave the tier, lower tiers settle it (its count is FINAL).
Otherwise `counts` has how many of its moves are not known to lose, and `events` the level at which what it can reach
outside the tier decides something: an even level wins for it, an odd one is one losing move less to hope for.

`advance` then takes the positions of one level, goes back to those before them by `before` and `unplay`, and decides
what follows: before a loss stands a win; after its last hope is gone a position is lost. Levels rise, so the first win
found is the quickest and the last hope lost is the longest defence. Two threads may work on one tier: they write the
same values, and counts go down by atomic steps.
"""

from __future__ import annotations

import numpy as np

from plies.compile.game_rules import WITHOUT_MOVES, before, index_of, load, moves, outcome, play, state_at, unplay
from plies.compile.intrinsics import borrowed, fetch_decrement
from plies.games.bits import i64, u64
from plies.games.contract import RUNNING
from plies.solve.tables.arguments import FINAL, MOST_PLIES, NEVER, NO_POSITION, Tier

ONES, HIGHS = 0x0101_0101_0101_0101, 0x8080_8080_8080_8080
NO_LEVEL = 1 << 20


def prepare(tier: Tier, first: int, last: int, most_moves: int, levels: np.ndarray) -> int:
    """Looks at the numbers from `first` to `last`. `levels` counts what happens at each level. The answer is -1, or a
    number whose position this kernel cannot express: won for the side to move at once, or in too many plies."""
    values, counts, events = borrowed(tier.values), borrowed(tier.counts), borrowed(tier.events)
    numbers, start = borrowed(tier.numbers), load(borrowed(tier.rows), 0)
    out = np.empty(most_moves, np.int32)
    for number in range(first, last):
        at = number - tier.first
        counts[at] = FINAL
        state = state_at(number, start, numbers)
        if index_of(state, numbers) != number:
            values[number] = NO_POSITION
            continue
        # 1. The end of the game, or what having no move means.
        result = outcome(state)
        n = moves(state, out) if result == RUNNING else 0
        if n == 0:
            if result == RUNNING:
                lost = WITHOUT_MOVES == -1
            else:
                lost = result == 1 - state.turn
                if result == state.turn:
                    return number
            if lost:
                values[number] = 1
                levels[1] += 1
            continue
        # 2. What lies outside the tier: the quickest win, a draw, the longest loss.
        within, quickest, longest, drawn = 0, NO_LEVEL, -1, False
        for i in range(n):
            child = index_of(play(state, out[i]), numbers)
            if tier.first <= child < tier.last:
                within += 1
                continue
            code = i64(values[child])
            if code == 0:
                drawn = True
            elif (code & 1) == 1:  # an even number of plies: a loss for the other side
                quickest = min(quickest, code - 1)
            else:
                longest = max(longest, code - 1)
        if max(longest, quickest if quickest < NO_LEVEL else 0) >= MOST_PLIES:
            return number
        # 3. Settled now, at some level, or by the tier itself.
        if within == 0:
            code = quickest + 2 if quickest < NO_LEVEL else 0 if drawn else longest + 2
            values[number] = code
            levels[code] += 1
        elif quickest < NO_LEVEL:
            counts[at], events[at] = NEVER, quickest + 1
            levels[quickest + 1] += 1
        elif drawn:
            counts[at] = NEVER
        elif longest >= 0:
            counts[at], events[at] = within + 1, longest + 1
            levels[longest + 1] += 1
        else:
            counts[at] = within
    return -1


def happen(tier: Tier, level: int, first: int, last: int) -> int:
    """What the events of one level decide; how many positions."""
    values, counts, events = borrowed(tier.values), borrowed(tier.counts), borrowed(tier.events)
    words = borrowed(tier.event_words)
    made = 0
    at = next_with(events, words, level + 1, first - tier.first, last - tier.first)
    while at >= 0:
        number = tier.first + at
        if values[number] == 0 and ((level & 1) == 0 or fetch_decrement(counts, at) == 1):
            values[number] = level + 2
            made += 1
        at = next_with(events, words, level + 1, at + 1, last - tier.first)
    return made


def advance(tier: Tier, level: int, most_before: int, first: int, last: int) -> int:
    """What the positions of one level decide about those before them; how many positions."""
    values, counts = borrowed(tier.values), borrowed(tier.counts)
    words, numbers, start = borrowed(tier.value_words), borrowed(tier.numbers), load(borrowed(tier.rows), 0)
    out = np.empty(max(most_before, 1), np.int64)
    made = 0
    number = next_with(values, words, level + 1, first, last)
    while number >= 0:
        state = state_at(number, start, numbers)
        n = before(state, out)
        for i in range(n):
            earlier = index_of(unplay(state, out[i]), numbers)
            if values[earlier] != 0:
                continue
            count = counts[earlier - tier.first]
            if count == FINAL:
                continue
            if (level & 1) == 0 or (count != NEVER and fetch_decrement(counts, earlier - tier.first) == 1):
                values[earlier] = level + 2
                made += 1
        number = next_with(values, words, level + 1, number + 1, last)
    return made


def next_with(values: np.ndarray, words: np.ndarray, code: int, at: int, last: int) -> int:
    """The next place from `at` on that holds `code`, or -1; eight bytes at a time where none of them does."""
    pattern = u64(code) * u64(ONES)
    while at < last:
        if (at & 7) == 0:
            while at + 8 <= last:
                other = words[at >> 3] ^ pattern
                if ((other - u64(ONES)) & (other ^ u64(0xFFFF_FFFF_FFFF_FFFF)) & u64(HIGHS)) != u64(0):
                    break
                at += 8
            if at >= last:
                return -1
        if values[at] == code:
            return at
        at += 1
    return -1


def tally(tier: Tier, first: int, last: int, counted: np.ndarray) -> None:
    """Adds up how often each value occurs; see `arguments.py` for those that are no distances."""
    values = borrowed(tier.values)
    for number in range(first, last):
        counted[values[number]] += 1
