"""plies time: the tables, JSON, the picture, and mistakes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran

Run = Callable[..., Ran]
SHORT = ("--games", "2", "--depth", "2", "--seconds", "0.001")


def test_tables_with_published_figures_beside_ours(run: Run) -> None:
    ran = run("time", "wumpus:3", *SHORT)
    assert ran.status == 0
    assert "wumpus:3, leaves evaluated by each heuristic: equal depth, 2 plies" in ran.out
    assert "equal time, 0.001 s a move" in ran.out
    lines = [line.split() for line in ran.out.splitlines()]
    assert [line[-1] for line in lines if line[:1] == ["spacing"]] == ["15.00", "15.00"]
    assert [line[-1] for line in lines if line[:1] == ["pieces"]] == ["–", "–"]


def test_orders_as_json(run: Run) -> None:
    ran = run("time", "wumpus:3", "--order", "--heuristics", "none,moves", *SHORT, "--json")
    report = json.loads(ran.out)
    assert report["role"] == "order"
    assert [row["name"] for row in report["at_depth"]] == ["none", "moves"]
    assert {"seconds_a_move", "nodes_a_move", "nodes_per_second", "first_move_cutoffs", "spread", "score"} <= set(
        report["at_time"][0]
    )
    low, high = report["at_depth"][0]["score_interval"]
    assert high - low > 0.3  # two games say little, however they ended


@pytest.mark.parametrize(("ending", "first"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_a_plot(run: Run, tmp_path: Path, ending: str, first: bytes) -> None:
    file = tmp_path / f"timing.{ending}"
    ran = run("time", "pebbles:2x1", *SHORT, "--plot", str(file))
    assert ran.status == 0
    assert f"drawn in {file}" in ran.out
    assert "published" not in ran.out
    assert file.read_bytes().startswith(first)


def test_a_plot_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "folder.png"
    folder.mkdir()
    ran = run("time", "pebbles:2x1", *SHORT, "--plot", str(folder))
    assert ran.status == 2
    assert f"cannot write {folder}" in ran.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["wumpus:3", "--games", "3"], "--games 3: games come in pairs, so an even number from 2"),
        (["wumpus:3", "--games", "0"], "--games 0"),
        (["wumpus:3", "--heuristics", "nobody"], "no heuristic 'nobody'; known: pieces, moves"),
        (["wumpus:3", "--depth", "0"], "depth=0"),
        (["wumpus:3", "--seconds", "-1"], "seconds=-1"),
        (["wumpus:3", "--plot", "x.txt"], "the name of the file ends in .png, .svg, .pdf"),
        (["wumpus:3", "--plot", "/nowhere/x.png"], "there is no folder /nowhere"),
        (["wumpus:3", "--position", "3/3/h2 lower"], "the game is over (upper has no piece left)"),
        (["wumpus:4"], "no size '4'"),
    ],
)
def test_mistakes_are_one_line(run: Run, words: list[str], told: str) -> None:
    ran = run("time", *words)
    assert ran.status == 2
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_without_matplotlib_the_plot_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    ran = run("time", "wumpus:3", *SHORT, "--plot", "x.png")
    assert ran.status == 2
    assert "pip install 'plies[plots]'" in ran.err
