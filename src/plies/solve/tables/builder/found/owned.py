"""What one thread of a search owns: its positions, its mail to the others, its links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plies.solve.tables.builder.arguments import FAULTS, Links, Mail, Scratch, Share

#: positions that a thread posts to another before all collect
POSTED = 1 << 15


@dataclass
class Owned:
    """What one thread owns and its own tools."""

    share: Share
    mail: Mail
    scratch: Scratch
    #: blocks of links, and how many the last one holds
    links: list[Links]
    known: int = 0
    done: int = 0
    filled: int = 0
    firsts: Any = None
    sources: Any = None

    @property
    def linked(self) -> int:
        return sum(len(block.sources) for block in self.links[:-1]) + self.filled


def new_owned(threads: int, fields: int, words: int, most_moves: int) -> Owned:
    """Nothing yet; states have `fields` words and packed `words`."""
    share = Share(
        np.empty((1024, words), np.uint64),
        np.zeros(1024, np.uint16),
        np.zeros(1024, np.uint16),
        np.zeros(4096, np.uint64),
    )
    scratch = Scratch(
        np.zeros((2, fields), np.uint64),
        np.zeros(most_moves, np.int32),
        np.zeros(FAULTS, np.int64),
        np.zeros(fields, np.uint64),
    )
    return Owned(share, new_mail(threads, words, most_moves), scratch, [new_links(POSTED)])


def new_mail(threads: int, words: int, most_moves: int) -> Mail:
    size = threads, POSTED + 2 * most_moves
    return Mail(
        np.empty((*size, words), np.uint64),
        np.empty(size, np.uint64),
        np.empty(size, np.uint32),
        np.zeros(threads, np.int64),
    )


def grown(array: NDArray[Any], longer: int, used: int) -> NDArray[Any]:
    """A longer array with the same beginning. A new one, because NumPy asks for large pages only for new arrays."""
    made = np.zeros((longer, *array.shape[1:]), array.dtype)
    made[:used] = array[:used]
    return made


def new_links(size: int) -> Links:
    return Links(np.empty(size, np.uint32), np.empty(size, np.uint32))
