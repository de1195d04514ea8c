"""Landlock, seen from inside: what is listed can be reached, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plies.processes import landlock

pytestmark = pytest.mark.skipif(not landlock.version(), reason="this kernel has no Landlock")

CODE = """
import os, sys
from plies.processes import landlock
readable, writable, other = sys.argv[1:]
parent = os.getppid()
{first}
def tried(call):
    try:
        call()
        return True
    except PermissionError:
        return False
print([tried(call) for call in (
    lambda: open(readable + "/file").read(),
    lambda: open(readable + "/file", "w"),
    lambda: open(writable + "/new", "w").write("x"),
    lambda: os.rename(writable + "/new", writable + "/newer"),
    lambda: os.mkfifo(writable + "/pipe"),
    lambda: open(other + "/file").read(),
    lambda: os.mkdir(other + "/folder"),
    lambda: os.link(writable + "/newer", other + "/linked"),
    lambda: os.kill(parent, 0),
    lambda: os.kill(os.getpid(), 0),
)])
"""
ALL = [True] * 10
CONFINED = [True, False, True, True, True, False, False, False, not landlock.can_scope_signals(), True]


def seen(tmp_path: Path, first: str) -> list[bool]:
    for name in ("readable", "writable", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("text")
    folders = [str(tmp_path / name) for name in ("readable", "writable", "other")]
    words = [sys.executable, "-c", CODE.format(first=first), *folders]
    ran = subprocess.run(words, capture_output=True, text=True, check=True, env={**os.environ})
    return [word == "True" for word in ran.stdout.strip(" []\n").split(", ")]


def test_what_can_be_reached(tmp_path: Path) -> None:
    assert seen(tmp_path, 'landlock.confine([readable, "/no/such"], [writable])') == CONFINED


def test_a_single_file_can_be_listed(tmp_path: Path) -> None:
    assert seen(tmp_path, 'landlock.confine([readable + "/file"], [writable])') == CONFINED


def test_there_is_no_way_back(tmp_path: Path) -> None:
    twice = 'landlock.confine([readable], [writable]); landlock.confine(["/"], ["/"])'
    assert seen(tmp_path, twice) == CONFINED


def test_without_it_all_is_reached(tmp_path: Path) -> None:
    assert seen(tmp_path, "") == ALL


def test_signals_alone(tmp_path: Path) -> None:
    reached = seen(tmp_path, f"assert landlock.scope_signals() == {landlock.can_scope_signals()}")
    assert reached == [*ALL[:8], not landlock.can_scope_signals(), True]


def test_a_system_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", lambda: 0)
    assert not landlock.can_scope_signals()
    assert not landlock.scope_signals()
