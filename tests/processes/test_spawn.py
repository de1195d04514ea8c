"""How a child is started: which Plies it imports, and that Ctrl-C does not reach it too early."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import plies
from plies.processes.allowance import Allowance
from plies.processes.spawn import command, environment, interrupts_blocked


def test_a_child_imports_this_very_plies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where another one lies about."""
    (tmp_path / "plies.py").write_text("raise SystemExit('the wrong one')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    code = "import os, plies; print(plies.__file__, os.environ['PYTHONHASHSEED'], os.environ['OMP_NUM_THREADS'])"
    words = [sys.executable, "-P", "-c", code]
    ran = subprocess.run(words, capture_output=True, text=True, env=environment(), cwd=tmp_path, check=True)
    assert ran.stdout.split() == [str(plies.__file__), "0", "1"]
    assert environment()["PYTHONPATH"].split(os.pathsep)[1:] == [str(tmp_path)]


def test_a_command_says_who_the_parent_is_and_what_is_allowed() -> None:
    allowance = Allowance(niceness=2)
    words = command("some.module", allowance, "a", "b")
    assert words[1:] == ["-P", "-m", "some.module", str(os.getpid()), allowance.as_text(), "a", "b"]


def blocked() -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_interrupts_are_blocked_meanwhile() -> None:
    assert not blocked()
    with interrupts_blocked():
        assert blocked()
    assert not blocked()


@pytest.mark.parametrize("first", [0, 1])
def test_two_that_overlap_leave_interrupts_as_they_were(first: int) -> None:
    """As coroutines do."""
    both = [interrupts_blocked(), interrupts_blocked()]
    for one in both:
        one.__enter__()
    assert blocked()
    for one in (both[first], both[1 - first]):
        one.__exit__(None, None, None)
    assert not blocked()
