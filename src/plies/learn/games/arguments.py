"""What the kernel of self-play is called with. Fields keep their types: another type is compiled anew."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Record(NamedTuple):
    """A game as it is played: a row for each position, and what was found there."""

    #: states as words
    rows: NDArray[np.uint64]
    #: the value of the search, for the first side
    values: NDArray[np.float64]
    #: the move that was played
    moves: NDArray[np.int64]
    #: 1 where that move is noisy
    noisy: NDArray[np.int64]
    keys: NDArray[np.uint64]
    #: room for a list of moves
    listed: NDArray[np.int32]
    #: nodes of all searches
    nodes: NDArray[np.int64]


class Opening(NamedTuple):
    """How a game begins: so many random plies; refused where the first search finds more than `margin` for a side."""

    plies: int
    seed: np.uint64
    margin: float
