"""Games of files that go by their own names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from plies import game_files, registry
from plies.arena.plan.sources import check_sources, sources_of
from plies.errors import InvalidFile, PliesError, Refused, UnknownName

NIM = """
from typing import NamedTuple
import plies
class State(NamedTuple):
    left: int
    turn: int
def moves(state, out):
    n = min(state.left, {most})
    for i in range(n):
        out[i] = i + 1
    return n
def play(state, move):
    return State(state.left - move, 1 - state.turn)
def outcome(state):
    return plies.RUNNING
def none(state, side):
    return 0
GAME = plies.Game(
    name="{name}", about="take {most}", sides=("first", "second"),
    rules=plies.Rules(State, moves, play, outcome, most_moves=9, move_codes=10), first=State(7, 0),
    heuristics={{"none": plies.Heuristic("none", "nothing", (plies.Feature("none", none),), (1.0,))}}, default="none")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(game_files.VARIABLE, "")
    game_files.announce([str(tmp_path)])
    return tmp_path


def test_a_game_of_a_file_is_known_by_its_name_and_its_edits_are_noticed(folder: Path) -> None:
    assert "nim" not in registry.families()
    (folder / "nim.py").write_text(NIM.format(name="nim", most=2))
    assert len(registry.game("nim").start().moves) == 2
    assert registry.file_of("nim") == str(folder / "nim.py")
    (folder / "nim.py").write_text(NIM.format(name="nim", most=3))
    assert len(registry.game("nim").start().moves) == 3


def test_a_broken_game_names_its_line_and_the_others_stay(folder: Path) -> None:
    (folder / "nim.py").write_text(NIM.format(name="nim", most=2))
    (folder / "other.py").write_text(NIM.format(name="other", most=2))
    assert {"nim", "other"} <= set(registry.families())
    (folder / "nim.py").write_text(NIM.format(name="nim", most=2) + "oops\n")
    assert "nim" not in registry.families()
    with pytest.raises(InvalidFile, match=r"nim\.py stopped in line 22 with NameError"):
        registry.game("nim")
    assert registry.game("other").name == "other"
    with pytest.raises(UnknownName, match="no game 'nimm'"):
        registry.game("nimm")


@pytest.mark.parametrize(
    ("name", "problem"),
    [("pawns", "there is a game called 'pawns' already"), ("My Nim", "small letters and digits")],
)
def test_a_name_must_lead_back_to_its_game(folder: Path, name: str, problem: str) -> None:
    (folder / "nim.py").write_text(NIM.format(name=name, most=2))
    (found,) = registry.games_in_files()
    assert found.family is None
    assert problem in str(found.problem)


def test_a_file_without_a_game_is_never_run(folder: Path) -> None:
    (folder / "mine.py").write_text(f"open({str(folder / 'ran')!r}, 'w')\ndef mine(state, me):\n    return 0\n")
    (folder / "_left_out.py").write_text("GAME = 1\n")
    registry.families()
    assert not (folder / "ran").exists()
    assert [file.name for file in game_files.known_files()] == ["mine.py"]


def test_a_family_whose_games_have_other_names_is_refused(folder: Path) -> None:
    text = NIM.format(name="nim", most=2) + "FAMILY = plies.Family('nims', '', '', '', lambda options: GAME, ())\n"
    (folder / "nims.py").write_text(text)
    (found,) = registry.games_in_files()
    assert "write nims:" in str(found.problem)
    (folder / "nims.py").write_text(text.replace("lambda options: GAME", "lambda options: 1 / 0"))
    assert "its FAMILY stopped with ZeroDivisionError" in str(registry.games_in_files()[0].problem)
    (folder / "nims.py").write_text("GAME = 5\n")
    assert "defines neither GAME" in str(registry.games_in_files()[0].problem)


def test_tournaments_notice_that_such_a_game_was_edited(folder: Path) -> None:
    (folder / "nim.py").write_text(NIM.format(name="nim", most=2))
    sources = sources_of(["nim"])
    check_sources(sources)
    (folder / "nim.py").write_text(NIM.format(name="nim", most=3))
    with pytest.raises(Refused, match="nim: the file has changed"):
        check_sources(sources)


def test_one_game_takes_no_options(folder: Path) -> None:
    (folder / "nim.py").write_text(NIM.format(name="nim", most=2))
    with pytest.raises(PliesError, match="one game without options"):
        registry.game("nim:8")
    assert os.environ[game_files.VARIABLE] == str(folder)
