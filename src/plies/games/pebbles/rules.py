"""The rules of pebbles, on packed counts.

A side's row is kept in the order in which it is sown, so both sides look alike: bin 0 is the safest (the farthest from
the other side), and after bin N-1 the pebbles fall into bin 0 of the other row.

    A   0 1 2 3  →          top row, sown rightwards: bin = column - 1
    B   3 2 1 0  ←          bottom row, sown leftwards: bin = N - column

A row is ten counts of 12 bits, five to a word: bins 0-4 in `near`, bins 5-9 in `far`. All pebbles can meet in one bin,
so a game has at most 4095 of them. Sowing is addition: every full lap adds one to all bins, and what is left of a lap
adds one to a run of bins, never pebble by pebble.

A move is the column, counted from 0 at the left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plies.games.bits import Word, i64, mix, u64
from plies.games.contract import FIRST_WON, RUNNING, SECOND_WON, Rules

A, B = 0, 1
BIN_BITS = 12
BINS_A_WORD = 5
MOST_BINS = 2 * BINS_A_WORD
MOST_PEBBLES = (1 << BIN_BITS) - 1
ONES = sum(1 << (BIN_BITS * index) for index in range(BINS_A_WORD))


class State(NamedTuple):
    """Both rows in sowing order, whose turn it is, and N, the number of bins of a row."""

    a_near: Word
    a_far: Word
    b_near: Word
    b_far: Word
    turn: int
    bins: int


def pebbles_in(state: State, side: int, index: int) -> int:
    """The pebbles in one bin of a side's row, bins counted from the safest."""
    if index < BINS_A_WORD:
        word = state.a_near if side == A else state.b_near
        return i64((word >> u64(BIN_BITS * index)) & u64(MOST_PEBBLES))
    word = state.a_far if side == A else state.b_far
    return i64((word >> u64(BIN_BITS * (index - BINS_A_WORD))) & u64(MOST_PEBBLES))


def ones_near(n: int) -> int:
    """One pebble in each of the first n bins of a row: the part in its first word."""
    n = min(max(n, 0), BINS_A_WORD)
    return u64(ONES) & (u64(u64(1) << u64(BIN_BITS * n)) - u64(1))


def ones_far(n: int) -> int:
    """One pebble in each of the first n bins of a row: the part in its second word."""
    return ones_near(n - BINS_A_WORD)


def bin_of(state: State, column: int) -> int:
    """The bin of the mover's row that stands in a column; and the column of a bin."""
    return column if state.turn == A else state.bins - 1 - column


def moves(state: State, out: Any) -> int:
    n = 0
    for column in range(state.bins):
        if pebbles_in(state, state.turn, bin_of(state, column)) > 0:
            out[n] = column
            n += 1
    return n


def any_move(state: State) -> bool:
    if state.turn == A:
        return (state.a_near | state.a_far) != u64(0)
    return (state.b_near | state.b_far) != u64(0)


def play(state: State, move: int) -> State:
    """Seen from the mover, the ring is bins 0 to N-1 of the own row, then N to 2N-1 of the other."""
    index, bins = bin_of(state, move), state.bins
    mine_near, mine_far, theirs_near, theirs_far = state.a_near, state.a_far, state.b_near, state.b_far
    if state.turn == B:
        mine_near, mine_far, theirs_near, theirs_far = state.b_near, state.b_far, state.a_near, state.a_far

    # 1. the pebbles are taken out
    sown = pebbles_in(state, state.turn, index)
    if index < BINS_A_WORD:
        mine_near = mine_near ^ u64(u64(sown) << u64(BIN_BITS * index))
    else:
        mine_far = mine_far ^ u64(u64(sown) << u64(BIN_BITS * (index - BINS_A_WORD)))

    # 2. every full lap gives each bin a pebble, the emptied one too
    if sown >= 2 * bins:
        laps = sown // (2 * bins)
        sown = sown - laps * 2 * bins
        mine_near = mine_near + u64(laps) * ones_near(bins)
        mine_far = mine_far + u64(laps) * ones_far(bins)
        theirs_near = theirs_near + u64(laps) * ones_near(bins)
        theirs_far = theirs_far + u64(laps) * ones_far(bins)

    # 3. the rest: own bins after the emptied one, then the other row, then own bins before it
    end = index + 1 + sown
    own_end, again = min(end, bins), end - 2 * bins
    other_end = min(end - bins, bins)
    mine_near = mine_near + (ones_near(own_end) - ones_near(index + 1)) + ones_near(again)
    theirs_near = theirs_near + ones_near(other_end)
    if bins > BINS_A_WORD:
        mine_far = mine_far + (ones_far(own_end) - ones_far(index + 1)) + ones_far(again)
        theirs_far = theirs_far + ones_far(other_end)

    if state.turn == A:
        return State(mine_near, mine_far, theirs_near, theirs_far, B, bins)
    return State(theirs_near, theirs_far, mine_near, mine_far, A, bins)


def outcome(state: State) -> int:
    """The owner of an empty row has lost, whoever emptied it."""
    if (state.a_near | state.a_far) == u64(0):
        return SECOND_WON
    if (state.b_near | state.b_far) == u64(0):
        return FIRST_WON
    return RUNNING


def key(state: State) -> int:
    folded = mix(state.a_near ^ mix(state.b_near + u64(state.turn)))
    if state.bins > BINS_A_WORD:
        folded = mix(folded ^ mix(state.a_far ^ mix(state.b_far)))
    return folded


#: one for all sizes, so that they share compiled code. No move is known to be final: what was sown can come round again
RULES = Rules(
    state=State,
    moves=moves,
    play=play,
    outcome=outcome,
    most_moves=MOST_BINS,
    move_codes=MOST_BINS,
    without_moves="loss",
    key=key,
    any_move=any_move,
    can_repeat=True,
)
