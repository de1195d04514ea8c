"""`plies textbook`: rows per algorithm and cache, as a table, in a pipe and as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pexpect
import pytest

from plies import registry
from plies.cli import main


def rows_of(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[dict[str, object], list[dict[str, object]]]:
    assert main(["textbook", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    return found, found["rows"]


def test_one_row_per_algorithm_and_cache(capsys: pytest.CaptureFixture[str]) -> None:
    found, rows = rows_of(capsys, "pawns:4x5", "--depth", "3", "--heuristic", "hoddi", "--order", "ari")
    assert (found["game"], found["heuristic"], found["order"], found["depth"]) == ("pawns:4x5", "hoddi", "ari", 3)
    assert [(row["algorithm"], row["cache"]) for row in rows] == [
        (algorithm, cache)
        for algorithm in ("minimax", "alphabeta", "soft")
        for cache in ("none", "window-published", "window", "bounds")
    ]
    exact = [row for row in rows if row["cache"] != "window-published"]
    assert len({row["value"] for row in exact}) == 1
    assert all(len(row["line"]) == 3 and row["move"] == row["line"][0] for row in exact)  # type: ignore[arg-type,index]


def test_the_path_rule_has_a_row_where_positions_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    for family in registry.families().values():
        game = registry.game(family.examples[0])
        _, rows = rows_of(capsys, game.name, "--depth", "1")
        assert any(row["algorithm"] == "path" for row in rows) == game.rules.can_repeat


def test_positions_and_chosen_rows(capsys: pytest.CaptureFixture[str]) -> None:
    text = "3/w2/3/2b/3 w"
    found, rows = rows_of(
        capsys, "pawns:3x5", "--position", text, "--algorithm", "soft", "--cache", "bounds", "--cache", "none"
    )
    assert found["position"] == text
    assert [(row["algorithm"], row["cache"], row["move"]) for row in rows] == [
        ("soft", "none", "a4-a5"),
        ("soft", "bounds", "a4-a5"),
    ]


def test_plain_text_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["textbook", "--classic", "transposition"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "classic transposition, depth 4, order none"
    assert lines[1].split() == [
        "algorithm",
        "cache",
        "value",
        "move",
        "nodes",
        "leaves",
        "cut-offs",
        "on",
        "first",
        "hits",
        "seconds",
    ]
    assert lines[2].split()[:6] == ["minimax", "none", "9", "3", "10", "3"]
    assert [line.split("window-published")[1].split()[0] for line in lines if "window-published" in line] == ["5*"] * 3
    assert len(lines) == 14


def test_show_prints_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["textbook", "--tree", "[[3,5],[2,9]]", "--show", "--algorithm", "alpha-beta", "--cache", "none"]) == 0
    out = capsys.readouterr().out
    assert "  2  [3, inf]  ≤ 3  cut off before 2\n    1  [3, inf]  = 2\n" in out


def test_wins_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["textbook", "pawns:3x5", "--position", "3/w2/3/2b/3 w", "--depth", "2"]) == 0
    assert capsys.readouterr().out.count("win in 1") == 12


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "give one of GAME, --tree and --classic"),
        (["pawns", "--classic", "winston"], "give one of GAME, --tree and --classic"),
        (["chess"], "no game 'chess'; known: "),
        (["pawns:5x5", "--order", "x"], "pawns:5x5 has no heuristic 'x'; known: ari"),
        (["pawns:5x5", "--depth", "-1"], "depth -1: the textbook search goes 0 to 200 plies deep"),
        (["pawns:5x5", "--algorithm", "x"], "no textbook algorithm 'x'; known: minimax, alphabeta, soft, path"),
        (["pawns:5x5", "--cache", "x"], "no cache 'x'; known: none, window-published, window, bounds"),
        (["pawns:5x5", "--algorithm", "path"], "the path rule is for games whose positions can come back"),
        (["--tree", "[[3,5],[2,9"], "--tree, column 12: Expecting ',' delimiter"),
        (["--tree", "[" * 100_000], "--tree: nested too deeply"),
        (["--tree", '{"a": 1}'], "root: {'a': 1} is neither a number nor a list of them"),
        (["--tree", "[[1], 2]", "--depth", "1"], "stops after 1 plies at a branch without an estimate"),
        (["--tree", "[1]", "--heuristic", "ari"], "--heuristic goes with a game"),
        (["--tree", "[1]", "--order", "ari"], "no order 'ari' for a tree of numbers"),
        (["--classic", "x"], "no classic tree 'x'; known: wikipedia"),
    ],
)
def test_bad_input_is_one_line_and_status_2(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["textbook", *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_table_that_grows_in_a_terminal() -> None:
    words = ["-m", "plies", "textbook", "pawns:5x5", "--depth", "5"]
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "130"}
    child = pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=60, dimensions=(40, 130), env=environment)
    child.expect("minimax, cache none: 4,096 nodes")  # what runs now, before its row is there
    child.expect("alpha-beta, fail-soft bounds")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_help_is_quick_and_has_examples() -> None:
    code = (
        "import sys; from plies.cli import main\n"
        "try: main(['textbook', '--help'])\n"
        "finally: print([name for name in ('numba', 'rich', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "plies textbook --classic wikipedia" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
