"""What a user-written file offers."""

from __future__ import annotations

from pathlib import Path

import plies
from plies.players.user_code.contents import heuristics_in
from plies.user_files import load_file

MINE = """
import plies
from plies.games.bits import count

def lead(state, me):
    '''More pawns.'''
    return count(state.white) - count(state.black)

def pawns(state, side):
    return count(state.white) if side == 0 else count(state.black)

def _hidden(state, me):
    return 0

def anything(state, me):
    return 1.5

def never(state, me):
    return float("nan")

parts = plies.Heuristic("parts", "pawns alone", (plies.Feature("pawns", pawns),), (2.0,), centre=50.0)
theirs = plies.game("pawns").heuristics["ari"]
mixed = plies.Heuristic("mixed", "theirs, weighed anew", theirs.features[:2], (3.0, 1.0))
"""


def test_heuristics_are_found_with_the_games_that_they_fit(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    games = [plies.game("pawns"), plies.game("pebbles")]
    found = {one.name: one for one in heuristics_in(load_file(str(tmp_path / "mine.py")), games)}
    assert list(found) == ["lead", "anything", "never", "parts", "mixed"]
    assert found["lead"].games == ("pawns",)
    assert (found["lead"].about, found["lead"].line) == ("More pawns.", 5)
    assert found["anything"].games == ("pawns", "pebbles")
    assert found["never"].games == ()
    assert found["parts"].terms == (("pawns", 2.0),)
    assert found["parts"].term_names == ("pawns",)
    assert found["parts"].centre == 50.0


def test_patterns_fit_games_whose_states_have_their_fields(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("""
import plies
parent = plies.game("pawns:6x6").heuristic("learned")
mine = plies.Heuristic("mine", "", parent.features, parent.weights, patterns=parent.patterns)
""")
    games = [plies.game("pawns"), plies.game("pebbles"), plies.game("checkers")]
    (found,) = heuristics_in(load_file(str(tmp_path / "mine.py")), games)
    assert found.games == ("pawns",)


def test_a_file_may_name_its_games(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("GAMES = ('pebbles',)\ndef flat(state, me):\n    return 0\n")
    games = [plies.game("pawns"), plies.game("pebbles")]
    (found,) = heuristics_in(load_file(str(tmp_path / "mine.py")), games)
    assert found.games == ("pebbles",)
