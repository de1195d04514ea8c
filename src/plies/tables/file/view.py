"""A table as compiled code reads it: the file's words, their checksums, and where things are.

The data of a file is an array of 64-bit words in blocks, each with a checksum that is compared when the block is first
read. What a kernel reads is a code of `codes.py`, 0 for a position outside the table.

A table is of one of two kinds. An indexed one has the codes alone, at the numbers of the game's index. A found one has
packed states sorted into buckets by their hash: the first position of every bucket, the states, the codes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plies.compile.intrinsics import borrowed
from plies.games.bits import i64, u64
from plies.tables.codes import UNKNOWN, loosened
from plies.tables.packing import Packing, fits, hash_of, pack

#: words of a block, as a power of two: 16 KiB
BLOCK_BITS = 11
BLOCK = 1 << BLOCK_BITS
#: what `meta` holds: 1 for an indexed table, positions, bytes of a code, first words of the codes, of the packed states
#: and of the buckets, number of buckets, words of a packed state, 1 for tight bytes
INDEXED, SIZE, CODE_BYTES, CODES_AT, ROWS_AT, BUCKETS_AT, BUCKETS, WIDTH, TIGHT = range(9)
META = 9
#: a block: not read yet, right, damaged
NOT_READ, RIGHT, DAMAGED = range(3)


class View(NamedTuple):
    """Everything that a probe needs."""

    meta: NDArray[np.int64]
    words: NDArray[np.uint64]
    sums: NDArray[np.uint64]
    #: of each block whether it was read; the last entry is DAMAGED when any of them is
    blocks: NDArray[np.uint8]
    packing: Packing
    #: what the game's index looks up
    numbers: NDArray[np.int64]
    #: the game's first state in row 0; row 1 is not used, so that it can be lent to a search
    first: NDArray[np.uint64]


NOWHERE = Packing(np.zeros((0, 5), np.uint64), np.zeros(0, np.uint64), np.zeros(0, np.uint64))


# -- compiled with the kernels -----------------------------------------------------------------------------------------


def checksum(words: Any, begin: int, end: int) -> int:
    """Four sums side by side. Each step is a bijection of the sum and of the word, so every single wrong word shows."""
    a, b, c, d = u64(1), u64(2), u64(3), u64(4)
    odd = u64(0x9E3779B97F4A7C15)
    at = begin
    while at + 4 <= end:
        a = u64(u64(a ^ words[at]) * odd)
        b = u64(u64(b ^ words[at + 1]) * odd)
        c = u64(u64(c ^ words[at + 2]) * odd)
        d = u64(u64(d ^ words[at + 3]) * odd)
        a ^= a >> u64(32)
        b ^= b >> u64(32)
        c ^= c >> u64(32)
        d ^= d >> u64(32)
        at += 4
    while at < end:
        a = u64(u64(a ^ words[at]) * odd)
        a ^= a >> u64(32)
        at += 1
    total = u64(a * odd) ^ b
    total = u64(total * odd) ^ c
    return u64(total * odd) ^ d


def check_block(view: Any, block: int) -> None:
    """Compares a block with its checksum, and remembers the result."""
    begin = block << BLOCK_BITS
    end = min(begin + BLOCK, view.words.shape[0])
    if checksum(view.words, begin, end) == view.sums[block]:
        view.blocks[block] = RIGHT
    else:
        view.blocks[block] = DAMAGED
        view.blocks[view.sums.shape[0]] = DAMAGED


def read_word(view: Any, at: int) -> int:
    """A word of the data; 0 if its block is damaged, and then every answer is unknown."""
    block = at >> BLOCK_BITS
    if view.blocks[block] == NOT_READ:
        check_block(view, block)
    return view.words[at] if view.blocks[block] == RIGHT else u64(0)


def read_value(view: Any, number: int) -> int:
    """The code of the position with that number."""
    wide = view.meta[CODE_BYTES] - 1
    word = read_word(view, view.meta[CODES_AT] + (number >> (3 - wide)))
    if view.blocks[view.sums.shape[0]] == DAMAGED:
        return UNKNOWN
    if wide == 0:
        code = i64((word >> u64(8 * (number & 7))) & u64(0xFF))
        return loosened(code) if view.meta[TIGHT] != 0 else code
    return i64((word >> u64(16 * (number & 3))) & u64(0xFFFF))


def read_first(view: Any, bucket: int) -> int:
    """The first position of a bucket; two of them are in a word."""
    word = read_word(view, view.meta[BUCKETS_AT] + (bucket >> 1))
    return i64((word >> u64(32 * (bucket & 1))) & u64(0xFFFFFFFF))


def find_packed(view: Any, hashed: int, packed: Any) -> int:
    """The number of a packed state, -1 if it is not in the table."""
    bucket = i64(((hashed >> u64(32)) * u64(view.meta[BUCKETS])) >> u64(32))
    width = view.meta[WIDTH]
    for number in range(read_first(view, bucket), read_first(view, bucket + 1)):
        same = True
        for word in range(width):
            same = same and read_word(view, view.meta[ROWS_AT] + number * width + word) == packed[word]
        if same:
            return number
    return -1


def code_of_row(view: Any, row: Any, packed: Any) -> int:
    """The code of a state in a found table, UNKNOWN if it is not there. `packed` is scratch."""
    if not fits(view.packing, row):
        return UNKNOWN
    pack(view.packing, row, packed)
    number = find_packed(view, hash_of(row), packed)
    return read_value(view, number) if number >= 0 else UNKNOWN


def borrowed_view(view: Any) -> Any:
    """The same without counting references; for the beginning of a kernel."""
    packing = Packing(borrowed(view.packing.runs), borrowed(view.packing.base), borrowed(view.packing.changing))
    return View(
        borrowed(view.meta),
        borrowed(view.words),
        borrowed(view.sums),
        borrowed(view.blocks),
        packing,
        borrowed(view.numbers),
        borrowed(view.first),
    )
