"""Solves one tier of an index backwards, distance by distance. A kernel, see `game_rules.py`.

For games that know the moves which lead to a position, and that end only with a loss for the side to move or a draw, so
that a byte of the table can be tight (`codes.py`).

`prepare` looks at every position once and calls it a draw for now. If all its moves leave the tier, lower tiers settle
it (its count is FINAL). Otherwise `counts` has how many of its moves are not known to lose, and `events` the distance
at which what it can reach outside the tier decides something: after a lost successor it is won, after a won one there
is one move less to hope for.

`advance` then takes the positions of one distance, goes back to those before them by `before` and `unplay`, and decides
what follows. Distances rise, so the first win found is the quickest, and the last hope lost is the longest defence.
Two threads may work on one tier: they write the same values, and counts go down by atomic steps.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plies.compile.game_rules import WITHOUT_MOVES, before, index_of, load, moves, outcome, play, state_at, unplay
from plies.compile.intrinsics import borrowed, fetch_decrement
from plies.games.bits import i64, u64
from plies.games.contract import DRAWN, RUNNING
from plies.solve.tables.builder.arguments import FINAL, NEVER, OpenTier
from plies.tables.codes import DRAW, LONGEST_TIGHT, LOST, UNKNOWN

ONES, HIGHS, ALL = 0x0101_0101_0101_0101, 0x8080_8080_8080_8080, 0xFFFF_FFFF_FFFF_FFFF
NO_DISTANCE = 1 << 20


def ended(state: Any, out: Any) -> int:
    """The value of a finished game, UNKNOWN while it runs, -1 for one that the side to move has won."""
    over = outcome(state)
    if over == RUNNING:
        if moves(state, out) > 0:
            return UNKNOWN
        return LOST if WITHOUT_MOVES == -1 else DRAW
    if over == DRAWN:
        return DRAW
    return -1 if over == state.turn else LOST


def prepare(tier: OpenTier, first: int, last: int, most_moves: int, distances: Any) -> int:
    """Looks at the numbers from `first` to `last`. `distances` counts what happens at each distance.

    The answer is -1, or a number whose position this kernel cannot express: won for the side to move at once, or over
    in too many plies.
    """
    values, counts, events = borrowed(tier.values), borrowed(tier.counts), borrowed(tier.events)
    numbers, start = borrowed(tier.numbers), load(borrowed(tier.rows), 0)
    out, others = np.empty(most_moves, np.int32), np.empty(most_moves, np.int32)
    for number in range(first, last):
        at = number - tier.first
        counts[at] = FINAL
        state = state_at(number, start, numbers)
        if index_of(state, numbers) != number:
            values[number] = UNKNOWN
            continue
        # 1. The end of the game.
        code = ended(state, out)
        if code != UNKNOWN:
            if code < 0:
                return number
            values[number] = code
            distances[0] += 1
            continue
        # 2. What lies outside the tier: the quickest win, a draw, the longest loss.
        within, quickest, longest, drawn = 0, NO_DISTANCE, -1, False
        n = moves(state, out)
        for i in range(n):
            child = play(state, out[i])
            after = index_of(child, numbers)
            if tier.first <= after < tier.last:
                within += 1
                continue
            code = i64(values[after]) if 0 <= after < tier.first else (ended(child, others) if after < 0 else UNKNOWN)
            if code <= UNKNOWN:
                return number
            if code == DRAW:
                drawn = True
            elif (code & 1) == 0:  # an even number of plies: a loss for the other side
                quickest = min(quickest, code - LOST)
            else:
                longest = max(longest, code - LOST)
        if max(longest, quickest if quickest < NO_DISTANCE else 0) >= LONGEST_TIGHT:
            return number
        # 3. Settled now, at some distance, or by the tier itself.
        values[number] = DRAW
        if within == 0:
            if quickest < NO_DISTANCE:
                values[number] = LOST + quickest + 1
                distances[quickest + 1] += 1
            elif not drawn:
                values[number] = LOST + longest + 1
                distances[longest + 1] += 1
        elif quickest < NO_DISTANCE:
            counts[at], events[at] = NEVER, quickest + 1
            distances[quickest] += 1
        elif drawn:
            counts[at] = NEVER
        elif longest >= 0:
            counts[at], events[at] = within + 1, longest + 1
            distances[longest] += 1
        else:
            counts[at] = within
    return -1


def happen(tier: OpenTier, plies: int, first: int, last: int) -> int:
    """What the events of one distance decide; how many positions."""
    values, counts, events = borrowed(tier.values), borrowed(tier.counts), borrowed(tier.events)
    words = borrowed(tier.event_words)
    made = 0
    at = next_with(events, words, plies + 1, first - tier.first, last - tier.first)
    while at >= 0:
        number = tier.first + at
        if values[number] == DRAW and ((plies & 1) == 0 or fetch_decrement(counts, at) == 1):
            values[number] = LOST + plies + 1
            made += 1
        at = next_with(events, words, plies + 1, at + 1, last - tier.first)
    return made


def advance(tier: OpenTier, plies: int, most_before: int, first: int, last: int) -> int:
    """What the positions of one distance decide about those before them; how many positions."""
    values, counts = borrowed(tier.values), borrowed(tier.counts)
    words, numbers, start = borrowed(tier.value_words), borrowed(tier.numbers), load(borrowed(tier.rows), 0)
    out = np.empty(max(most_before, 1), np.int32)
    made = 0
    number = next_with(values, words, LOST + plies, first, last)
    while number >= 0:
        state = state_at(number, start, numbers)
        n = before(state, out)
        for i in range(n):
            earlier = index_of(unplay(state, out[i]), numbers)
            if values[earlier] != DRAW:
                continue
            count = counts[earlier - tier.first]
            if count == FINAL:
                continue
            if (plies & 1) == 0 or (count != NEVER and fetch_decrement(counts, earlier - tier.first) == 1):
                values[earlier] = LOST + plies + 1
                made += 1
        number = next_with(values, words, LOST + plies, number + 1, last)
    return made


def next_with(values: Any, words: Any, code: int, at: int, last: int) -> int:
    """The next place from `at` on that holds `code`, or -1; eight bytes at a time where none of them does."""
    pattern = u64(u64(code) * u64(ONES))
    while at < last:
        if (at & 7) == 0:
            while at + 8 <= last:
                other = words[at >> 3] ^ pattern
                if (u64(other - u64(ONES)) & (other ^ u64(ALL)) & u64(HIGHS)) != u64(0):
                    break
                at += 8
            if at >= last:
                return -1
        if values[at] == code:
            return at
        at += 1
    return -1


def tally(values: Any, first: int, last: int, counted: Any) -> None:
    """Adds up how often each byte occurs."""
    values, counted = borrowed(values), borrowed(counted)
    for number in range(first, last):
        counted[values[number]] += 1
