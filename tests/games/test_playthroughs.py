"""Recorded games, move by move: what was true of a game yesterday is true today."""

from __future__ import annotations

import re

import pytest

from tests.games.walks import every_game
from tests.playthroughs.record import HERE, file_of, play_through


@pytest.mark.parametrize("name", every_game())
def test_a_recorded_game_plays_as_it_did(name: str) -> None:
    file = file_of(name)
    if not file.exists():
        pytest.fail(f"no playthrough of {name}; make one with `python tests/playthroughs/record.py` and read it")
    recorded = file.read_text(encoding="utf-8")
    moves = re.findall(r"^of \d+ +(.+)$", recorded, re.MULTILINE)
    assert play_through(name, moves) == recorded


def test_every_recorded_game_is_still_there() -> None:
    assert {file.name for file in HERE.glob("*.txt")} == {file_of(name).name for name in every_game()}
