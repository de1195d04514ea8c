"""What the kernel of the pruned search works on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plies.games.simultaneous import Tables

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: what a search counts: states expanded, matrices solved, answers from the store
STATES, MATRICES, STORED = range(3)


class Store(NamedTuple):
    """Bounds found so far, by state and depth; a newer entry replaces an older one in its place."""

    key: Ints
    low: Floats
    high: Floats


class Room(NamedTuple):
    """Working space, one layer per depth; the tableau and its labels are for one matrix at a time."""

    event_low: Floats
    event_high: Floats
    guess: Floats
    low: Floats
    high: Floats
    middle: Floats
    x: Floats
    y: Floats
    tableau: Floats
    labels: Ints


class Context(NamedTuple):
    """What stays the same in one search.

    `leaf[clock, place or end]` is the heuristic, with ends and timeouts filled in; the value of a state lies in
    least[clock, place]..most[clock, place] at every depth.
    """

    tables: Tables
    leaf: Floats
    least: Floats
    most: Floats
    prune: bool
    store: Store
    room: Room
    counts: Ints


def new_store(size: int) -> Store:
    return Store(np.zeros(size, np.int64), np.zeros(size), np.zeros(size))


def new_room(layers: int, rows: int, columns: int, events: int) -> Room:
    return Room(
        event_low=np.zeros((layers, events)),
        event_high=np.zeros((layers, events)),
        guess=np.zeros((layers, events)),
        low=np.zeros((layers, rows, columns)),
        high=np.zeros((layers, rows, columns)),
        middle=np.zeros((layers, rows, columns)),
        x=np.zeros((layers, rows)),
        y=np.zeros((layers, columns)),
        tableau=np.zeros((rows + 1, columns + 1)),
        labels=np.zeros(rows + columns, np.int64),
    )
