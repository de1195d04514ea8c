"""What a child may use and reach, seen from inside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from plies.processes.allowance import Allowance
from plies.processes.framing import InvalidFrame
from plies.processes.link import Link
from tests.processes.alive import alive, gone
from tests.processes.parrot import MESSAGES, MODULE, Do, Say

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what is looked at is Linux's")
SECONDS = 60


@contextmanager
def parrot(allowance: Allowance) -> Iterator[Link]:
    link = Link(MODULE, MESSAGES, allowance)
    try:
        yield link
    finally:
        link.close()


def asked(allowance: Allowance, what: str) -> str:
    with parrot(allowance) as link:
        answer: Say = link.ask(Do(what), SECONDS)
        return answer.text


@pytest.mark.parametrize(
    ("allowance", "said"),
    [
        (Allowance(), str(1 << 30)),
        (Allowance(memory=900 << 20), "no more memory"),
        (Allowance(memory=900 << 20, beyond=True), "no more memory"),
        (Allowance(memory=1200 << 20, beyond=True), str(1 << 30)),
    ],
)
def test_memory(allowance: Allowance, said: str) -> None:
    assert asked(allowance, "eat") == said


def test_a_limit_cannot_be_lifted() -> None:
    """Not even by an allowance of more."""
    text = Allowance(memory=2 << 30).as_text()
    code = (
        "import resource; from plies.processes.allowance import Allowance\n"
        f"Allowance(memory=900 << 20).apply(); Allowance.of_text({text!r}).apply()\n"
        "print(*resource.getrlimit(resource.RLIMIT_AS))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == [str(900 << 20)] * 2


def test_cores_niceness_and_core_dumps() -> None:
    here, core = os.nice(0), min(os.sched_getaffinity(0))
    allowance = Allowance(cores=(core,), niceness=3, core_dumps=False)
    assert asked(allowance, "limits") == f"[{core}] {min(19, here + 3)} 0"


@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_or_a_session_of_its_own(terminal: bool) -> None:
    with parrot(Allowance(terminal=terminal)) as link:
        assert link.ask(Do("session"), SECONDS) == Say(str(not terminal))
        started = int(link.ask(Do("start"), SECONDS).text)
        assert alive(started)
    if terminal:
        os.kill(started, 9)
    assert gone(started)


@pytest.mark.parametrize(
    ("prints", "out", "err"), [("shared", "", "to the output\nto the errors\n"), ("lost", "", ""), ("read", "", "")]
)
def test_what_it_prints(capfd: pytest.CaptureFixture[str], prints: str, out: str, err: str) -> None:
    allowance = Allowance(prints=prints)  # type: ignore[arg-type]
    with parrot(allowance) as link:
        assert link.ask(Do("print"), SECONDS) == Say("done")
        if prints == "read":
            assert link.read_printed() == ["to the output", "to the errors"]
    found = capfd.readouterr()
    assert (found.out, sorted(found.err.splitlines())) == (out, sorted(err.splitlines()))


def test_an_allowance_as_text() -> None:
    allowance = Allowance(5, beyond=True, cores=(1, 2), niceness=3, core_dumps=False, terminal=False, prints="lost")
    assert Allowance.of_text(allowance.as_text()) == allowance
    wrong = json.loads(allowance.as_text()) | {"prints": "everywhere"}
    with pytest.raises(InvalidFrame, match=r"the allowance\.prints is 'everywhere'"):
        Allowance.of_text(json.dumps(wrong))
