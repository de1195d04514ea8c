"""Shortest forced wins: the known puzzles, a slow twin on random positions of every game, and the command."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import plies
from plies import registry
from plies.cli import main
from plies.search.answer import Answer
from plies.solve.forced_wins.prover import Prover, forced_win
from plies.values import won_in
from tests.oracles.forced_win import shortest
from tests.search.positions import random_position

PUZZLES = [
    ("......../......../......../......../......../......../.b.R..../B.......", 1),
    ("......../......../......../......../...b..../......../......../....r...", 3),
    ("......../....b.../.......R/..b.b.../...b...r/......../...r..../....B...", 7),
    (".....b../....r.../...B.b../......../...r..../....r.../...B.B.b/..R.....", 7),
]
#: found by looking through random games; each is proven by the solver itself to take so many plies
DEEP = [
    ("B:WK8:BK5,K30", 13),
    ("W:W9,K12:BK22", 15),
    ("W:W17,K27:BK22", 17),
    ("B:W14,19,25,29,30:B1,4,5,6,7,10,21", 17),
    ("B:W17,20,27,28:B1,3,4,5,7,8,13", 17),
]


def check_line(position: plies.Position, found: Answer, expected: int) -> None:
    assert found.proof == ("win", expected)
    assert (found.value, found.depth, found.move) == (won_in(expected), expected, found.line[0])
    assert len(found.line) == expected
    here = position
    for word in found.line:
        here = here.play(word)
    assert here.outcome is not None
    assert here.outcome.winner == position.turn


def read(board: str) -> plies.Position:
    game = plies.game("checkers")
    assert game.puzzles is not None
    return plies.Position(game, game.puzzles.read(board.replace("/", "\n")).state)


@pytest.mark.parametrize(("board", "expected"), PUZZLES)
def test_the_known_puzzles(board: str, expected: int) -> None:
    position = read(board)
    check_line(position, forced_win(position), expected)
    assert shortest(position, expected) == expected
    if expected > 1:
        assert forced_win(position, depth=expected - 1).proof is None


@pytest.mark.parametrize(("text", "expected"), DEEP)
def test_deep_puzzles(text: str, expected: int) -> None:
    position = plies.game("checkers").position(text)
    found = forced_win(position, depth=19)
    check_line(position, found, expected)
    refuted = forced_win(position, depth=expected - 1)
    assert (refuted.proof, refuted.move, refuted.line, refuted.depth) == (None, "", (), expected - 1)
    assert 0 < refuted.nodes < found.nodes


@pytest.mark.parametrize(
    "family",
    [one if one in ("checkers", "pawns") else pytest.param(one, marks=pytest.mark.slow) for one in registry.families()],
)
def test_a_slow_twin_on_random_positions(family: str) -> None:
    game = plies.game(registry.families()[family].examples[0])
    rng = random.Random(4)
    for _ in range(60):
        position = random_position(game, rng, 60)
        if len(position.legal) <= 12:
            expected = shortest(position, 4)
            assert forced_win(position, depth=4).proof == (expected and ("win", expected)), position.text


def test_one_table_serves_positions_of_both_sides() -> None:
    game = plies.game("breakthrough:3x5")
    rng = random.Random(8)
    prover = Prover(game.start(), entries=1 << 12)
    for _ in range(80):
        position = random_position(game, rng, 14)
        plies_asked = rng.randint(1, 5)
        found = shortest(position, plies_asked)
        assert prover.wins_within(position, plies_asked) == (found is not None), position.text


def test_refusals_and_stops() -> None:
    position = read(PUZZLES[2][0])
    with pytest.raises(plies.Refused, match="within 1 to"):
        forced_win(position, depth=0)
    over = plies.game("checkers").position("B:W8:B")
    with pytest.raises(plies.Refused, match="the game is over"):
        forced_win(over)
    start = plies.game("checkers").start()
    hurried = forced_win(start, depth=60, seconds=0.2)
    assert hurried.proof is None
    assert hurried.depth < 60


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "puzzle.txt", tmp_path / "line.txt"
    file.write_text(PUZZLES[1][0].replace("/", "\n"))  # without a last newline
    assert main(["solve", "checkers", "--puzzle", str(file), "--out", str(out), "--json"]) == 0
    reported = json.loads(capsys.readouterr().out)
    keys = ["result", "plies", "shortest", "line", "method", "why", "depth", "nodes", "seconds", "position"]
    assert list(reported) == keys
    assert (reported["result"], reported["plies"], len(reported["line"]), reported["depth"]) == ("win", 3, 3, 3)
    boards = out.read_text().strip("\n").split("\n\n")
    assert len(boards) == 4
    assert boards[0] == file.read_text()
    assert main(["solve", "checkers", "--puzzle", str(file)]) == 0
    assert "red wins in 3 plies, and no sooner" in capsys.readouterr().out
    assert main(["solve", "checkers", "--puzzle", str(file), "--depth", "2"]) == 0
    assert "no forced win for red within 2 plies" in capsys.readouterr().out


def test_a_mirrored_board_is_answered_in_its_own_orientation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mirrored = "\n".join(row[::-1] for row in PUZZLES[3][0].split("/")) + "\n"
    file, out = tmp_path / "puzzle.txt", tmp_path / "line.txt"
    file.write_text(mirrored)
    assert main(["solve", "checkers", "--puzzle", str(file), "--out", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plies"] == 7
    assert out.read_text().startswith(mirrored)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("........\n", "line 2"),
        (PUZZLES[0][0].replace("/", "\n").replace("R", "X"), "line 7, column 4"),
        (PUZZLES[0][0].replace("/", "\n").replace("......", "b.....", 1), "line"),
        ("", "line 1"),
    ],
)
def test_malformed_boards(text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(text)
    assert main(["solve", "checkers", "--puzzle", str(file)]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_bad_requests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["solve", "pawns:3x5", "--puzzle", "x.txt"],
        ["solve", "checkers", "--puzzle", str(tmp_path / "none.txt")],
        ["solve", "checkers", "--puzzle", "x", "--position", "y"],
        ["solve", "pawns:3x5", "--forced-win", "--out", "x.txt"],
        ["solve", "checkers", "--forced-win", "--method", "engine"],
    ):
        assert main(words) == 2
        assert capsys.readouterr().err.count("\n") == 1
