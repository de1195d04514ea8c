"""What a child process may use and reach: everything that is allowed or denied is one field here.

A parent states it, and the child applies it to itself before it does anything else (`child.begin`).
"""

from __future__ import annotations

import json
import os
import resource
import sys
from dataclasses import asdict, dataclass
from typing import Literal

from plies.processes import landlock, system_calls
from plies.processes.messages import read

#: what keeps a process away from the files, the network and the other processes of its user
Isolation = Literal["none", "landlock", "bubblewrap"]


@dataclass(frozen=True)
class Allowance:
    """None and no cores: as its parent."""

    #: bytes of address space; with `beyond`, so many more than are in use when the limit is set
    memory: int | None = None
    beyond: bool = False
    #: the cores that it, and what it starts, keep to
    cores: tuple[int, ...] = ()
    #: its niceness towards other processes
    niceness: int = 0
    #: whether a crash may leave its memory on the disk
    core_dumps: bool = True
    #: whether it belongs to the terminal of its parent. If not, Ctrl-C and Ctrl-Z do not reach it, and all that it
    #: starts can be ended at once
    terminal: bool = True
    #: where what it prints goes: with what its parent prints, to its parent to be read, or nowhere
    prints: Literal["shared", "read", "lost"] = "shared"
    #: whether root may lift these limits again
    lifts_limits: bool = True
    #: with isolation it reaches `reads` and, to write there, `writes`, and no other files, no network, no other process
    isolation: Isolation = "none"
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @staticmethod
    def of_text(text: str) -> Allowance:
        made: Allowance = read(Allowance, json.loads(text), "the allowance")
        return made

    def apply(self) -> None:
        """Limits this process, and what it starts from now on; as far as the system can."""
        if self.cores and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, self.cores)
        if self.niceness:
            os.nice(self.niceness)
        if self.memory is not None and sys.platform == "linux":
            _, most = resource.getrlimit(resource.RLIMIT_AS)
            limit = self.memory + (_in_use() if self.beyond else 0)
            limit = limit if most == resource.RLIM_INFINITY else min(limit, most)
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        if not self.core_dumps:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        self._isolate()

    def _isolate(self) -> None:
        """The last step: after it there is no way to any other file. Bubblewrap's walls stand since the start."""
        if self.isolation == "landlock":
            landlock.confine(self.reads, self.writes)
        if self.isolation != "none":
            system_calls.drop_privileges()
            system_calls.deny()
        elif not self.lifts_limits:
            system_calls.drop_privileges(system_calls.LIFT_LIMITS)


def _in_use() -> int:
    """Bytes of address space that this process has taken."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
