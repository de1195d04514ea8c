"""Which cores the workers of a tournament keep to: no two share one as long as there are enough.

Several tournaments on one machine see each other's: each holds a name for every core that it has taken, in a space of
names that Linux keeps and clears when a process ends. On other systems all cores count as free.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Sequence


def allowed_cores() -> list[int]:
    """The cores on which this process may run."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))


def core_sets(threads: int = 1, workers: int | None = None, cores: Sequence[int] = ()) -> list[tuple[int, ...]]:
    """The cores of each worker: as many workers as fit without sharing, or as many as asked for."""
    cores = cores or allowed_cores()
    count = workers or max(1, len(cores) // threads)
    wide = min(threads, len(cores))
    return [tuple(cores[(number * wide + place) % len(cores)] for place in range(wide)) for number in range(count)]


class Claim:
    """Cores that are taken until it is closed, or until this process ends."""

    def __init__(self, wanted: int) -> None:
        self._names: list[socket.socket] = []
        every, free = allowed_cores(), list[int]()
        for core in every:
            if len(free) < wanted and self._take(core):
                free.append(core)
        #: all that may be used, those that no other tournament has taken first
        self.cores = [*free, *(core for core in every if core not in free)]
        #: how many of those wanted another tournament has
        self.missing = min(wanted, len(every)) - len(free)

    def _take(self, core: int) -> bool:
        if sys.platform != "linux":
            return True
        name = socket.socket(socket.AF_UNIX)
        try:
            name.bind(f"\0plies core {core}")
        except OSError as error:
            name.close()
            if error.errno == errno.EADDRINUSE:
                return False
            raise
        self._names.append(name)
        return True

    def close(self) -> None:
        while self._names:
            self._names.pop().close()
