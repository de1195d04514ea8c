"""`plies show --file`: the games of a file, a position out of one, and a file that breaks off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plies.cli import main

GOOD = '[Event "one"] [Black "a"] [White "b"] [Result "1-0"] 1. 11-15 23-19 2. 8-11 * [Event "two"] 1. 9-14 22-18 *'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text(GOOD)
    return path


def test_the_list(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "checkers", "--file", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["1", "one", "a", "b", "1-0", "3"]
    assert main(["show", "checkers", "--file", str(file), "--json"]) == 0
    reported = json.loads(capsys.readouterr().out)
    assert reported["games"][1]["moves"] == ["9-14", "22-18"]
    assert reported["problem"] is None


def test_a_position_of_a_game(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "checkers", "--file", str(file), "--number", "2", "--ply", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turn"] == "white"
    assert main(["show", "checkers", "--file", str(file), "--number", "1"]) == 0
    assert "white to move" in capsys.readouterr().out


def test_a_broken_file_keeps_the_games_before(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(GOOD + "\n[Event three] 1. 11-15 *")
    assert main(["show", "checkers", "--file", str(file)]) == 2
    reported = capsys.readouterr()
    assert len(reported.out.splitlines()) == 3
    assert "line 2, column" in reported.err
    assert reported.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["pawns:3x5", "--file", "x.pdn"], "no files of games"),
        (["checkers", "--file", "nowhere.pdn"], "cannot read nowhere.pdn"),
        (["checkers", "--file", "FILE", "--number", "3"], "there is no game 3"),
        (["checkers", "--file", "FILE", "--number", "1", "--ply", "9"], "no position after 9"),
    ],
)
def test_bad_requests(words: list[str], said: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", *(str(file) if word == "FILE" else word for word in words)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
