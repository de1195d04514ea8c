"""plies time: the tables, JSON, the picture, and mistakes."""

from __future__ import annotations

import json
import re
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
    assert "equal time, 0.001 s per move" in ran.out
    lines = [re.sub(r"(?<=\d) (?=[kMG]\b)", "", line).split() for line in ran.out.splitlines()]
    assert [line[-1] for line in lines if line[:1] == ["spacing"]] == ["15.00", "15.00"]
    assert [line[-1] for line in lines if line[:1] == ["pieces"]] == ["–", "–"]
    titles = next(line for line in lines if line[:1] == ["heuristic"])
    assert {"first", "spread", "changes", "score", "publ."} <= set(titles)
    legend = ran.out.rpartition("\n\n")[2]
    for title in ("s per move", "nodes", "depth", "first", "spread", "changes", "score", "publ."):
        assert re.search(rf"^  (.*, )?{re.escape(title)}(, .*?)?  +\w", legend, re.MULTILINE), title
    report = json.loads(run("time", "wumpus:3", *SHORT, "--json").out)
    for row in report["at_depth"]:  # what does not depend on the clock stands in the table as in the JSON
        cells = next(line for line in lines if line[:1] == [row["name"]])
        assert cells[2] == f"{row['nodes_a_move']:.3g}"
        assert cells[4:8] == [
            f"{row['depth']:.1f}",
            f"{row['first_move_cutoffs']:.0%}",
            f"{row['spread']:.2f}",
            f"{row['changes']:.0%}",
        ]
        assert cells[8] == ("–" if row["score"] is None else f"{row['score']:.0%}")


def test_orders_as_json(run: Run) -> None:
    ran = run("time", "wumpus:3", "--order", "--heuristics", "none,moves", *SHORT, "--json")
    report = json.loads(ran.out)
    assert report["role"] == "order"
    assert [row["name"] for row in report["at_depth"]] == ["none", "moves"]
    for row in (*report["at_depth"], *report["at_time"]):
        assert row["nodes_per_second"] == pytest.approx(row["nodes_a_move"] / row["seconds_a_move"])
        assert row["score"] * row["games"] == sum(half * count for half, count in enumerate(row["pairs"])) / 2
        low, high = row["score_interval"]
        assert 0 <= low < row["score"] < high <= 1
        assert high - low > 0.3  # two games say little, however they ended
    assert [row["spread"] is None for row in report["at_depth"]] == [True, False]


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
    ("words", "reported"),
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
def test_mistakes_are_one_line(run: Run, words: list[str], reported: str) -> None:
    ran = run("time", *words)
    assert ran.status == 2
    assert reported in ran.err
    assert ran.err.count("\n") == 1


def test_without_matplotlib_the_plot_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    ran = run("time", "wumpus:3", *SHORT, "--plot", "x.png")
    assert ran.status == 2
    assert "pip install 'plies[plots]'" in ran.err
