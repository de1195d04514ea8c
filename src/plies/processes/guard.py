"""A guard between a parent and a child whose code is not trusted. It outlives the child and ends all that this started.

    parent ── guard ── child ── whatever the child starts

The guard is forked before any foreign code runs, and never runs any. It hands the parent's messages on; the child
answers the parent itself. Whoever loses its parent below the guard becomes the guard's own child, so a new session
(`setsid`) hides no process from it. It ends them all when the child has ended, on SIGTERM, and when the parent dies;
and all but the child when the parent sends `Sweep`.

Where the kernel can limit what signals reach (Landlock, Linux 6.12), nothing below the guard can send one to anything
above it, and the guard ends all below it at once, so that no process can fork faster than it is ended.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

from plies.processes import landlock
from plies.processes.child import Pipe
from plies.processes.lifetime import adopt_orphans, descendants, end_with

#: seconds in which the rest of a game must have ended before the child is ended with it; and in which all must end
SWEEPING, ENDING = 2.0, 4.0
#: looks that find nothing, before nothing is there
LOOKS = 5


@dataclass(frozen=True)
class Sweep:
    """End all that the child has started, but not the child."""


@dataclass(frozen=True)
class Swept:
    """That is done."""


class Guarded:
    """What the child has: its pipe, its parent (the guard), and a folder that is gone when the guard has ended."""

    def __init__(self, pipe: Pipe, parent: int, folder: str) -> None:
        self.pipe, self.parent, self.folder = pipe, parent, folder


def stand_guard(pipe: Pipe, parent: int) -> Guarded:
    """Forks; returns in the child only. The guard stays in here until it ends."""
    folder = tempfile.mkdtemp(prefix="plies-player-")
    come, go = os.pipe()
    adopt_orphans()
    scoped = landlock.scope_signals() and not _reaches(parent)
    here = os.getpid()
    end_with(parent, signal.SIGTERM)
    child = os.fork()
    if child == 0:
        os.close(go)
        end_with(here)
        with suppress(OSError):
            os.setpgid(0, 0)
        landlock.scope_signals()  # once more: not to the guard either
        return Guarded(Pipe(come, pipe.outgoing, pipe.messages), here, folder)
    os.close(come)
    return Guard(pipe, parent, child, go, folder, scoped).stand()


class Guard:
    """The guard's side, after the fork."""

    def __init__(self, pipe: Pipe, parent: int, child: int, go: int, folder: str, scoped: bool) -> None:
        self._pipe, self._parent, self._child = pipe, parent, child
        self._folder, self._scoped = folder, scoped
        self._status: int | None = None
        #: processes that were found below, or have ended below, since the last sweep
        self._strays = 0
        self._to_child = go
        self._woken, self._wake = os.pipe()

    def stand(self) -> NoReturn:
        try:
            self._listen()
        finally:  # whatever happens
            self._end(1)

    def _listen(self) -> NoReturn:
        for end in (self._woken, self._wake, self._to_child):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, lambda *_: None)  # read from the pipe, where none is missed
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        if os.getppid() != self._parent:  # it ended before it could be asked to tell us
            self._end(1)
        from_parent = [self._pipe.incoming]
        while True:
            if self._pipe.incoming in self._wait(from_parent, []) and not self._hand_on():
                os.close(self._to_child)
                from_parent = []

    def _wait(self, readable: list[int], writable: list[int]) -> list[int]:
        """Which of these are ready. Does not return when it is time to end."""
        reads, writes, _ = select.select([self._woken, *readable], writable, [])
        if self._woken in reads and signal.SIGTERM in os.read(self._woken, 1 << 10):
            self._end(1)
        self._reap()
        if self._status is not None:
            self._end(self._status)
        return [*reads, *writes]

    def _hand_on(self) -> bool:
        """One read's worth of messages; False when there will be no more, which is what the child then sees too."""
        messages = self._pipe.arrived()
        for message in messages or ():
            if isinstance(message, Sweep):
                self._sweep()
                self._pipe.send(Swept())
            else:
                self._write(memoryview(self._pipe.messages.encode(message)))
        return messages is not None

    def _write(self, data: memoryview) -> None:
        """To the child, which may not read."""
        while data:
            try:
                data = data[os.write(self._to_child, data) :]
            except BlockingIOError:
                self._wait([], [self._to_child])
            except OSError:  # it has ended, which is seen next
                return

    # -- ending ------------------------------------------------------------------------------------------------------

    def _reap(self) -> int:
        """Forgets who has ended, and counts them. That of the child is noted, as `subprocess` has it."""
        count = 0
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                if found[0] == self._child:
                    self._status = os.waitstatus_to_exitcode(found[1])
                else:
                    self._strays += 1
                count += 1
        return count

    def _clear(self, spared: set[int], deadline: float) -> bool:
        """Ends all below but those; False when they are not gone in time. Where any process had lost its parent, it
        looks several times: one that lives for a moment, and leaves another behind, is easily missed."""
        quiet = 0
        while quiet < LOOKS:
            found = set(descendants(os.getpid())) - spared
            _kill(found)
            if self._reap() or found:
                quiet = 0
                self._strays += len(found)
                if time.monotonic() > deadline:
                    return False
            elif not self._strays:
                return True
            else:
                quiet += 1
            time.sleep(0.002)
        self._strays = 0
        return True

    def _sweep(self) -> None:
        """Ends all but the child, and the child, too, if that does not succeed."""
        if not self._clear({self._child}, time.monotonic() + SWEEPING):
            self._end(1)

    def _end(self, status: int) -> NoReturn:
        """Ends everything below, then itself, in the way that the child has ended."""
        if self._scoped:
            with suppress(OSError):  # there is nobody
                os.kill(-1, signal.SIGKILL)  # all below at once, and nobody else
        self._clear(set(), time.monotonic() + ENDING)
        shutil.rmtree(self._folder, ignore_errors=True)
        if status < 0:
            with suppress(OSError, ValueError):
                signal.signal(-status, signal.SIG_DFL)
            os.kill(os.getpid(), -status)
        os._exit(status if status >= 0 else 1)


def _reaches(process: int) -> bool:
    """Whether a signal of ours would get there; looked at before one is ever sent to everybody."""
    try:
        os.kill(process, 0)
    except PermissionError:
        return False
    return True


def _kill(processes: Iterable[int]) -> None:
    """Stops them all first, so that none of them forks while others are ended."""
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for process in processes:
            with suppress(OSError):
                os.kill(process, number)
