"""What the kernels of the builder are given."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

#: places of `faults`: a state that the packing cannot hold, a move that did not change the side to move; and along an
#: index: a move to a position without a number, to a higher tier, a distance that a code cannot hold
MISFIT, SAME_TURN, OUTSIDE, NOT_LOWER, TOO_LONG = range(5)
FAULTS = 5
#: in `due`: a number that stands for no position
HOLE = 0xFFFF
#: in `counts` of an open tier: the position is settled by lower tiers; it can no longer be lost
FINAL, NEVER = 255, 254


class Share(NamedTuple):
    """The positions that one thread owns, numbered as they are found: packed state, value if finished, moves left."""

    rows: NDArray[np.uint64]
    codes: NDArray[np.uint16]
    left: NDArray[np.uint16]
    #: a slot is 0, or the position's place among the hashes << 32 | its number + 1
    slots: NDArray[np.uint64]


class Mail(NamedTuple):
    """What one thread has for the others, by receiver: positions after its moves, and who they come from."""

    rows: NDArray[np.uint64]
    hashes: NDArray[np.uint64]
    sources: NDArray[np.uint32]
    counts: NDArray[np.int64]


class Links(NamedTuple):
    """Moves that lead to a thread's positions: the number of the position before, with its owner in the lowest bits."""

    sources: NDArray[np.uint32]
    targets: NDArray[np.uint32]


class Scratch(NamedTuple):
    """A thread's own room for states and moves, and what it found wrong."""

    states: NDArray[np.uint64]
    moves: NDArray[np.int32]
    faults: NDArray[np.int64]
    #: bits in which misfits differ from the packing's base
    misfits: NDArray[np.uint64]


class Tier(NamedTuple):
    """What one thread owns of a tier: final codes, successors in the tier without a value, what is due, the latest loss
    through a lower tier."""

    codes: NDArray[np.uint16]
    left: NDArray[np.uint16]
    due: NDArray[np.uint16]
    late: NDArray[np.uint16]


class Room(NamedTuple):
    """A thread's own room along an index."""

    states: NDArray[np.uint64]
    #: two lists
    moves: NDArray[np.int32]
    faults: NDArray[np.int64]


class OpenTier(NamedTuple):
    """A tier that is solved distance by distance."""

    #: the table: one tight byte for every number of the index
    values: NDArray[np.uint8]
    #: for every number of this tier: moves that are not known to lose, and the distance plus 1 at which lower tiers
    #: decide something
    counts: NDArray[np.uint8]
    events: NDArray[np.uint8]
    #: the same bytes, eight to a word
    value_words: NDArray[np.uint64]
    event_words: NDArray[np.uint64]
    #: what the index looks up, and the game's first state
    numbers: NDArray[np.int64]
    rows: NDArray[np.uint64]
    first: int
    last: int
