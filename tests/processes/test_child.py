"""How a child begins: its pipe is its own, and Ctrl-C is its parent's."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from plies.processes.allowance import Allowance
from plies.processes.link import Link
from tests.processes.parrot import MESSAGES, MODULE, Do, Say

SECONDS = 60


@pytest.fixture
def link() -> Iterator[Link]:
    made = Link(MODULE, MESSAGES, Allowance(prints="lost"), "some", "words")
    yield made
    made.close()


def test_what_it_prints_and_reads_does_not_touch_the_pipe(link: Link) -> None:
    for _ in range(3):
        assert link.ask(Do("print"), SECONDS) == Say("done")
        assert link.ask(Do("read"), SECONDS) == Say("'' b''")
    assert link.ask(Say("lone \ud800 surrogate\n", bytes(range(256))), SECONDS) == Say(
        "lone \ud800 surrogate\n", bytes(range(256))
    )


def test_its_words(link: Link) -> None:
    assert link.ask(Do("words"), SECONDS) == Say("some words")


@pytest.mark.parametrize(
    ("terminal", "handler"), [(True, signal.SIG_IGN), (False, signal.getsignal(signal.SIGINT))], ids=["shared", "own"]
)
def test_interrupts(terminal: bool, handler: object) -> None:
    """On the parent's terminal they are left to the parent; in a session of its own none comes, and all is as usual."""
    made = Link(MODULE, MESSAGES, Allowance(terminal=terminal, prints="lost"))
    try:
        reported = made.ask(Do("interrupts"), SECONDS).text
        assert reported == f"{handler} False"
    finally:
        made.close()


def test_an_interrupt_at_any_time_harms_no_child() -> None:
    """Also before Python has started."""
    made = Link(MODULE, MESSAGES, Allowance(prints="lost"))
    try:
        stop = threading.Event()

        def interrupt() -> None:
            while not stop.wait(0.005):
                os.kill(made.pid, signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        assert made.ask(Say("still here"), SECONDS) == Say("still here")
        stop.set()
        thread.join()
    finally:
        made.close()
