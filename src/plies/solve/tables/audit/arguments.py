"""What the auditor's kernels are given and what they report."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

#: places of a report: the fault, the number of the position, what goes with it (the right code, or a move); then
#: positions won, lost and drawn, and the greatest distance
FAULT, NUMBER, TOLD, WON, LOST, DRAWN, GREATEST = range(7)
REPORT = 7
#: faults: none, a value that does not follow, a move out of the table, one position twice, an index that contradicts
#: itself
NONE, WRONG, NOT_CLOSED, ALIKE, MISNUMBERED = range(5)


class Subject(NamedTuple):
    """A found table: its packed states, codes, the runs of bits, and the bits that are constant with their mask."""

    packed: NDArray[np.uint64]
    codes: Any
    runs: NDArray[np.uint64]
    constant: NDArray[np.uint64]
    fixed: NDArray[np.uint64]


class Room(NamedTuple):
    """A thread's own room: some states; and for all moves of some positions, packed words, moves, places in the index,
    and where those of each position end."""

    states: NDArray[np.uint64]
    sought: NDArray[np.uint64]
    moves: NDArray[np.int32]
    places: NDArray[np.int64]
    ends: NDArray[np.int64]


def tally(report: Any, code: int) -> None:
    """Counts a position."""
    if code == 1:
        report[DRAWN] += 1
    elif code % 2 == 0:
        report[LOST] += 1
    else:
        report[WON] += 1
    if code > 1 and (code - 2) // 2 > report[GREATEST]:
        report[GREATEST] = (code - 2) // 2
