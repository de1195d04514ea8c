"""A trace sent from one process to another, chunk by chunk, while the search runs.

A chunk has what is new since the one before: the nodes that were open then, as they are now; the nodes entered since;
the lists of moves that were added. So the reader's trace can be walked from the first chunk on.
"""

from __future__ import annotations

from array import array
from typing import Any

from plies.search.textbook.trace import Trace, arrays_of


class ChunkWriter:
    """Takes chunks from a trace that is being recorded."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        #: at the last chunk: the open nodes, and the lengths of all columns
        self._open: list[int] = []
        self._nodes = 0
        self._lists = [0] * len(trace.lists)

    def take(self) -> bytes:
        """What is new since the last call."""
        trace = self.trace
        parts: list[array[Any]] = [array("i", self._open)]
        parts += [self._open_part(column) + column[self._nodes :] for column in arrays_of(trace.columns)]
        parts += [column[taken:] for column, taken in zip(trace.lists, self._lists, strict=True)]
        self._open, self._nodes = list(trace.open), len(trace)
        self._lists = [len(column) for column in trace.lists]
        sizes = array("I", (len(part) * part.itemsize for part in parts))
        return b"".join(part.tobytes() for part in (sizes, *parts))

    def _open_part(self, column: array[Any]) -> array[Any]:
        return array(column.typecode, (column[id] for id in self._open))


def add_chunk(trace: Trace, chunk: bytes) -> None:
    """Adds what a ChunkWriter has taken to the reader's trace."""
    columns, lists = arrays_of(trace.columns), trace.lists
    old, *parts = _split(chunk, [array("i"), *columns, *lists])
    first = len(trace)
    for column, part in zip(columns, parts, strict=False):
        for id, value in zip(old, part, strict=False):
            column[id] = value
        column.extend(part[len(old) :])
    for column, part in zip(lists, parts[len(columns) :], strict=True):
        column.extend(part)
    trace.open = [id for id in (*old, *range(first, len(trace))) if not trace.columns.size[id]]


def _split(chunk: bytes, like: list[array[Any]]) -> list[array[Any]]:
    """The parts of a chunk, each a column of the same type as in `like`."""
    sizes = array("I")
    at = sizes.itemsize * len(like)
    sizes.frombytes(chunk[:at])
    parts = []
    for size, one in zip(sizes, like, strict=True):
        part = array(one.typecode)
        part.frombytes(chunk[at : at + size])
        parts.append(part)
        at += size
    return parts
