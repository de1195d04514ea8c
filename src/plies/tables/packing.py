"""States in as few words as their changing bits need, and back, without any loss.

Most bits of a state never change during a game: the board's squares, the number of bins, the upper bits of small
numbers. A `Packing` knows the bits that change, found by looking at positions, and moves each run of them to its place
in the packed words. The others are the bits of `base`. A state that differs from `base` elsewhere does not fit, which
`fits` reports; then a wider packing is made. So a packed row is the whole state, not a digest of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plies.games.bits import mix, u64

#: columns of a run: the state's word, the lowest bit there, the mask at bit 0, the packed word, the lowest bit there
WORD, SHIFT, MASK, TO_WORD, TO_SHIFT = range(5)
FULL = (1 << 64) - 1


class Packing(NamedTuple):
    """Runs of changing bits, what the other bits are, and the mask of the changing ones, word by word."""

    runs: NDArray[np.uint64]
    base: NDArray[np.uint64]
    changing: NDArray[np.uint64]


def packing_of(base: list[int], changing: list[int]) -> Packing:
    """The packing for these changing bits; runs are split where a packed word is full."""
    runs, place = [], 0
    for word, mask in enumerate(changing):
        low = 0
        while mask >> low:
            if not mask >> low & 1:
                low += 1
                continue
            length = 1
            while mask >> (low + length) & 1 and (place + length) % 64:
                length += 1
            runs.append((word, low, (1 << length) - 1, place // 64, place % 64))
            place, low = place + length, low + length
    table = np.array(runs, np.uint64).reshape(len(runs), 5)
    return Packing(table, np.array(base, np.uint64), np.array(changing, np.uint64))


def wider(packing: Packing, misfits: list[int]) -> Packing:
    """A packing that also holds states that differ from the base in these bits.

    Every run gets one bit more at its upper end where that needs no further word: numbers that grow would otherwise
    not fit again and again.
    """
    needed = [int(mask) | more for mask, more in zip(packing.changing, misfits, strict=True)]
    roomy = [(mask | mask << 1) & FULL for mask in needed]
    if _words(roomy) == _words(needed):
        needed = roomy
    return packing_of([int(word) for word in packing.base], needed)


def _words(changing: list[int]) -> int:
    return -(-sum(mask.bit_count() for mask in changing) // 64)


def width(packing: Packing) -> int:
    """How many words a packed row has."""
    return int(packing.runs[-1, TO_WORD]) + 1 if len(packing.runs) else 1


# -- compiled with the kernels -----------------------------------------------------------------------------------------


def fits(packing: Any, row: Any) -> bool:
    """Whether a state's row differs from the base in changing bits only."""
    wrong = u64(0)
    for word in range(packing.base.shape[0]):
        wrong |= (row[word] ^ packing.base[word]) & (packing.changing[word] ^ u64(FULL))
    return wrong == u64(0)


def pack(packing: Any, row: Any, out: Any) -> None:
    for word in range(out.shape[0]):
        out[word] = u64(0)
    for run in range(packing.runs.shape[0]):
        part = (row[packing.runs[run, WORD]] >> packing.runs[run, SHIFT]) & packing.runs[run, MASK]
        out[packing.runs[run, TO_WORD]] |= part << packing.runs[run, TO_SHIFT]


def unpack(packing: Any, packed: Any, row: Any) -> None:
    for word in range(packing.base.shape[0]):
        row[word] = packing.base[word] & (packing.changing[word] ^ u64(FULL))
    for run in range(packing.runs.shape[0]):
        part = (packed[packing.runs[run, TO_WORD]] >> packing.runs[run, TO_SHIFT]) & packing.runs[run, MASK]
        row[packing.runs[run, WORD]] |= part << packing.runs[run, SHIFT]


def hash_of(row: Any) -> int:
    """A word to look a state up by. It is made of the whole row, so that another packing does not change it."""
    total = u64(0)
    for word in range(len(row)):
        total = u64(u64(total ^ row[word]) * u64(0x9E3779B97F4A7C15))
        total = u64(total ^ (total >> u64(29)))
    return mix(total)
