"""games, show, perft, analyse: what they print and report, and how they answer mistakes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import plies
from plies.cli import COMMANDS
from plies.registry import families
from tests.cli.conftest import Ran

Run = Callable[..., Ran]
START_3X5 = "bbb/bbb/3/www/www w"


# -- help ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help_has_examples_and_stays_light(words: list[str]) -> None:
    """Help never imports what takes long to import; a process of its own shows that."""
    code = (
        "import sys\nfrom plies.cli import main\n"
        "try: main(sys.argv[1:])\nexcept SystemExit as stop: assert not stop.code\n"
        "heavy = [name for name in ('numba', 'numpy', 'rich', 'scipy') if name in sys.modules]\n"
        "print(heavy, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"},
    )
    assert "examples:" in ran.stdout
    assert f"plies {words[0]}" in ran.stdout if len(words) > 1 else "commands:" in ran.stdout
    assert ran.stderr.strip() == "[]"
    prose = [line for line in ran.stdout.splitlines() if not line.startswith("  ")]  # an example stays in one line
    assert max(map(len, prose)) <= 80


def test_every_command_of_the_list_is_told(run: Run) -> None:
    told = run("--help").out
    assert all(f"  {name} " in told for name in COMMANDS)


# -- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nonsense"], "unknown command 'nonsense'; known: games, show"),
        (["--nonsense"], "unrecognized arguments: --nonsense"),
        (["show", "nonsense"], "no game 'nonsense'; known: breakthrough"),
        (["show", "football"], "football is not played move by move; it has a command of its own: plies football"),
        (["show", "pawns:1x1"], "2 to 10 wide and 4 to 10 high"),
        (["show", "pawns:3x5", "--position", "bbb/b?b/3/www/www w"], "row 4, character 2: '?'"),
        (["show", "pawns:3x5", "--heuristic", "nobody"], "no heuristic 'nobody'; known: ari"),
        (["show", "pawns:3x5", "--heuristic", "ari(knights=1)"], "no term 'knights'; known: pawns"),
        (["show", "pawns:3x5", "--svg", "/nowhere/at/all.svg"], "cannot write /nowhere/at/all.svg"),
        (["show", "/nowhere/game.py"], "cannot read /nowhere/game.py"),
        (["show"], "the following arguments are required: GAME"),
        (["show", "pawns:3x5", "--colour"], "unrecognized arguments: --colour"),
        (["games", "nonsense"], "no game 'nonsense'"),
        (["perft", "pawns:3x5", "many"], "invalid int value: 'many'"),
        (["perft", "pawns:3x5", "-1"], "0 to 100 plies"),
        (["perft", "pawns:3x5", "0", "--divide"], "at least 1"),
        (["analyse", "pawns:3x5", "--depth", "0"], "a depth is 1 to"),
        (["analyse", "pawns:3x5", "--seconds", "nan"], "seconds=nan"),
        (["analyse", "pawns:3x5", "--seconds", "soon"], "invalid float value: 'soon'"),
        (["analyse", "pawns:3x5", "--threads", "0"], "1 to 256 threads"),
        (["analyse", "pawns:3x5", "--lines", "0"], "at least one line"),
        (["analyse", "pawns:3x5", "--position", "w2/3/3/3/bb1 b"], "both sides have arrived"),
        (["analyse", "pawns:3x5", "--position", "w2/bbb/3/3/1w1 b"], "the game is over (a pawn reached the far row)"),
        (["analyse", "pawns:3x5", "--order", "nobody"], "no heuristic 'nobody'"),
        (["bench", "nonsense"], "no game 'nonsense'"),
        (["bench", "--update", "/nowhere/at/all"], "no such folder"),
        (["play", "pawns:3x5", "--first", "nobody"], "no heuristic 'nobody'"),
        (["play", "pawns:3x5", "--red", "ari"], "unrecognized arguments: --red"),
        (["play", "nonsense", "--white", "ari"], "unrecognized arguments: --white"),
        (["play", "pawns:3x5", "--json"], "needs --first and --second"),
        (["play", "pawns:3x5", "--load", "x", "--position", START_3X5], "--load and --position"),
        (["play", "pawns:3x5", "--load", "/nowhere/at/all"], "cannot read /nowhere/at/all"),
    ],
)
def test_a_mistake_is_one_line_and_status_2(run: Run, words: list[str], told: str) -> None:
    ran = run(*words)
    assert ran.status == 2
    assert told in ran.err
    assert ran.err.count("\n") == 1
    assert ran.out == ""


# -- games -----------------------------------------------------------------------------------------------------------


def test_games_lists_every_family(run: Run) -> None:
    ran = run("games")
    assert ran.status == 0
    assert all(name in ran.out.splitlines() for name in families())
    assert max(map(len, ran.out.splitlines())) <= 80
    data = json.loads(run("games", "--json").out)
    assert {entry["family"] for entry in data["games"]} == set(families())


def test_one_game_in_detail(run: Run) -> None:
    text = run("games", "pawns").out
    assert "pawns step straight" in text
    assert "binni-mended" in text
    assert "as white  as black" in text  # the two views of binni
    data = json.loads(run("games", "pawns:5x5", "--json").out)
    assert data["name"] == "pawns:5x5"
    assert data["heuristics"]["tryggvi"]["weights"]["protectors"] == 3
    assert data["heuristics"]["binni"]["weights_first"]["in a row"] == -1


def test_a_game_of_ones_own(run: Run, nim: str) -> None:
    assert "take one to three stones" in run("games", nim).out
    assert json.loads(run("games", nim, "--json").out)["sides"] == ["left", "right"]
    assert json.loads(run("analyse", nim, "--depth", "12", "--json").out)["proof"][0] == "win"
    assert run("show", nim, "--position", "4,7").err == ("plies: '4,7': turn is 0 for left or 1 for right, not 7\n")
    assert run("show", nim, "--svg", "board.svg").err == "plies: nim has no picture of its board\n"


# -- show ------------------------------------------------------------------------------------------------------------


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


# -- perft -----------------------------------------------------------------------------------------------------------


def test_perft_counts_every_depth(run: Run) -> None:
    lines = run("perft", "pawns:3x5", "7").out.splitlines()
    assert [int(line.split()[1].replace(",", "")) for line in lines[2:]] == [3, 10, 38, 134, 518, 1962, 7092]
    assert run("perft", "pawns:3x5", "0").out.splitlines()[-1].split()[:2] == ["0", "1"]


def test_perft_divides(run: Run) -> None:
    data = json.loads(run("perft", "pawns:3x5", "5", "--divide", "--json").out)
    assert data["leaves"] == sum(data["moves"].values()) == 518
    assert set(data["moves"]) == {"a2-a3", "b2-b3", "c2-c3"}
    text = run("perft", "pawns:3x5", "5", "--divide", "--no-bulk").out
    assert all(f"{count:,}" in text for count in data["moves"].values())
    assert text.splitlines()[-1].split() == ["3", "moves", "518"]


# -- analyse ---------------------------------------------------------------------------------------------------------


def test_analyse_reports_what_the_front_door_finds(run: Run) -> None:
    data = json.loads(run("analyse", "pawns:5x5", "--heuristic", "hoddi", "--depth", "7", "--lines", "3", "--json").out)
    found = plies.analyse(plies.game("pawns:5x5").start(), "hoddi", depth=7, lines=3)
    assert data["move"] == found.move
    assert data["value"] == found.value
    assert data["line"] == list(found.line)
    assert data["depth"] == found.depth == 7
    assert data["nodes"] == found.nodes
    assert data["proof"] == found.proof is None
    assert [line["move"] for line in data["lines"]] == [line.move for line in found.lines]
    assert data["nodes_per_second"] == pytest.approx(data["nodes"] / data["seconds"])
    assert data["heuristic"] == "hoddi"
    assert data["evaluation"]["value"] == plies.evaluate(plies.game("pawns:5x5").start(), "hoddi")


def test_analyse_prints_a_line_a_depth(run: Run) -> None:
    text = run("analyse", "pawns:5x5", "--depth", "6", "--lines", "2", "--heuristic", "ari(pawns=2)").out
    lines = text.splitlines()
    assert [line.split()[0] for line in lines[2:8]] == list("123456")
    assert "best move" in text
    assert "proof      none yet" in text
    assert "ari(pawns=2) gives white" in text
    assert any(line.split()[:1] == ["pawns"] and "+2" in line for line in lines)
    assert any(line.startswith(" 2  ") for line in lines)  # the second of the best lines


@pytest.mark.parametrize(
    ("position", "proof", "words"),
    [
        ("3/1w1/3/b2/w2 w", ["win", 1], "value      win in 1 for white\nproof      white wins in 1 ply\n"),
        ("b2/3/w2/1b1/3 w", ["loss", 2], "value      loss in 2 for white\nproof      white loses in 2 plies\n"),
        ("3/b2/w2/b2/w2 w", None, None),
    ],
)
def test_proofs_in_words(run: Run, position: str, proof: list[object] | None, words: str | None) -> None:
    arguments = ("analyse", "pawns:3x5", "--position", position, "--depth", "8")
    if proof is None:  # no move at all
        assert run(*arguments).status == 2
        return
    assert json.loads(run(*arguments, "--json").out)["proof"] == proof
    assert words is not None
    assert words in run(*arguments).out


def test_a_proven_draw_in_words(run: Run) -> None:
    text = run("analyse", "pawns:3x5", "--depth", "30").out
    assert "value      draw for white\nproof      a draw, by a search to the end (" in text


def test_selective_off_is_the_minimax_value(run: Run) -> None:
    words = ("analyse", "pawns:4x5", "--depth", "5", "--json")
    whole = plies.analyse(plies.game("pawns:4x5").start(), depth=5, selective=False)
    data = json.loads(run(*words, "--no-selective").out)
    assert (data["value"], data["nodes"]) == (whole.value, whole.nodes)
    assert data["nodes"] != json.loads(run(*words).out)["nodes"]


def test_threads_order_and_ones_own_heuristic(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def bold(state, me):\n    return 1.0 + me\n")
    words = ("analyse", "pawns:5x5", "--depth", "4", "--json")
    data = json.loads(run(*words, "--heuristic", f"{mine}:bold", "--order", "ari", "--threads", "2").out)
    assert data["heuristic"] == "bold"
    assert data["threads"] == 2
    assert "bold" in run("analyse", "pawns:5x5", "--depth", "2", "--heuristic", f"{mine}:bold").out
    assert run(*words, "--heuristic", f"{mine}:shy").err == (
        f"plies: {mine}:shy: the file has no function or Heuristic of that name\n"
    )
