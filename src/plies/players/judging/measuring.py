"""How long a move took, measured by the referee: outside the player's process, by clocks that it cannot reach.

A player is charged with the wall clock, less the time in which its process was ready to run and others had the
processor: a busy machine is no fault of a player's, but sleeping is its own choice. The kernel counts that waiting for
each thread (Linux). What other processes of the player did meanwhile counts as work: a move is never charged with less
than the processor time that all of them used, up to the wall clock. Where the system does not tell, the wall clock
counts.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from time import perf_counter  # bound here, whoever replaces it in the module later
from typing import NamedTuple

#: processes of one player that are looked at
MOST = 500
_TICK = 1 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0.01
if sys.platform == "linux":
    from time import clock_gettime


class Measured(NamedTuple):
    """A move: by the wall clock, and what is charged for it."""

    seconds: float
    charged: float


class Gauge:
    """Measures the moves of one player in one game. `process` is the one it runs in, with all those below it; None: it
    runs in this very process."""

    def __init__(self, process: int | None = None) -> None:
        self.process = process
        self._root, self._apart = process or os.getpid(), process is not None
        #: by process: processor time, that of its ended children, and waiting for a processor, when the move began
        self._worked: dict[int, float] = {}
        self._ended: dict[int, float] = {}
        self._queued: dict[int, float] = {}
        self._begun = 0.0
        self._found: tuple[float | None] | None = None

    def begin(self, timed: bool = True) -> None:
        """A move begins. Processes that appear later begin at 0. Without `timed` no clock limits it."""
        if not self._worked:
            self._worked = dict.fromkeys(self._tree(), 0.0)
            self._ended = {one: _of_ended_children(one) for one in self._worked if self._apart}
        self._found = None
        self._worked = {one: used for one in self._worked if (used := worked(one)) is not None}
        self._queued = {one: waited for one in self._worked if timed and (waited := queued(one)) is not None}
        self._begun = perf_counter()

    def end(self, enough: float = 0.0) -> Measured:
        """A move has ended. Up to `enough` seconds it may take anyway, and is charged with all of them."""
        seconds = perf_counter() - self._begun
        if seconds <= enough or not self._queued:
            return Measured(seconds, seconds)
        waits = [now - before for one, before in self._queued.items() if (now := queued(one)) is not None]
        waited = min(max(waits, default=0.0), seconds - (self.used() or 0.0))
        return Measured(seconds, seconds - max(0.0, waited))

    def used(self) -> float | None:
        """The processor time since `begin`, of all processes together, also of those that have ended meanwhile. None
        where that is not known."""
        if self._found is None:
            self._found = (self._sum(),)
        return self._found[0]

    def _sum(self) -> float | None:
        total, is_known = 0.0, False
        for one in self._tree():
            now = worked(one)
            if now is None:
                continue
            is_known = True
            total += now - self._worked.setdefault(one, 0.0)
            if self._apart:
                ended = _of_ended_children(one)
                total += ended - self._ended.get(one, 0.0)
                self._ended[one] = ended
        return total if is_known else None

    def _tree(self) -> list[int]:
        """The process and all below it; this very process alone."""
        found = [self._root]
        if self._apart:
            for one in found:
                if len(found) < MOST:
                    found += _children(one)
        return found[:MOST]


def worked(process: int) -> float | None:
    """The processor time of a process with all its threads; None where that is not known."""
    if sys.platform != "linux":
        return None
    with suppress(OSError):
        return clock_gettime(~process << 3 | 2)  # the clock of a process, as clock_getcpuclockid(3) numbers it
    return None


def queued(process: int) -> float | None:
    """How long its main thread was ready to run while others had the processor; None where that is not known."""
    words = _read(f"/proc/{process}/schedstat").split()
    return int(words[1]) * 1e-9 if len(words) == 3 else None


def _of_ended_children(process: int) -> float:
    """The processor time of the children that it has waited for."""
    words = _read(f"/proc/{process}/stat").rpartition(b")")[2].split()
    return (int(words[13]) + int(words[14])) * _TICK if len(words) > 14 else 0.0


def _children(process: int) -> list[int]:
    """Those of its main thread, and of its other threads where it has any."""
    place = f"/proc/{process}/task"
    threads = [str(process)]
    with suppress(OSError):
        if os.stat(place).st_nlink != 3:  # a folder for each thread
            threads = os.listdir(place)
    return [int(word) for thread in threads for word in _read(f"{place}/{thread}/children").split()]


def _read(path: str) -> bytes:
    """A small file of the kernel; empty where there is none."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(file, 1 << 12)
    except OSError:
        return b""
    finally:
        os.close(file)
