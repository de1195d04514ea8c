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
from plies.processes.lifetime import adopt_orphans, descendants, end_with, kill_group

#: seconds in which the rest of a game must have ended before the child is ended with it
SWEEPING = 2.0


@dataclass(frozen=True)
class Sweep:
    """End all that the child has started, but not the child."""


@dataclass(frozen=True)
class Swept:
    """So many processes were ended."""

    ended: int


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
        return Guarded(Pipe(come, pipe.outgoing, pipe.messages), here, folder)
    os.close(come)
    return Guard(pipe, parent, child, go, folder, scoped).stand()


class Guard:
    """The guard's side, after the fork."""

    def __init__(self, pipe: Pipe, parent: int, child: int, go: int, folder: str, scoped: bool) -> None:
        self._pipe, self._parent, self._child = pipe, parent, child
        self._folder, self._scoped = folder, scoped
        self._to_child = Pipe(pipe.incoming, go, pipe.messages)

    def stand(self) -> NoReturn:
        woken, wake = os.pipe()
        for end in (woken, wake):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, lambda *_: None)  # read from the pipe, where none is missed
        if os.getppid() != self._parent:
            self._end(1)
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        listens = True
        while True:
            ready = select.select([woken, *([self._pipe.incoming] if listens else [])], [], [])[0]
            if woken in ready and signal.SIGTERM in os.read(woken, 1 << 10):
                self._end(1)
            status = self._reap()
            if status is not None:
                self._end(status)
            if self._pipe.incoming in ready:
                listens = self._hand_on()

    def _hand_on(self) -> bool:
        """One read's worth of messages; False when there will be no more, which is what the child then sees too."""
        messages = self._pipe.arrived()
        if messages is None:
            os.close(self._to_child.outgoing)
            return False
        for message in messages:
            if isinstance(message, Sweep):
                self._pipe.send(Swept(self._sweep()))
            else:
                with suppress(OSError):  # it has ended, which is seen next
                    self._to_child.send(message)
        return True

    # -- ending ------------------------------------------------------------------------------------------------------

    def _reap(self) -> int | None:
        """Forgets who has ended; the status of the child if it is among them, as `subprocess` gives it."""
        status = None
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                if found[0] == self._child:
                    status = os.waitstatus_to_exitcode(found[1])
        return status

    def _sweep(self) -> int:
        """Ends all but the child, and the child, too, if that does not succeed."""
        ended: set[int] = set()
        deadline = time.monotonic() + SWEEPING
        while found := set(descendants(os.getpid())) - {self._child}:
            ended |= found
            if time.monotonic() > deadline:
                self._end(1)
            _kill(found)
            status = self._reap()
            if status is not None:
                self._end(status)
        return len(ended)

    def _end(self, status: int) -> NoReturn:
        """Ends everything below, then itself, in the way that the child has ended."""
        kill_group(self._child)
        while found := descendants(os.getpid()):
            if self._scoped:
                with suppress(OSError):  # nobody is left
                    os.kill(-1, signal.SIGKILL)  # all at once
            _kill(found)
            self._reap()
            time.sleep(0.001)
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
