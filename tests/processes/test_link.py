"""The parent's side: deadlines, what a child does instead of answering, last words, and an end for certain."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from plies.processes.allowance import Allowance
from plies.processes.framing import InvalidFrame
from plies.processes.link import CHUNKS, Late, Link, NoAnswer
from tests.processes.alive import alive, gone
from tests.processes.parrot import MESSAGES, MODULE, Do, Say

SECONDS = 60


@pytest.fixture
def link() -> Iterator[Link]:
    made = Link(MODULE, MESSAGES, Allowance(prints="read"))
    assert made.ask(Say("hello"), SECONDS) == Say("hello")
    yield made
    made.close()


def test_messages_larger_than_a_pipe(link: Link) -> None:
    data = os.urandom(900_000)
    assert link.ask(Say("", data), SECONDS) == Say("", data)


def test_a_deadline(link: Link) -> None:
    begun = time.monotonic()
    with pytest.raises(Late, match=r"^no answer within 0\.3 s$"):
        link.ask(Do("hang"), 0.3)
    assert 0.3 <= time.monotonic() - begun < 10


def test_a_deadline_for_a_child_that_reads_nothing(link: Link) -> None:
    os.kill(link.pid, signal.SIGSTOP)
    with pytest.raises(Late):
        link.ask(Say("", bytes(900_000)), 0.3)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("exit", r"^its process ended with status 7$"),
        ("crash", r"^its process was ended by SIGSEGV$"),
        ("babble", r"^its process sent a message of \d+ bytes; the longest has 1048576$"),
        ("boast", r"^its process sent a message of \d+ bytes; the longest has 1048576$"),
        ("nothing known", r"^its process sent a message of no known kind"),
    ],
)
def test_what_is_no_answer(link: Link, monkeypatch: pytest.MonkeyPatch, what: str, said: str) -> None:
    if what == "nothing known":
        monkeypatch.setattr(MESSAGES, "_kinds", {"Do": Do})
    with pytest.raises(NoAnswer, match=said) as error:
        link.ask(Do(what), SECONDS)
    assert not isinstance(error.value, Late)


def test_asking_one_that_is_dead(link: Link) -> None:
    os.kill(link.pid, signal.SIGKILL)
    assert link.status(SECONDS) == -signal.SIGKILL
    with pytest.raises(NoAnswer, match="its process was ended by SIGKILL"):
        link.ask(Say("hello"), SECONDS)


def test_last_words(link: Link) -> None:
    link.send(Do("exit"))
    assert link.status(SECONDS) == 7
    assert link.read_printed() == ["my last words"]
    assert link.last_words() == "ended with status 7; it printed: my last words"
    assert list(link.receive()) == []
    assert link.is_broken


def test_sending_and_receiving_without_waiting(link: Link) -> None:
    wanted = [Say(str(number)) for number in range(10)]
    for message in wanted:
        link.send(message)
    assert received(link, 10) == wanted
    assert not link.is_broken


def test_what_waits_when_one_message_was_taken_comes_next(link: Link) -> None:
    """Three at once, of which each call takes one."""
    for number in range(3):
        link.send(Say(str(number)))
    found: list[object] = []
    deadline = time.monotonic() + SECONDS
    while len(found) < 3 and time.monotonic() < deadline:
        time.sleep(0.1)
        found += [message for message in [next(link.receive(), None)] if message is not None]
    assert found == [Say("0"), Say("1"), Say("2")]


def test_what_is_no_frame_is_raised_where_it_is_received(link: Link) -> None:
    link.send(Do("babble"))
    with pytest.raises(InvalidFrame):
        received(link, 1)


def test_what_a_pipe_does_not_take_is_written_later(link: Link) -> None:
    os.kill(link.pid, signal.SIGSTOP)
    wanted = [Say(str(number), bytes(300_000)) for number in range(5)]
    for message in wanted:
        link.send(message)
    assert list(link.receive()) == []
    os.kill(link.pid, signal.SIGCONT)
    assert received(link, 5) == wanted


def received(link: Link, count: int) -> list[object]:
    found: list[object] = []
    deadline = time.monotonic() + SECONDS
    while len(found) < count and time.monotonic() < deadline:
        found += link.receive()
        time.sleep(0.01)
    return found


def test_what_never_ends_is_read_in_pieces(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that prints faster than we read does not keep us from everything else."""
    with monkeypatch.context() as patch:
        patch.setattr(os, "read", lambda stream, size: b"more and more\n")
        assert link.read_printed() == ["more and more"] * CHUNKS


@pytest.mark.parametrize("number", [None, signal.SIGSTOP])
def test_closing_leaves_nothing(link: Link, number: signal.Signals | None) -> None:
    if number is not None:
        os.kill(link.pid, number)
    link.close()
    link.close()
    assert not alive(link.pid)
    assert link.status() == -signal.SIGKILL


def test_closing_gently(link: Link) -> None:
    link.close(tidy=SECONDS)
    assert link.status() == 0


def test_closing_asks_before_it_kills(link: Link) -> None:
    link.send(Do("hang"))
    begun = time.monotonic()
    link.close(tidy=0.1, end=SECONDS)
    assert link.status() == -signal.SIGTERM
    assert time.monotonic() - begun < SECONDS


PARENT = f"""
import sys, time
from plies.processes.allowance import Allowance
from plies.processes.link import Link
from tests.processes.parrot import MESSAGES, MODULE, Do
links = [Link(MODULE, MESSAGES, Allowance(terminal=terminal, prints="lost")) for terminal in (True, False)]
for link in links:
    link.ask(Do("words"), {SECONDS})
    link.send(Do("hang"))
print(*[link.pid for link in links], flush=True)
time.sleep(300)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel is asked to end children")
def test_no_child_outlives_its_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        children = [int(word) for word in parent.stdout.readline().split()]
        assert [alive(child) for child in children] == [True, True]
        parent.kill()
    assert gone(*children)
