"""plies analyse: what the engine finds, a line a depth, and proofs in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import plies
from tests.cli.conftest import Ran

Run = Callable[..., Ran]


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


# -- limits beside a player ------------------------------------------------------------------------------------------


def test_limits_are_for_a_player_without_any(run: Run) -> None:
    words = ("analyse", "pawns:4x5", "--player", "hoddi@algorithm=textbook", "--depth", "2", "--json")
    assert json.loads(run(*words).out)["depth"] == 2


@pytest.mark.parametrize(
    ("player", "words", "problem"),
    [
        ("ari@depth=4", ("--depth", "3"), "--depth 3: ari@depth=4 takes no depth, or has its own limits"),
        ("ari@depth=4", ("--nodes", "300"), "--nodes 300: ari@depth=4 takes no nodes, or has its own limits"),
        ("random", ("--seconds", "0.5"), "--seconds 0.5: random takes no seconds, or has its own limits"),
        ("ari@algorithm=soft", ("--threads", "2"), "--threads 2: ari@1s,algorithm=soft takes no threads"),
    ],
)
def test_limits_that_a_player_would_ignore_are_refused(
    run: Run, player: str, words: tuple[str, str], problem: str
) -> None:
    ran = run("analyse", "pawns:4x5", "--player", player, *words)
    assert (ran.status, ran.out) == (2, "")
    assert f"plies: {problem}" in ran.err
    assert f"leave out {words[0]}\n" in ran.err


def test_values_are_in_the_unit_of_the_heuristic(run: Run) -> None:
    """A man of checkers is worth 5 of its heuristic's own numbers, which `--json` keeps."""
    words = ("analyse", "checkers", "--depth", "3", "--lines", "2")
    value = json.loads(run(*words, "--json").out)["value"]
    text = run(*words).out
    assert f"value      {value / 5:+.2f} men for red" in text
    assert text.count(" men ") >= 6  # three depths, two lines, the value
    other = run("analyse", "checkers", "--depth", "3", "--heuristic", "plies(men=6)").out
    assert "men for red" not in other


NOISY = """
import plies

tenths = plies.Heuristic(
    "tenths", "", (plies.Feature("a", lambda s, side: 0.1 * 3), plies.Feature("b", lambda s, side: 0.3 * (1 - side))),
    (-1e-15, 1.0), unit=plies.Unit("tenths", 0.1))
"""


def test_what_is_nothing_is_shown_as_nothing(run: Run, tmp_path: Path) -> None:
    """Sums of tenths leave traces such as 5.55e-17 where there is nothing."""
    file = tmp_path / "noisy.py"
    file.write_text(NOISY)
    text = run("analyse", "pawns:3x5", "--heuristic", f"{file}:tenths", "--depth", "1").out
    assert "+3.00 tenths for white" in text
    assert "0.3 here, +3.00 tenths" in text
    assert "e-1" not in text
    assert "-0 " not in text
