"""The transposition table: bounded, shared by threads without locks, never wrong about whose entry it holds.

A bucket is one cache line of eight words with two entries of three words each:

    word 0   key ^ word 1 ^ word 2    so that an entry torn by two threads does not match its key
    word 1   the value, a float64
    word 2   move | depth << 32 | bound << 40 | complete << 42 | reduced << 43 | age << 48

The first entry of a bucket is kept while it is of this age and deeper than the newcomer, the second always gives way.
A value is kept as seen from its own position: proven wins and losses count their plies from there.
`complete` means that no heuristic was asked below this position, so that its result holds at any depth. `reduced` means
that the value leant on a search of less depth, which may have passed over a win.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plies.compile.intrinsics import float_bits
from plies.games.bits import i64, u64
from plies.values import PROVEN, WIN

EXACT, LOWER, UPPER = 1, 2, 3
BUCKET = 8
#: ages run from 1 to this; 0 is that of an empty entry
AGES = 255


def new_table(entries: int) -> Any:
    """An empty table of at least 2 and at most `entries` entries (a power of two)."""
    buckets = 1
    while buckets * 4 <= entries:
        buckets *= 2
    whole = np.zeros((buckets + 1) * BUCKET, np.uint64)
    first = -whole.ctypes.data % 64 // 8  # a bucket is a cache line only if it begins with one
    return whole[first : first + buckets * BUCKET]


def bucket_of(table: Any, key: int) -> int:
    """Where in the table a key's bucket begins."""
    return i64(key & u64(table.shape[0] // BUCKET - 1)) * BUCKET


def probe(table: Any, key: int) -> tuple[bool, int, int]:
    """Whether there is an entry of this key, the bits of its value, and its meta word.

    Each word is read once, before the check: another thread may write at any moment.
    """
    at = bucket_of(table, key)
    check, value, meta = table[at], table[at + 1], table[at + 2]
    if check ^ value ^ meta == key:
        return True, value, meta
    check, value, meta = table[at + 3], table[at + 4], table[at + 5]
    return check ^ value ^ meta == key, value, meta


def pack(move: int, depth: int, bound: int, complete: int, age: int, reduced: int = 0) -> int:
    low = u64(move) | u64(depth) << u64(32) | u64(bound) << u64(40)
    return low | u64(complete) << u64(42) | u64(reduced) << u64(43) | u64(age) << u64(48)


def entry_move(meta: int) -> int:
    return i64(meta & u64(0xFFFFFFFF))


def entry_depth(meta: int) -> int:
    return i64((meta >> u64(32)) & u64(0xFF))


def entry_bound(meta: int) -> int:
    return i64((meta >> u64(40)) & u64(3))


def entry_complete(meta: int) -> int:
    return i64((meta >> u64(42)) & u64(1))


def entry_reduced(meta: int) -> int:
    return i64((meta >> u64(43)) & u64(1))


def proven_bound(value: float, bound: int) -> int:
    """What a value still is if a win may have been passed over: a win is a lower bound, a loss an upper one."""
    if bound != UPPER and value >= PROVEN:
        return LOWER
    if bound != LOWER and value <= -PROVEN:
        return UPPER
    return 0


def entry_age(meta: int) -> int:
    return i64((meta >> u64(48)) & u64(0xFF))


def store_entry(table: Any, key: int, value: float, meta: int) -> None:
    """Keeps an entry, giving way to a deeper one of the same age in the first place of the bucket."""
    at = bucket_of(table, key)
    kept = table[at + 2]
    same = (table[at] ^ table[at + 1] ^ kept) == key
    if not same and entry_age(kept) == entry_age(meta) and entry_depth(kept) > entry_depth(meta):
        at += 3
    bits = float_bits(value)
    table[at] = key ^ bits ^ meta
    table[at + 1] = bits
    table[at + 2] = meta


def from_here(value: float, ply: int) -> float:
    """A value counted from the root, as seen from a position `ply` plies below it."""
    if value >= PROVEN:
        return value + ply
    if value <= -PROVEN:
        return value - ply
    return value


def from_root(value: float, ply: int) -> float:
    """The other way round."""
    if value >= PROVEN:
        return value - ply
    if value <= -PROVEN:
        return value + ply
    return value


def reach_of(value: float) -> int:
    """How many plies a value looks ahead by itself: the distance of a proven win or loss, 0 for any other."""
    if value >= PROVEN:
        return int(WIN - value)
    if value <= -PROVEN:
        return int(WIN + value)
    return 0


def filling(table: Any) -> float:
    """The share of entries in use, from a sample of the first thousand buckets."""
    sample = table[: 1000 * BUCKET].reshape(-1, BUCKET)
    return float(np.count_nonzero(sample[:, (2, 5)]) / (2 * sample.shape[0]))
