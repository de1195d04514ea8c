"""What the kernels of proofs are called with, and names for the places in their arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plies.tables.file.view import View

#: the longest line that is looked at; what lies beyond counts as not won, and a refutation that leans on it as unknown
LAST_PLY = 1000
PLIES = LAST_PLY + 4

#: what is known of each child: its two numbers (for its own side to move), the ply its refutation leans on, and within
#: how many plies it is over; whether its move is progress
PHI, DELTA, DEPENDS, BOUND, FINAL = range(5)
#: integers of a frame: moves, the one being looked at, the limits of the two numbers, plies since the last progress,
#: the count of nodes when it was entered
COUNT, INDEX, PHI_LIMIT, DELTA_LIMIT, CALM, BEGAN = range(6)
#: larger than any ply: leans on nothing above
NEVER = 1 << 30
#: shared by all threads: set to stop them
STOP = 0
CONTROLS = 8
#: what a thread counts: positions looked into, ends of games that were neither won nor lost, answers of a table; and
#: the bound of its last answer
NODES, DRAWS, PROBES, ROOT_BOUND = range(4)
COUNTERS = 8  # a cache line, so that threads do not disturb each other
#: what a search answers
STOPPED, REFUTED, PROVEN, TOO_DEEP, OUTGROWN = -1, 0, 1, 2, 3


class Stack(NamedTuple):
    """The line that one thread looks at: a row for each ply."""

    rows: NDArray[np.uint64]
    lists: NDArray[np.int32]
    #: moves × PHI, DELTA, DEPENDS, BOUND, FINAL; the positions after them, and their keys
    children: NDArray[np.int32]
    child_rows: NDArray[np.uint64]
    child_keys: NDArray[np.uint64]
    frames: NDArray[np.int64]
    #: a word that stands for the line itself, since the last progress
    ways: NDArray[np.uint64]


class Memory(NamedTuple):
    """What is shared by all threads."""

    table: NDArray[np.uint64]
    #: the keys of the line of each thread, so that they can keep out of each other's way
    lines: NDArray[np.uint64]
    #: a table of solved positions
    solved: View


class Signals(NamedTuple):
    control: NDArray[np.int64]
    counters: NDArray[np.int64]
    #: room for a packed position
    packed: NDArray[np.uint64]


class Task(NamedTuple):
    """Can `attacker` win the position in row 0? `thread` is this one's row of `Memory.lines`."""

    attacker: int
    #: that of row 0
    key: np.uint64
    thread: int
    #: nanoseconds of the monotonic clock; 0: no deadline
    deadline: int
    #: the count of nodes at which a larger table is wanted
    limit: int


def new_stack(fields: int, most_moves: int, plies: int = PLIES) -> Stack:
    return Stack(
        rows=np.zeros((plies, fields), np.uint64),
        lists=np.zeros((plies, most_moves), np.int32),
        children=np.zeros((plies, most_moves, 5), np.int32),
        child_rows=np.zeros((plies, most_moves, fields), np.uint64),
        child_keys=np.zeros((plies, most_moves), np.uint64),
        frames=np.zeros((plies, 6), np.int64),
        ways=np.zeros(plies, np.uint64),
    )
