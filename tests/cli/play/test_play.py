"""Play: a human at the prompt, engines against each other, saved games."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

import plies
from plies.cli.games import saved_games as saved
from plies.errors import InvalidFile, PliesError, Refused
from plies.games.position import Outcome
from tests.cli.conftest import Ran

Run = Callable[..., Ran]
PLAY = ("play", "pawns:3x5", "--depth", "4")


# -- the prompt, in this process -------------------------------------------------------------------------------------


def test_moves_squares_hints_and_mistakes(run: Run) -> None:
    typed = "moves\nb2\nb5\na3\nb9-b8\nb2-b4\nwhat is this\n\nhint\nb2-b3\nsave\nload\nquit\n"
    ran = run(*PLAY, typed=typed)
    assert ran.status == 0
    assert "a2-a3 b2-b3 c2-c3" in ran.out
    assert "  3  . [.] .       black  ari, depth 4\n" in ran.out
    assert "  b2: b2-b3\n" in ran.out
    assert "nothing on b5 can move now" in ran.out
    assert "nothing on a3 can move now" in ran.out
    assert "b2-b4 is not legal here (try `moves` or `help`)" in ran.out
    assert "'what is this' is not a move; a move looks like" in ran.out
    assert "save FILE     write the game" in ran.out  # an empty line brings help
    assert re.search(r"hint: [abc]2-[abc]3, ", ran.out)
    assert re.search(r"black \(ari@depth=4\) plays \S+ +\S+ for black, depth 4", ran.out)
    assert "save where?" in ran.out
    assert "load what?" in ran.out
    assert ran.err == ""


def test_undo_takes_back_the_answer_too(run: Run) -> None:
    ran = run(*PLAY, typed="undo\nb2-b3\nundo\nmoves\n")
    assert "there is no move of yours to take back" in ran.out
    assert ran.out.rstrip().splitlines()[-2].split() == ["a2-a3", "b2-b3", "c2-c3"]


def test_undo_with_two_people_takes_back_one(run: Run) -> None:
    ran = run("play", "pawns:3x5", "--second", "human", typed="a2-a3\nb4xa3\nundo\nmoves\n")
    assert "b4xa3" in ran.out.rstrip().splitlines()[-2]


def test_resign_undo_new_and_flip(run: Run) -> None:
    ran = run(*PLAY, typed="a2-a3\nresign\nresign\nb2-b3\nmoves\nhint\nundo\nnew\nflip\nquit\n")
    assert "black wins: white resigned" in ran.out
    assert "the game is over already (white resigned)" in ran.out
    assert "b2-b3: the game is over (white resigned)" in ran.out
    assert "no moves: the game is over" in ran.out
    assert "no hint: the game is over" in ran.out
    last = ran.out[ran.out.rindex("c  b  a") - 200 :]
    assert "1  w  w  w" in last


def test_the_second_side_sees_the_board_from_its_side(run: Run) -> None:
    ran = run("play", "--white", "ari", "--black=human", "pawns:3x5", "--depth", "3")
    assert "c  b  a" in ran.out
    assert "white  ari, depth 3" in ran.out
    assert ran.out.endswith("black to move: \n")


def test_a_game_of_ones_own_without_a_board(run: Run, nim: str) -> None:
    ran = run("play", nim, "--left", "human", "--right", "none", "--depth", "12", typed="2\nmoves\n7\n")
    assert "right (none@depth=12) plays" in ran.out
    assert "7 is not legal here" in ran.out


def test_a_position_that_is_over(run: Run) -> None:
    ran = run("play", "pawns:3x5", "--position", "w2/bbb/3/3/1w1 b", typed="b4-b3\n")
    assert "white wins: a pawn reached the far row" in ran.out
    assert "b4-b3: the game is over (a pawn reached the far row)" in ran.out


# -- engines ---------------------------------------------------------------------------------------------------------


def test_engine_against_engine(run: Run) -> None:
    words = ("play", "pawns:4x5", "--white", "ari", "--black", "hoddi", "--depth", "4")
    text = run(*words).out
    data = json.loads(run(*words, "--json").out)
    position = plies.game("pawns:4x5").start()
    for move in data["moves"]:
        position = position.play(move)
        assert move in text
    assert position.outcome is not None
    assert data["outcome"] == {"winner": position.outcome.winner, "reason": position.outcome.reason}
    assert data["players"] == ["ari@depth=4", "hoddi@depth=4"]
    assert data["position"] == position.text
    assert [thought["move"] for thought in data["thoughts"]] == data["moves"]
    assert position.outcome.reason in text.splitlines()[-1]


def test_a_move_without_another_is_called_the_only_one(run: Run) -> None:
    start = ("play", "pawns:3x5", "--position", "2b/3/b2/3/w2 w")  # white has a1-a2 alone
    assert "  1. white  a1-a2      only move\n" in run(*start, "--first", "ari", "--second", "random").out
    asked = run(*start, "--first", "human", "--second", "ari", "--depth", "2", typed="hint\n").out
    assert "hint: a1-a2, only move" in asked


@pytest.mark.parametrize(
    ("limit", "label", "name"),
    [("--nodes=500", "500 nodes per move", "ari@nodes=500"), ("--seconds=0.05", "0.05 s per move", "ari@50ms")],
)
def test_other_limits(run: Run, limit: str, label: str, name: str) -> None:
    ran = run("play", "pawns:3x5", limit, typed="b2-b3\n")
    assert f"black  ari, {label}" in ran.out
    assert f"black ({name}) plays" in ran.out


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("hoddi@depth=2,algorithm=textbook", "hoddi@depth=2,algorithm=alphabeta"),
        ("minimax@depth=1", "minimax@depth=1"),
        ("random", "random"),
    ],
)
def test_any_player_plays_at_the_terminal(run: Run, player: str, said: str) -> None:
    data = json.loads(run("play", "pawns:3x5", "--first", player, "--second", "ari@nodes=99", "--seed=1", "--json").out)
    assert data["players"] == [said, "ari@nodes=99"]
    assert data["outcome"]["reason"]


def test_a_user_written_player_plays_at_the_terminal_and_loses_by_its_faults(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def mine(position, seconds):\n    return position.moves[len(position.line) > 1 and 99]\n")
    ran = run("play", "pawns:3x5", "--second", f"{file}:mine@20s", typed="b2-b3\na2-a3\n")
    assert f"black ({file}:mine@20s) plays {plies.game('pawns:3x5').start().play('b2-b3').moves[0]}" in ran.out
    assert "white wins: black lost by error: stopped with IndexError" in ran.out


# -- saved games -----------------------------------------------------------------------------------------------------


def test_save_and_load_at_the_prompt(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = run(*PLAY, typed=f"b2-b3\nsave {file}\nsave {file}\nquit\n")
    assert ran.out.count(f"saved 2 moves in {file}") == 2
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]  # nothing is left beside it
    data = json.loads(file.read_text())
    assert data["moves"][0] == "b2-b3"
    assert data["players"] == ["human", "ari@depth=4"]
    again = run(*PLAY, typed=f"save {file}\nload {file}\nundo\nsave {file}\nsave! {file}\n")
    assert "that file exists already; `save! FILE` writes over it" in again.out
    assert "loaded 2 moves of human against ari@depth=4" in again.out
    assert f"saved 0 moves in {file}" in again.out
    assert json.loads(file.read_text())["moves"] == []
    assert "white to move" in run(*PLAY, "--load", str(file)).out


def test_a_resigned_game_comes_back_resigned(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run(*PLAY, typed=f"b2-b3\nresign\nsave {file}\n")
    assert "black wins: white resigned" in run(*PLAY, typed=f"load {file}\n").out
    ran = run(*PLAY, "--load", str(file))
    assert ran.status == 2
    assert "that game is over (white resigned)" in ran.err


def test_a_failed_load_loses_nothing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text("{")
    ran = run(*PLAY, typed=f"b2-b3\nload {file}\nundo\nmoves\n")
    assert "is not JSON" in ran.out
    assert "b2-b3" in ran.out.rstrip().splitlines()[-2]


GOOD: dict[str, Any] = {
    "schema": "plies-game",
    "version": 1,
    "game": "pawns:3x5",
    "start": "bbb/bbb/3/www/www w",
    "moves": ["b2-b3", "a4xb3"],
    "players": ["human", "ari"],
    "outcome": None,
}


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        ({"schema": "other"}, 'it lacks "schema": "plies-game"'),
        ({"version": 2}, "has version 2; this Plies reads version 1"),
        ({"game": "pawns:5x5"}, "holds a game of 'pawns:5x5', but this is pawns:3x5"),
        ({"game": 7}, "'game' is missing or not a text"),
        ({"start": "bbb w"}, "start: 'bbb w'"),
        ({"moves": ["b2-b3", "a4-a2"]}, "move 2: a4-a2 is not legal here"),
        ({"moves": ["b2-b3", None]}, "move 2: None is not a move"),
        ({"moves": "b2-b3"}, "'moves' is missing or not a list"),
        ({"players": ["human"]}, "'players' are two names"),
        ({"outcome": "white"}, "'outcome' is null, or an object"),
        ({"outcome": {"winner": "white"}}, "'outcome' has a winner and a reason"),
        ({"outcome": {"winner": "red", "reason": "x"}}, "the winner 'red' is not white or black"),
        ({"outcome": {"winner": None, "reason": "x"}, "start": "3/w2/3/b2/3 w", "moves": ["a4-a5"]}, "the moves give"),
        ({"start": "3/w2/3/b2/3 w", "moves": ["a4-a5"]}, "the moves end the game"),
        ({"more": 1}, "unknown key 'more'; known: schema"),
    ],
)
def test_a_saved_game_is_checked(tmp_path: Path, change: dict[str, Any], reported: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**GOOD, **change}))
    with pytest.raises(InvalidFile) as caught:
        saved.load(file, plies.game("pawns:3x5"))
    assert reported in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "reported"),
    [
        (b"", "is not JSON"),
        (b"\xff\xfe", "is not JSON in UTF-8"),
        (b"[" * 100_000, "is not JSON"),
        (b"[]", "is no saved game"),
        (b" " * (saved.MOST_BYTES + 1), "is longer than"),
    ],
)
def test_other_files_are_told_apart(tmp_path: Path, raw: bytes, reported: str) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(raw)
    with pytest.raises(InvalidFile, match=reported):
        saved.load(file, plies.game("pawns:3x5"))
    with pytest.raises(InvalidFile, match="cannot read"):
        saved.load(tmp_path, plies.game("pawns:3x5"))


def test_round_trip_and_failures_of_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position = plies.game("pawns:3x5").position("bbb/bbb/3/www/www b").play("b4-b3")
    file = tmp_path / "game.json"
    saved.save(file, position, ("ari", "human"), Outcome("white", "black resigned"))
    loaded, players, outcome = saved.load(file, position.game)
    assert (loaded, loaded.line, players) == (position, position.line, ("ari", "human"))
    assert outcome == Outcome("white", "black resigned")
    with pytest.raises(InvalidFile, match="cannot write"):
        saved.save(tmp_path / "nowhere" / "game.json", position, ("a", "b"))
    before = file.read_bytes()

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(InvalidFile, match="No space left on device"):
        saved.save(file, position.play("a2xb3"), ("ari", "human"))
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_game_that_cannot_read_its_own_text_is_not_saved(tmp_path: Path) -> None:
    from dataclasses import replace

    game = replace(plies.game("pawns:3x5"), format=lambda state: "bbb/bbb/3/www/1ww w")
    with pytest.raises(Refused, match="cannot read back its own text"):
        saved.save(tmp_path / "game.json", game.start(), ("a", "b"))
    assert issubclass(Refused, PliesError)


# -- in a pseudo-terminal --------------------------------------------------------------------------------------------


@pytest.fixture
def spawn() -> Any:
    children = []

    def start(*words: str) -> Any:
        environment = {**os.environ, "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        child = pexpect.spawn(
            sys.executable,
            ["-m", "plies", *words],
            env=environment,
            encoding="utf-8",
            dimensions=(40, 80),
            timeout=120,
            # tests started in the background of a script inherit an ignored SIGINT, a user's terminal does not
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


def _status(child: Any) -> int:
    child.expect(pexpect.EOF)
    child.close()
    return int(child.exitstatus)


def test_a_whole_game_in_a_terminal(spawn: Any, tmp_path: Path) -> None:
    """The test follows the game on a board of its own and plays its first legal move."""
    file = tmp_path / "game.json"
    child = spawn(*PLAY)
    position = plies.game("pawns:3x5").start()
    child.expect("white to move: ")
    assert "\x1b[48;5;" in child.before  # in colour
    child.sendline("b2")
    child.expect("b2: b2-b3")
    child.sendline("nonsense")
    child.expect("'nonsense' is not a move")
    child.sendline("hint")
    child.expect("hint: ")
    child.expect("white to move: ")
    for _ in range(40):
        position = position.play(position.moves[0])
        child.sendline(position.line[-1])
        if position.outcome is None:
            child.expect(r"black \(ari@depth=4\) plays (?:\x1b\[1m)?([a-c0-9x-]+)")
            position = position.play(child.match[1])
        child.expect(["white to move: ", "game over; undo, new, save FILE or quit: "])
        if position.outcome is not None:
            break
    assert position.outcome is not None
    assert position.outcome.reason in child.before
    child.sendline(f"save {file}")
    child.expect("saved")
    child.sendline("undo")
    child.expect("white to move: ")
    child.sendline("quit")
    assert _status(child) == 0
    assert saved.load(file, position.game)[0].line == position.line


def test_the_end_of_the_input_is_an_end(spawn: Any) -> None:
    child = spawn(*PLAY)
    child.expect("white to move: ")
    child.sendeof()
    assert _status(child) == 0


def test_control_c_at_the_prompt(spawn: Any) -> None:
    child = spawn(*PLAY)
    child.expect("white to move: ")
    child.sendintr()
    child.expect("plies: stopped")
    assert _status(child) == 130


def test_control_c_in_an_analysis_tells_what_is_known(spawn: Any) -> None:
    child = spawn("analyse", "pawns:8x8", "--seconds", "100")
    child.expect(r"\n +8 ")
    child.expect("searching depth")  # the line that tells that it is still at work
    child.sendintr()
    child.expect("stopped; what is known so far:")
    child.expect("best move")
    assert _status(child) == 130


#: the second counts the pawns that have left their rows, and loops when there are two
LOOPS = """\
def forever(state, me):
    n = 0
    while n >= 0:
        n = (n + 1) % 1000
    return 0.0


def later(state, me):
    x = (state.white | state.black) & 0x0000FFFFFFFF0000
    count = 0
    while x > 0:
        x &= x - 1
        count += 1
    while count >= 2:
        count = count % 1000 + 2
    return 50.0 + count
"""


def test_control_c_where_a_heuristic_does_not_return(spawn: Any, tmp_path: Path) -> None:
    (tmp_path / "loops.py").write_text(LOOPS)
    child = spawn("analyse", "pawns:8x8", "--heuristic", f"{tmp_path}/loops.py:later", "--seconds", "600")
    child.expect(r"\n +1 ")
    child.expect("searching depth 2")
    started = time.monotonic()
    child.sendintr()
    child.expect("stopped; what is known so far:")
    child.expect("best move  .*a2-a3")
    child.expect("plies: stopped; heuristic 'later' does not return")
    assert _status(child) == 130
    assert time.monotonic() - started < 3  # one second, on a machine that does nothing else


def test_control_c_where_a_player_does_not_return(spawn: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "loops.py").write_text(LOOPS)
    monkeypatch.chdir(tmp_path)  # a long name would be cut at the edge of the terminal
    child = spawn("play", "pawns:4x4", "--first", "loops.py:forever", "--second", "ari", "--depth", "3")
    child.expect(r"forever\S* is thinking")
    started = time.monotonic()
    child.sendintr()
    child.expect("plies: stopped")
    assert time.monotonic() - started < 3
    assert _status(child) == 130


def test_a_heuristic_that_does_not_return_keeps_its_time(spawn: Any, tmp_path: Path) -> None:
    (tmp_path / "loops.py").write_text(LOOPS)
    child = spawn("analyse", "pawns:8x8", "--heuristic", f"{tmp_path}/loops.py:later", "--seconds", "0.5")
    child.expect(r"\n +1 ")
    started = time.monotonic()
    child.expect("stopped; what is known so far:")
    child.expect("plies: heuristic 'later' does not return")
    assert _status(child) == 2
    assert time.monotonic() - started < 4
    child = spawn("play", "pawns:4x4", "--first", f"{tmp_path}/loops.py:forever", "--second", "ari", "--seconds", "0.5")
    child.expect("black wins: white lost by hang: no answer within 1.6 s")
    assert _status(child) == 0


def test_control_c_in_a_leaf_count(spawn: Any) -> None:
    child = spawn("perft", "breakthrough:8x8", "12")
    child.expect(r"\n +5 ")
    child.sendintr()
    child.expect("plies: stopped")
    assert _status(child) == 130


def test_lines_fit_a_terminal_of_80_columns(spawn: Any) -> None:
    child = spawn("analyse", "pawns:8x8", "--depth", "10", "--lines", "2")
    child.expect(pexpect.EOF)
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", child.before).replace("\r", "").split("\n")
    assert len(lines) > 15
    assert max(map(len, lines)) <= 80


def test_limits_for_all_are_left_out_where_a_whole_player_takes_none(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "whole.py"
    file.write_text("def whole(position, seconds):\n    return position.moves[0]\n")
    ran = run("play", "pawns:3x5", "--first", f"{file}:whole", "--second", "ari", "--depth", "1", "--json")
    assert json.loads(ran.out)["players"] == [f"{file}:whole@1s", "ari@depth=1"]
