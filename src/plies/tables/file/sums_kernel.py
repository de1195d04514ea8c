"""Checksums of whole files, block by block. A kernel without a game."""

from __future__ import annotations

from typing import Any

from plies.compile.intrinsics import borrowed
from plies.tables.file.view import BLOCK, checksum


def sum_blocks(words: Any, sums: Any) -> None:
    words, sums = borrowed(words), borrowed(sums)
    for block in range(sums.shape[0]):
        sums[block] = checksum(words, block * BLOCK, min((block + 1) * BLOCK, words.shape[0]))


def first_wrong(words: Any, sums: Any) -> int:
    """The first block that differs from its checksum, -1 if none does."""
    words, sums = borrowed(words), borrowed(sums)
    for block in range(sums.shape[0]):
        if sums[block] != checksum(words, block * BLOCK, min((block + 1) * BLOCK, words.shape[0])):
            return block
    return -1
