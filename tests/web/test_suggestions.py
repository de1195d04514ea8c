"""A name that is nearly right is answered with the right one, on the command line and in requests."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from plies.cli import main
from plies.errors import UnknownName, near
from plies.players.notation import parse_player
from plies.registry import game, heuristic


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["analyze", "pawns:6x6"], "did you mean analyse?"),
        (["show", "pawn:6x6"], "did you mean pawns:6x6?"),
        (["show", "pawns:6x6", "--heuristic", "arri"], "did you mean ari?"),
        (["show", "pawns:6x6", "--heuristic", "ari(pawn=2)"], "did you mean pawns?"),
        (["solve", "--map", "breakthru"], "did you mean breakthrough?"),
        (["show", "pawns:6x6", "--postion", "x"], "did you mean --position?"),
    ],
)
def test_a_near_miss_on_the_command_line(words: list[str], meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(words)
    except SystemExit as end:  # how argparse refuses
        status = int(str(end.code))
    told = capsys.readouterr().err
    assert status == 2
    assert meant in told
    assert told.count("\n") == 1


def test_what_is_far_from_everything_gets_no_suggestion() -> None:
    assert near("chess", ["pawns", "checkers", "wumpus"]) == ""
    assert near("chekers", ["pawns", "checkers", "wumpus"]) == " (did you mean checkers?)"
    assert near("go", ["pawns", "checkers", "wumpus"]) == ""
    assert near("x" * 10**6, ["pawns"]) == ""


def test_players_with_a_misspelt_part() -> None:
    with pytest.raises(UnknownName, match=r"did you mean textbook|did you mean alphabeta"):
        parse_player("ari@depth=3,algorithm=alphabeto")
    with pytest.raises(UnknownName, match=r"did you mean depth\?"):
        parse_player("ari@dept=3")


def test_a_file_without_a_name_lists_what_it_contains(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from math import sqrt\n\ndef bold(state, me):\n    return 1.0\n\ndef shy(state, me):\n    return 0.0\n"
    )
    board = game("pawns:3x5")
    with pytest.raises(UnknownName, match=r"write .*mine.py:bold; it has bold, shy$"):
        heuristic(board, str(file))
    with pytest.raises(UnknownName, match=r"did you mean bold\?"):
        heuristic(board, f"{file}:bald")
    file.write_text("number = 3\n")
    with pytest.raises(UnknownName, match="it has no function and no Heuristic"):
        heuristic(board, str(file))


def test_a_near_miss_in_a_request(shared_client: httpx.Client) -> None:
    told = shared_client.post("/api/position", json={"game": "pawn:6x6"}).json()
    assert "did you mean pawns?" in told["message"]
    asked = {"game": "pawns:3x5", "player": {"heuristic": {"name": "arri"}, "limits": {"depth": 1}}}
    assert "did you mean ari?" in shared_client.post("/api/move", json=asked).json()["message"]


def test_moves_from_the_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "pawns:6x6", "--moves", "a2-a3 b5-b4"]) == 0
    assert "white to move" in capsys.readouterr().out.lower()
    assert main(["show", "pawns:6x6", "--moves", "a2-a3 a2-a3"]) == 2
    assert "plies: --moves, move 2: " in capsys.readouterr().err
