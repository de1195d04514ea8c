"""Ends: with the parent, of forks with all that they have started, and in words."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from plies.processes import lifetime
from plies.processes.lifetime import how_it_ended
from tests.processes.alive import alive, gone


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (0, "ended with status 0"),
        (3, "ended with status 3"),
        (-signal.SIGSEGV, "was ended by SIGSEGV"),
        (-60, "was ended by signal 60"),
    ],
)
def test_how_it_ended(status: int, said: str) -> None:
    assert how_it_ended(status) == said


def test_one_whose_parent_is_gone_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    monkeypatch.setattr("ctypes.CDLL", lambda name: type("", (), {"prctl": lambda *_: 0}))
    lifetime.end_with(os.getppid())
    assert ended == []
    lifetime.end_with(1 << 22)
    assert ended == [1]


FORKS = """
import os, subprocess, sys, time
from plies.processes.lifetime import in_fork

def work():
    started = subprocess.Popen(["sleep", "300"])
    print(os.getpid(), started.pid, os.getpgid(0) == os.getpid(), flush=True)
    {does}

print(in_fork(work, os.getppid()), flush=True)
time.sleep(300)
"""


def fork_that(does: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", FORKS.format(does=does)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True)


@pytest.mark.parametrize(
    ("does", "status"), [("os._exit(5)", 5), ("os.abort()", -signal.SIGABRT), ("1 / 0", 1), ("pass", 1)]
)
def test_what_a_fork_has_started_ends_with_it(does: str, status: int) -> None:
    with fork_that(does) as process:
        assert process.stdout is not None
        fork, started, leads = process.stdout.readline().split()
        assert leads == "True"
        assert process.stdout.readline() == f"{status}\n"
        assert gone(int(fork), int(started))
        process.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells of a parent's death on Linux")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_who_ends_while_it_waits_for_a_fork_takes_it_along(number: signal.Signals) -> None:
    """What the fork has started is taken along where there is time for it: by SIGTERM, or when the parent dies."""
    with fork_that("import time; time.sleep(300)") as process:
        assert process.stdout is not None
        fork, started, _ = process.stdout.readline().split()
        assert alive(int(fork))
        process.send_signal(number)
        assert gone(int(fork))
        if number is signal.SIGKILL:
            os.kill(int(started), signal.SIGKILL)
        assert gone(int(started))
