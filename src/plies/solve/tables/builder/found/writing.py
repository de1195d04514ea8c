"""The data of a found table, in words: the first position of every bucket, the packed states, the codes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from plies.solve.tables.builder.counts import Counts
from plies.solve.tables.builder.found.search import Search
from plies.tables.codes import LONGEST_IN_A_BYTE
from plies.tables.file.header import Places
from plies.tables.packing import width

#: positions in a bucket on average
BUCKET = 8


def places_of(search: Search, counts: Counts) -> Places:
    """Where each part goes."""
    positions, words, bits = search.known, width(search.packing), search.crew.bits
    buckets = max(1, positions // BUCKET >> bits) << bits
    code_bytes = 1 if counts.longest <= LONGEST_IN_A_BYTE else 2
    rows_at = (buckets + 2) // 2
    codes_at = rows_at + positions * words
    end = codes_at + -(-positions * code_bytes // 8)
    base, changing = (tuple(int(word) for word in one) for one in search.packing[1:])
    return Places(positions, code_bytes, end, rows_at, codes_at, buckets, words, base, changing)


def fill_words(search: Search, places: Places, words: NDArray[np.uint64]) -> None:
    """Writes a search that is solved."""
    firsts = words[: places.rows_at].view(np.uint32)[: places.buckets + 1]
    rows = words[places.rows_at : places.codes_at].reshape(places.size, places.width)
    codes = words[places.codes_at :].view(np.uint8 if places.code_bytes == 1 else np.uint16)[: places.size]
    search.arrange(rows, codes, firsts)
