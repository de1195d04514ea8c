"""How processes end: with their parent, together with all that they have started, and how that is reported."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


def end_with(parent: int, number: signal.Signals = signal.SIGKILL) -> None:
    """For a child: has the kernel kill it when its parent ends, however that happens (Linux). With another signal it
    ends itself, and tidies up first."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:  # it ended before we could ask
        os._exit(1)


def adopt_orphans() -> None:
    """All that this process starts, however indirectly, stays below it: who loses its parent becomes its child
    (Linux)."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def descendants(process: int) -> list[int]:
    """The processes below a process, parents first, without those that have ended (Linux; elsewhere none)."""
    found, waiting = [], [process]
    while waiting:
        for child in _children(waiting.pop()):
            if _state(child) not in ("Z", "X", ""):
                found.append(child)
            waiting.append(child)
    return found


def _children(process: int) -> list[int]:
    try:
        threads = os.listdir(f"/proc/{process}/task")
    except OSError:  # it has ended, or this is no Linux
        return []
    return [int(word) for thread in threads for word in _read(f"/proc/{process}/task/{thread}/children").split()]


def _state(process: int) -> str:
    """The letter that the kernel has for it; none for one that is gone."""
    return _read(f"/proc/{process}/stat").rpartition(")")[2].strip()[:1]


def _read(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def how_it_ended(status: int) -> str:
    """A status as `subprocess` gives it, in words that follow "its process"."""
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


def kill_group(group: int) -> None:
    with suppress(OSError):  # it has no more processes
        os.killpg(group, signal.SIGKILL)


def in_fork(work: Callable[[], NoReturn], parent: int) -> int:
    """Does some work in a fork that is a process group of its own, and ends everything that was started in it. Gives
    the status of the fork. `parent` is that of this process."""
    here = os.getpid()
    fork = os.fork()
    if fork == 0:
        try:
            with suppress(OSError):
                os.setpgid(0, 0)
            end_with(here)
            work()
        finally:
            os._exit(1)
    with suppress(OSError):  # whichever of the two is first
        os.setpgid(fork, fork)
    with _taking_along(fork, parent):
        os.waitid(os.P_PID, fork, os.WEXITED | os.WNOWAIT)  # left to be reaped, so that its group is still its own
    kill_group(fork)
    return os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1])


@contextmanager
def _taking_along(group: int, parent: int) -> Iterator[None]:
    """While it lasts, SIGTERM and the parent's death end the group, too. At other times, when this process may run code
    that never lets Python handle a signal, the kernel kills it without asking."""

    def end(*_: object) -> NoReturn:
        kill_group(group)
        kill_group(os.getpid())
        os._exit(1)

    before = signal.signal(signal.SIGTERM, end)
    end_with(parent, signal.SIGTERM)
    try:
        yield
    finally:
        end_with(parent)
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)
