"""What all commands share: help that stays light, and mistakes answered in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from plies.cli import COMMANDS
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
    reported = run("--help").out
    assert all(f"  {name} " in reported for name in COMMANDS)


# -- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (["nonsense"], f"unknown command 'nonsense'; known: {', '.join(COMMANDS)}\n"),
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
def test_a_mistake_is_one_line_and_status_2(run: Run, words: list[str], reported: str) -> None:
    ran = run(*words)
    assert ran.status == 2
    assert reported in ran.err
    assert ran.err.count("\n") == 1
    assert ran.out == ""
