"""The stack of the prover's kernel; memory and signals are those of the engine."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

#: integers of a frame
COUNT, INDEX, LEFT = range(3)


class Stack(NamedTuple):
    """The line that is being looked at: a row for each ply."""

    rows: NDArray[np.uint64]
    lists: NDArray[np.int32]
    scores: NDArray[np.float64]
    frames: NDArray[np.int64]
    keys: NDArray[np.uint64]


def new_stack(plies: int, fields: int, most_moves: int) -> Stack:
    return Stack(
        rows=np.zeros((plies, fields), np.uint64),
        lists=np.zeros((plies, most_moves), np.int32),
        scores=np.zeros((plies, most_moves), np.float64),
        frames=np.zeros((plies, 3), np.int64),
        keys=np.zeros(plies, np.uint64),
    )
