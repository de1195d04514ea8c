from __future__ import annotations

import pytest

from plies.games.titles import title_of, titles_of

TITLES = {
    "breakthrough:8x8": "Breakthrough, 8 by 8",
    "checkers": "Checkers",
    "wumpus:6,seed=7": "Wumpus, size 6, seed 7",
    "wumpus:3,directions=6": "Wumpus, size 3, directions 6",
    "pebbles:10x12": "Pebbles, 10 by 12",
    "mine.py:4x4": "mine.py:4x4",
    "folder/nim.py": "folder/nim.py",
}


@pytest.mark.parametrize("name", TITLES)
def test_a_game_in_words(name: str) -> None:
    assert title_of(name) == TITLES[name]


def test_several_games_in_words() -> None:
    assert titles_of(["pawns:6x6", "checkers"]) == "Pawns, 6 by 6; Checkers"
