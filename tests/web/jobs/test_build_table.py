"""The job that builds small tables, run here: what it sends, and that it stops when a table is not small."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import plies
from plies.compile import build
from plies.search.engine.worker import WITH_TABLES
from plies.solve.tables.builder.estimate import Estimate
from plies.tables.folder import Scope, entries, tables_folder
from plies.tables.table import PROBE
from plies.web.jobs import build_table
from plies.web.jobs.build_table import Progress, Request, TooLarge, work


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path / "tables"))


def request(game: str = "pebbles:2x1", seconds: float = 30.0) -> Request:
    return Request(game, None, seconds, 1 << 30, 1)


def test_a_table_is_built_once() -> None:
    sent: list[object] = []
    work(request(), sent.append)
    assert [one.stage for one in sent if isinstance(one, Progress) and not one.done] == [
        *("positions", "values", "file", "audit")
    ]
    assert plies.table("pebbles:2x1").header.audit_seconds is not None
    for template, function in ((WITH_TABLES, "search"), (PROBE, "probe")):
        assert build.is_compiled(template, plies.game("pebbles:2x1"), function), "no move and no page waits for this"
    sent.clear()
    work(request(), sent.append)
    assert sent == []


def test_nothing_is_built_where_only_compiling_is_asked_for() -> None:
    with pytest.raises(plies.UnknownName, match="there is no table of pebbles:2x1"):
        work(replace(request(), builds=False), lambda message: None)
    assert entries() == []


def test_what_is_expected_to_take_long_is_not_begun() -> None:
    sent: list[object] = []
    work(request(seconds=1e-9), sent.append)
    (refusal,) = sent
    assert isinstance(refusal, TooLarge)
    assert refusal.text == (
        "a table of pebbles:2x1 would take about a second: 23 positions, 0 kB; here they may take a second; "
        "plies table build builds larger ones"
    )
    assert entries() == []
    assert not (tables_folder() / "building").exists()


def test_the_limit_of_all_tables_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_TABLES_LIMIT", "100")
    with pytest.raises(plies.Refused, match="that tables may take; remove some"):
        work(request(), lambda message: None)
    assert entries() == []


def test_a_guess_that_was_too_low_is_noticed_while_positions_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(build_table.time, "monotonic", lambda: now)
    sent: list[object] = []
    bounded = build_table._Bounded(request("pawns:5x5"), Scope("pawns:5x5"), sent.append)
    bounded.estimate(Estimate(1000, 1, 1, 29.0, "guessed"))
    bounded.stage("positions")
    bounded.progress(10, 1000)
    now = 129.0
    bounded.progress(1_000_000, 1_000_000)
    assert sent == [Progress("positions", 0, 0), Progress("positions", 10, 1000), Progress("positions", 10**6, 10**6)]
    now = 131.0
    with pytest.raises(plies.Refused, match="has more than 1,200,000 positions, and finding them alone took 31 s"):
        bounded.progress(1_200_000, 1_200_000)
    bounded.stage("audit")
    now = 300.0
    bounded.progress(1, 2)  # what is known to be small may be slow beside other work
    with pytest.raises(plies.Refused, match=r"would take about 40 s: 2,000 positions, 0 kB"):
        bounded.estimate(Estimate(2000, 1, 1, 40.0))
