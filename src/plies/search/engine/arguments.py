"""What the engine's kernel is called with, in a few bundles. Fields keep their types: another type is compiled anew."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plies.search.engine import layout as at
from plies.tables.file.view import WIDTH, View
from plies.values import WIN


class Stack(NamedTuple):
    """The line that is being searched: a row for each ply."""

    #: states as words
    rows: NDArray[np.uint64]
    #: legal moves, and their scores for ordering
    lists: NDArray[np.int32]
    scores: NDArray[np.float64]
    #: frames, see `layout.py`
    integers: NDArray[np.int64]
    floats: NDArray[np.float64]
    #: keys and plies since the last progress; these two begin with the game's history, `Task.base` plies of it
    keys: NDArray[np.uint64]
    quiet: NDArray[np.int64]
    #: principal variations
    pv: NDArray[np.int32]
    pv_length: NDArray[np.int64]


class Memory(NamedTuple):
    """What is learnt at one node and used at another; the table is shared by all threads."""

    table: NDArray[np.uint64]
    killers: NDArray[np.int32]
    history: NDArray[np.int64]
    #: a table of solved positions, and room for a packed one
    solved: View
    packed: NDArray[np.uint64]
    #: how far values differ in this game, see `layout.py`
    spread: NDArray[np.float64]


class Heuristics(NamedTuple):
    """The compiled heuristics by address, and the side that searches."""

    me: int
    evaluator: int
    weights: NDArray[np.float64]
    centre: float
    #: 0: killers and history order the moves
    orderer: int
    order_weights: NDArray[np.float64]


class Settings(NamedTuple):
    """When to stop, and which selective steps are taken."""

    #: nanoseconds of the monotonic clock; 0: no deadline
    deadline: int
    node_limit: int
    exact_depths: bool
    quiescence: bool
    #: bits of `layout.py`; 0: none
    steps: int
    #: whether solved positions are looked up: NO_PROBES, or what they are worth
    probes: int = 0


class Task(NamedTuple):
    """What is asked about the position in row 0: a depth and a window, without some of the moves."""

    depth: int
    alpha: float
    beta: float
    excluded: NDArray[np.int32]
    #: how many states of the game's history come before
    base: int
    #: mixed into the table's keys
    salt: np.uint64
    age: int


class Signals(NamedTuple):
    """What threads share, and what this one counts; see `layout.py`."""

    control: NDArray[np.int64]
    counters: NDArray[np.int64]


def new_stack(fields: int, most_moves: int, history: int = 0) -> Stack:
    plies, longer = at.PLIES, at.PLIES + history
    return Stack(
        rows=np.zeros((plies, fields), np.uint64),
        lists=np.zeros((plies, most_moves), np.int32),
        scores=np.zeros((plies, most_moves), np.float64),
        integers=np.zeros((plies, at.FRAME_INTEGERS), np.int64),
        floats=np.zeros((plies, at.FRAME_FLOATS), np.float64),
        keys=np.zeros(longer, np.uint64),
        quiet=np.zeros(longer, np.int64),
        pv=np.zeros((plies, plies), np.int32),
        pv_length=np.zeros(plies, np.int64),
    )


def new_memory(table: Any, slots: int, solved: View) -> Memory:
    killers, history = np.full((at.PLIES, 2), -1, np.int32), np.zeros((2, slots), np.int64)
    packed, spread = np.zeros(max(1, int(solved.meta[WIDTH])), np.uint64), np.zeros(2)
    return Memory(table, killers, history, solved, packed, spread)


NO_WEIGHTS = np.zeros(1, np.float64)
NO_HEURISTICS = Heuristics(0, 0, NO_WEIGHTS, 0.0, 0, NO_WEIGHTS)
#: a limit of no nodes: the kernel is compiled and returns at once
NO_SEARCH = Settings(0, 0, False, False, 0, 0)
NO_TASK = Task(1, -WIN, WIN, np.zeros(0, np.int32), 0, np.uint64(0), 0)
