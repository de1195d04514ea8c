"""The table of proof numbers: bounded, shared by threads without locks, never wrong about whose entry it holds.

A bucket is one cache line with four entries of two words:

    word 0   key ^ word 1                    so that an entry torn by two threads does not match its key
    word 1   phi | delta << 22 | bound << 44 | work << 56

`work` grows with the logarithm of the nodes that the entry took. A newcomer takes the place of the one that took least;
what is decided never gives way to what is not, at the same key.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plies.games.bits import i64, u64

#: a number that stands for "impossible"; the largest of an entry
INFINITE = (1 << 22) - 1
LONGEST_BOUND = (1 << 12) - 1
BUCKET = 8
#: what keeps the two questions about a position apart: can its side to move win, or the other
OTHER_ATTACKS = 0x5851F42D4C957F2D


def new_table(entries: int) -> Any:
    """An empty table of at least 4 and at most `entries` entries (a power of two)."""
    buckets = 1
    while buckets * 8 <= entries:
        buckets *= 2
    whole = np.zeros((buckets + 1) * BUCKET, np.uint64)
    first = -whole.ctypes.data % 64 // 8  # a bucket is a cache line only if it begins with one
    return whole[first : first + buckets * BUCKET]


def grown(table: Any, times: int) -> Any:
    """A table so many times larger with the same entries; `times` is a power of two."""
    larger = new_table(table.shape[0] // 2 * times)
    old = table.reshape(-1, BUCKET // 2, 2)
    bucket, place = np.nonzero(old[:, :, 1])
    entries = old[bucket, place]
    # the lower bits of a key's new bucket are its old bucket, so that no two old buckets meet in a new one
    keys = entries[:, 0] ^ entries[:, 1]
    mask = np.uint64(larger.shape[0] // BUCKET - 1)
    larger.reshape(-1, BUCKET // 2, 2)[(keys & mask).astype(np.int64), place] = entries
    return larger


def filling(table: Any) -> float:
    """The share of entries in use, from a sample of the first thousand buckets."""
    sample = table[: 1000 * BUCKET].reshape(-1, 2)
    return float(np.count_nonzero(sample[:, 1]) / sample.shape[0])


# -- compiled with the kernels -----------------------------------------------------------------------------------------


def bucket_of(table: Any, key: int) -> int:
    """Where in the table a key's bucket begins."""
    return i64(key & u64(table.shape[0] // BUCKET - 1)) * BUCKET


def probe(table: Any, key: int) -> int:
    """The second word of a key's entry; 0 if there is none. Each word is read once: another thread may write."""
    at = bucket_of(table, key)
    for place in range(at, at + BUCKET, 2):
        check, data = table[place], table[place + 1]
        if check ^ data == key and data != u64(0):
            found: int = data
            return found
    return u64(0)


def entry_phi(data: int) -> int:
    return i64(data & u64(INFINITE))


def entry_delta(data: int) -> int:
    return i64((data >> u64(22)) & u64(INFINITE))


def entry_bound(data: int) -> int:
    return i64((data >> u64(44)) & u64(LONGEST_BOUND))


def is_decided(data: int) -> bool:
    return data != u64(0) and (entry_phi(data) == 0 or entry_delta(data) == 0)


def keep(table: Any, key: int, phi: int, delta: int, bound: int, nodes: int) -> None:
    """Writes an entry; `nodes` is what it took."""
    work = 1
    while nodes > 0:
        nodes >>= 1
        work += 1
    data = u64(phi) | u64(delta) << u64(22) | u64(min(bound, LONGEST_BOUND)) << u64(44) | u64(work) << u64(56)
    at = bucket_of(table, key)
    least, place = 1 << 20, at
    for one in range(at, at + BUCKET, 2):
        check, old = table[one], table[one + 1]
        if check ^ old == key and old != u64(0):
            if is_decided(old) and (not is_decided(data) or entry_bound(old) <= bound):
                return
            place = one
            break
        effort = i64(old >> u64(56))
        if effort < least:
            least, place = effort, one
    table[place] = key ^ data
    table[place + 1] = data
