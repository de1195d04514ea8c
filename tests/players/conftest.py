"""What the tests of players share: files of users, and no word about compiling."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from plies.players.algorithm import Algorithm
from plies.players.registry import algorithms
from tests.players.greedy import GREEDY

Write = Callable[..., str]


@pytest.fixture(autouse=True)
def _silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plies.compile.build.announce", lambda what: None)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """write(text) -> the path of a user-written file."""

    def write_one(text: str, name: str = "mine.py") -> str:
        file = tmp_path / name
        file.write_text(textwrap.dedent(text))
        return str(file)

    return write_one


@pytest.fixture
def reaching(monkeypatch: pytest.MonkeyPatch) -> None:
    """User-written files are not isolated, so that they can tell a test what they have done."""
    monkeypatch.setenv("PLIES_ISOLATE", "no")


@pytest.fixture
def greedy(monkeypatch: pytest.MonkeyPatch) -> Algorithm:
    """As if a package with this algorithm were installed."""
    monkeypatch.setitem(algorithms(), GREEDY.name, GREEDY)
    return GREEDY
