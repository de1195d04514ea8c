"""plies table: build, list, show, probe, verify, remove; and mistakes in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran

Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path / "tables"))


def test_a_table_from_its_building_to_its_end(run: Run) -> None:
    ran = run("table", "build", "pebbles:2x1", "--json")
    assert ran.status == 0
    built = json.loads(ran.out)
    assert [built[key] for key in ("positions", "win", "loss", "draw", "longest")] == [23, 9, 8, 6, 5]
    assert built["start"] == {"result": "loss", "plies": 5}
    assert Path(built["file"]).exists()
    assert built["audit_seconds"] >= 0
    assert "pebbles:2x1: 23 positions" in ran.err  # the estimate

    assert json.loads(run("table", "show", "pebbles:2x1", "--json").out) == built
    told = run("table", "show", "pebbles:2x1").out
    assert "the start: loss in 5 plies" in told
    assert "draws by repetition and by lack of progress are ignored" in told

    probe = json.loads(run("table", "probe", "pebbles:2x1", "--json").out)
    assert probe["result"], probe["plies"] == ("loss", 5)
    assert probe["moves"]["2"] == {"result": "loss", "plies": 5}
    unknown = json.loads(run("table", "probe", "pebbles:2x1", "--position", "3,1/1,1 A", "--json").out)
    assert (unknown["result"], unknown["plies"]) == ("unknown", None)
    assert "2     loss" in run("table", "probe", "pebbles:2x1").out

    assert "all 23 values are right" in run("table", "verify", "pebbles:2x1").out
    assert json.loads(run("table", "verify", "pebbles:2x1", "--json").out)["right"] is True
    assert "pebbles:2x1" in run("table", "list").out
    assert [one["positions"] for one in json.loads(run("table", "list", "--json").out)["tables"]] == [23]
    assert "removed the table of pebbles:2x1" in run("table", "remove", "pebbles:2x1").out
    assert "no tables in" in run("table", "list").out


def test_a_damaged_table_is_listed_as_such(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "x.table").write_bytes(b"nonsense")
    assert "is not a table of Plies" in run("table", "list").out
    assert "not a table" in json.loads(run("table", "list", "--json").out)["tables"][0]["problem"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["table"], "the following arguments are required: ACTION"),
        (["table", "mend"], "invalid choice: 'mend'"),
        (["table", "show", "pebbles:2x1"], "there is no table of pebbles:2x1; make it with plies table build"),
        (["table", "probe", "pebbles:2x1"], "there is no table of pebbles:2x1"),
        (["table", "remove", "pebbles:2x1"], "there is no table of pebbles:2x1"),
        (["table", "build", "nonsense"], "no game 'nonsense'"),
        (["table", "build", "pebbles:2x1", "--memory", "much"], "'much' is not a size; write bytes, or 500M, 4G"),
        (["table", "build", "pebbles:2x1", "--threads", "-1"], "at least one thread"),
        (["table", "build", "pebbles:2x1", "--pieces", "4"], "unrecognized arguments: --pieces 4"),
        (["table", "build", "wumpus:3", "--all"], "wumpus:3 has no index of its positions"),
        (["table", "build", "pebbles:2x1", "--position", "1/1 A"], "1 bins in '1'"),
    ],
)
def test_a_mistake_is_one_line(run: Run, words: list[str], told: str) -> None:
    ran = run(*words)
    assert ran.status == 2
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_tables_keep_to_their_limit(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_TABLES_LIMIT", "100")
    ran = run("table", "build", "pebbles:2x1")
    assert ran.status == 2
    assert "that tables may take; remove some, or set $PLIES_TABLES_LIMIT" in ran.err
