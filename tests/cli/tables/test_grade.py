"""plies grade: tables, JSON, a report, and mistakes in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from plies.players.kinds.random_move import RandomSearcher
from tests.cli.conftest import Ran

Run = Callable[..., Ran]


@pytest.fixture
def built(tmp_path_factory: pytest.TempPathFactory, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path_factory.mktemp("tables")))
    assert run("table", "build", "pebbles:3x1", "--json").status == 0


def test_grades_for_people_and_programs(run: Run, built: None, tmp_path: Path) -> None:
    words = ("grade", "pebbles:3x1", "--players", "security@depth=2", "table", "random", "--positions", "40")
    ran = run(*words)
    assert ran.status == 0, ran.err
    assert ran.out.splitlines()[0] == "pebbles:3x1: graded by its table"
    assert "100.0% (" in ran.out
    assert "misled most by" in ran.out
    assert "http://127.0.0.1:8000/play#game=pebbles%3A3x1" in ran.out
    assert run(*words).out == ran.out
    data = json.loads(run(*words, "--json", "--seed", "3", "--from", "games", "--report", str(tmp_path / "out")).out)
    assert data["sample"]["source"] == "games"
    assert data["sample"]["seed"] == 3
    assert [one["player"] for one in data["players"]] == ["security@depth=2", "table", "random"]
    assert data["players"][1]["share"]["value"] == 1.0
    assert data["heuristics"][0]["by_sign"]["counts"]
    assert {file.name for file in (tmp_path / "out").iterdir()} == {
        *("index.html", "report.md", "grades-plot.svg", "pieces-plot.svg", "distance-plot.svg"),
    }


def test_stopping_reports_what_is_known(run: Run, built: None, monkeypatch: pytest.MonkeyPatch) -> None:
    choose, asked = RandomSearcher.choose, [0]

    def interrupted(self: RandomSearcher, position, clock):  # type: ignore[no-untyped-def]
        asked[0] += 1
        if asked[0] > 10:
            raise KeyboardInterrupt
        return choose(self, position, clock)

    monkeypatch.setattr(RandomSearcher, "choose", interrupted)
    ran = run("grade", "pebbles:3x1", "--players", "random", "--json")
    assert ran.status == 130
    data = json.loads(ran.out)
    assert data["complete"] is False
    assert data["sample"]["positions"] == data["players"][0]["positions"] >= 10
    assert f"plies: stopped after {data['sample']['positions']} positions" in ran.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["pebbles:5x2", "--players", "random"], "there is no table of pebbles:5x2; make it with plies table build"),
        (["pebbles:3x1"], "name who is to be graded"),
        (["pebbles:3x1", "--players", "nobody@depth=2"], "no heuristic 'nobody'"),
        (["pebbles:3x1", "--players", "random", "--positions", "0"], "from 1 to 1,000,000 can be graded"),
        (["pebbles:3x1", "--players", "random", "--from", "above"], "invalid choice: 'above'"),
        (["nonsense", "--players", "random"], "no game 'nonsense'"),
    ],
)
def test_mistakes_are_one_line(run: Run, words: list[str], told: str) -> None:
    ran = run("grade", *words)
    assert ran.status == 2
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1
