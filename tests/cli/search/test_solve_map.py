"""`plies solve --map`: the grid, the list, JSON, refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plies.cli import main
from plies.cli.search.solve_map import cell, grid
from plies.solve.board_map import Board


def board(width: int, height: int, result: str, plies: int | None = None, shortest: bool = True) -> Board:
    return Board(width, height, result, plies, shortest, "table", 1, 0.1, 1.0, "x")


def test_the_grid() -> None:
    boards = [
        board(2, 4, "win", 5),
        board(3, 4, "loss", 22, shortest=False),
        board(2, 5, "draw"),
        board(4, 5, "unknown"),
    ]
    assert grid(boards, colour=False) == [
        "        2 wide  3 wide    4 wide",
        "4 high  win 5   loss ≤22",
        "5 high  draw              ?",
    ]
    assert "\x1b[32mwin 5 \x1b[0m" in grid(boards, colour=True)[1]
    assert cell(None) == ""


@pytest.mark.slow
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["solve", "--map", "breakthrough", "--largest", "8"]) == 0
    told = capsys.readouterr().out
    assert "breakthrough: the value of the first position for white" in told
    assert "2x4" in told
    assert "\x1b" not in told
    assert main(["solve", "--map", "breakthrough", "--largest", "8", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [one["result"] for one in data["boards"]] == ["loss"]
    assert main(["solve", "--map", "breakthrough", "--largest", "1"]) == 0


def test_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["solve", "--map", "nothing"],
        ["solve", "--map", "pebbles"],
        ["solve", "--map", "pawns", "--out", "x"],
        ["solve", "--map", "pawns", "--forced-win"],
        ["solve", "pawns:3x5", "--largest", "9"],
    ):
        assert main(words) == 2
        assert capsys.readouterr().err.count("\n") == 1
