"""A guard: it hands on messages, outlives its child, and ends whatever that has started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from plies.processes import landlock
from plies.processes.allowance import Allowance
from plies.processes.guard import Sweep, Swept
from plies.processes.link import Link, NoAnswer
from tests.processes.alive import alive, gone
from tests.processes.guarded_parrot import MESSAGES, MODULE
from tests.processes.parrot import Do, Say

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="who adopts orphans is Linux's")
SECONDS = 60


@pytest.fixture
def link() -> Iterator[Link]:
    made = Link(MODULE, MESSAGES, Allowance(terminal=False, prints="lost"))
    yield made
    made.close(end=10.0)


def ask(link: Link, what: str) -> str:
    answer: Say = link.ask(Do(what), SECONDS)
    return answer.text


def test_messages_go_through_and_fleeing_processes_end(link: Link) -> None:
    assert link.ask(Say("hello", b"\0" * 300_000), SECONDS) == Say("hello", b"\0" * 300_000)
    folder = ask(link, "folder")
    assert Path(folder).is_dir()
    first = [int(ask(link, "flee")) for _ in range(3)]
    assert all(map(alive, first))
    assert link.ask(Sweep(), SECONDS) == Swept()
    assert not any(map(alive, first))
    assert ask(link, "parent") == str(link.pid)  # the child lives
    second = [int(ask(link, "flee")), int(ask(link, "start"))]
    link.close(tidy=5.0)
    assert link.status() == 0
    assert gone(*second)
    assert not Path(folder).exists()


@pytest.mark.parametrize(("what", "how"), [("exit", "ended with status 7"), ("crash", "was ended by SIGSEGV")])
def test_it_ends_as_its_child_has_ended(link: Link, what: str, how: str) -> None:
    stray = int(ask(link, "flee"))
    with pytest.raises(NoAnswer, match=f"its process {how}"):
        link.ask(Do(what), SECONDS)
    assert gone(stray)
    link.close()


@pytest.mark.parametrize("busy", [False, True])
def test_sigterm_ends_all(link: Link, busy: bool) -> None:
    """Also when the child does not read what it is sent."""
    stray, child = int(ask(link, "flee")), int(ask(link, "pid"))
    if busy:
        os.kill(child, signal.SIGSTOP)
        for _ in range(4):
            link.send(Say("", b"\0" * 100_000))
        time.sleep(0.2)
    link.close(end=10.0)
    assert link.status() == 1
    assert gone(stray, child)


def test_it_cannot_be_killed_from_below(link: Link) -> None:
    if not landlock.can_scope_signals():
        pytest.skip("this kernel has no Landlock of version 6")
    assert ask(link, "kill the guard") == "PermissionError"
    assert ask(link, "parent") == str(link.pid)
    link.close(tidy=5.0)


def test_the_death_of_the_parent_ends_all(tmp_path: Path) -> None:
    code = (
        "from tests.processes.test_guard import *\n"
        "link = Link(MODULE, MESSAGES, Allowance(terminal=False, prints='lost'))\n"
        "print(link.pid, ask(link, 'pid'), ask(link, 'flee'), flush=True)\n"
        "time.sleep(100)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        processes = [int(word) for word in parent.stdout.readline().split()]
        assert len(processes) == 3
        parent.kill()
    assert gone(*processes)
