"""Commands are run in this process with `run`, which returns the exit status and what was printed."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import NamedTuple

import pytest

from plies.cli import main

NIM = '''
"""A heap of stones; take one, two or three; who takes the last wins."""
from typing import NamedTuple
from plies import RUNNING, Feature, Game, Heuristic, Rules

class State(NamedTuple):
    stones: int
    turn: int

def moves(state, out):
    n = min(3, state.stones)
    for i in range(n):
        out[i] = i + 1
    return n

def play(state, move):
    return State(state.stones - move, 1 - state.turn)

def outcome(state):
    return RUNNING

def stones(state, side):
    return state.stones

RULES = Rules(State, moves, play, outcome, most_moves=3, move_codes=4)
NONE = Heuristic("none", "nothing at all", (Feature("stones", stones),), (1.0,))
GAME = Game("nim", "take one to three stones; no move loses", ("left", "right"), RULES, State(10, 0),
            {"none": NONE}, "none")
'''


class Ran(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same screen wherever the tests run."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    # whether something had to be compiled for the first time must not change what tests see
    monkeypatch.setattr("plies.compile.build.announce", lambda what: None)


@pytest.fixture(scope="session")
def nim(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a game of one's own; one file for all tests, so that it is compiled once."""
    path = tmp_path_factory.mktemp("games") / "nim.py"
    path.write_text(NIM)
    return str(path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """run("perft", "pawns:3x5", "4", typed="...") -> Ran"""

    def run_one(*words: str, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            status = main(words)
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return run_one
