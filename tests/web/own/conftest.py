"""A server that was given a folder with a game, heuristics, and a file that is broken."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from plies import game_files
from plies.web.server.settings import Settings
from tests.test_game_files import NIM
from tests.web.serving import serving

MINE = """
import plies
from plies.games.bits import count

def lead(state, me):
    '''More pawns.'''
    ahead = 1.0 * count(state.white) - 1.0 * count(state.black)
    return 50 + (ahead if me == 0 else -ahead)

def pawns(state, side):
    return count(state.white) if side == 0 else count(state.black)

def slow(state, me):
    return 50.0 + len([0])

parts = plies.Heuristic("parts", "pawns alone", (plies.Feature("pawns", pawns),), (2.0,), centre=50.0)
"""
SPY = """
import os
try:
    SEEN = float(len(os.listdir({folder!r})))
    open({mark!r}, "w").close()
except OSError:
    SEEN = -1.0
def spy(state, me):
    return SEEN
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("own")
    (made / "mine.py").write_text(MINE)
    (made / "nim.py").write_text(NIM.format(name="nim", most=2))
    (made / "broken.py").write_text("def bad(state, me):\n    return (\n")
    return made


@pytest.fixture(scope="module")
def announced(folder: Path) -> Iterator[Path]:
    """The folder is known in this process."""
    before = os.environ.get(game_files.VARIABLE)
    game_files.announce([str(folder)])
    yield folder
    os.environ.pop(game_files.VARIABLE) if before is None else os.environ.update({game_files.VARIABLE: before})


@pytest.fixture(scope="module")
def own_client(announced: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    settings = Settings(files=(str(announced),), ledger=tmp_path_factory.mktemp("ledger") / "ledger.sqlite")
    with serving(settings) as client:
        yield client
