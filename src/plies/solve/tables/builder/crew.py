"""Threads that work in turns: all do one step on their own share, then all do the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


class Crew:
    """A power of two of threads. `all(step)` runs step(0), step(1), ... at once and waits for all."""

    def __init__(self, pool: ThreadPoolExecutor | None, size: int) -> None:
        self.pool, self.size = pool, size
        #: log2 of the size
        self.bits = size.bit_length() - 1

    def all(self, step: Callable[[int], T]) -> list[T]:
        if self.pool is None:
            return [step(0)]
        return list(self.pool.map(step, range(self.size)))


@contextmanager
def crew(threads: int) -> Iterator[Crew]:
    """At most so many threads, rounded down to a power of two."""
    size = 1 << (max(1, threads).bit_length() - 1)
    if size == 1:
        yield Crew(None, 1)
        return
    with ThreadPoolExecutor(size, "plies-table") as pool:
        yield Crew(pool, size)
