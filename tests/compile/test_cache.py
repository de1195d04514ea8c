"""Compiled results are kept and found again, and nothing piles up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plies.compile import cache
from tests.compile.elsewhere import contents, fill_at_once, search

#: the least that a process with Numba can do: one kept function
NUMBA_ALONE = """
import resource
from numba import njit
@njit(cache=True)
def f(x):
    return x + 1
f(1)
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime)
"""


def numba_alone(folder: Path) -> float:
    """Seconds of processor time on this machine, the better of two."""
    (folder / "alone.py").write_text(NUMBA_ALONE)
    words = [sys.executable, str(folder / "alone.py")]
    return min(float(subprocess.run(words, capture_output=True, text=True, check=True).stdout) for _ in range(2))


def test_the_cache_does_not_grow_and_the_second_process_starts_at_once(warm: Path, tmp_path: Path) -> None:
    before = contents(warm)
    assert before
    runs = [search(warm) for _ in range(2)]
    assert contents(warm) == before
    assert len({(run["value"], run["nodes"], run["move"]) for run in runs}) == 1
    assert {run["stderr"] for run in runs} == {""}
    at_most = max(1.0, 1.2 * numba_alone(tmp_path))  # a second, or on a slow machine hardly more than Numba
    assert min(run["cpu"] for run in runs) < at_most


@pytest.mark.slow
def test_two_processes_fill_an_empty_cache_at_once_and_say_that_they_compile(tmp_path: Path) -> None:
    assert "compiling the engine of pawns" in fill_at_once(tmp_path)
    before = contents(tmp_path)
    assert search(tmp_path)["stderr"] == ""
    assert contents(tmp_path) == before


@pytest.mark.slow
def test_the_cache_does_not_grow_over_a_hundred_runs(warm: Path) -> None:
    before = contents(warm)
    for _ in range(100):
        search(warm)
    assert contents(warm) == before


def test_the_oldest_folders_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "KEPT", 3)
    for number in range(6):
        cache.import_text("x = 1\n", "trial", f"{number:020}")
        os.utime(tmp_path / f"trial-{number:020}", (number, number))
    assert sorted(folder.name[-1] for folder in tmp_path.iterdir()) == ["3", "4", "5"]


def test_without_a_place_for_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home that cannot be written to: the text is compiled in a folder of this process alone."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PLIES_CACHE", str(tmp_path / "file" / "cache"))
    module = cache.import_text("x = 17\n", "trial", "homeless")
    assert module.x == 17
    assert str(tmp_path) not in str(module.__file__)
