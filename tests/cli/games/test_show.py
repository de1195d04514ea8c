"""plies show: the board, what it reports, and its colours."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import plies
from tests.cli.conftest import Ran

Run = Callable[..., Ran]


def test_show_draws_and_reports(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    text = run("show", "pawns:3x5", "--heuristic", "ari", "--svg", str(picture)).out
    assert "5  b  b  b\n" in text
    assert "white to move" in text
    assert "position  bbb/bbb/3/www/www w" in text
    assert "ari gives white 50 here" in text
    assert picture.read_text().startswith("<svg")
    data = json.loads(run("show", "pawns:3x5", "--heuristic", "ari", "--heuristic", "binni", "--json").out)
    start = plies.game("pawns:3x5").start()
    assert data["text"] == start.text
    assert data["turn"] == "white"
    assert data["moves"] == list(start.moves)
    assert data["outcome"] is None
    assert data["evaluations"]["ari"]["value"] == plies.evaluate(start, "ari")
    assert [term["feature"] for term in data["evaluations"]["binni"]["terms"]][-1] == "in a row"


def test_show_of_a_finished_game(run: Run) -> None:
    words = ("show", "pawns:3x5", "--position", "w2/bbb/3/3/1w1 b")
    assert "white wins: a pawn reached the far row" in run(*words).out
    data = json.loads(run(*words, "--json").out)
    assert data["outcome"] == {"winner": "white", "reason": "a pawn reached the far row"}
    assert data["moves"] == []


@pytest.mark.parametrize(("variable", "coloured"), [("FORCE_COLOR", True), ("NO_COLOR", False)])
def test_colour_is_a_matter_of_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, variable: str, coloured: bool
) -> None:
    assert "\x1b" not in run("show", "pawns:3x5").out
    monkeypatch.setenv(variable, "1")
    assert ("\x1b[48;5;" in run("show", "pawns:3x5").out) is coloured
