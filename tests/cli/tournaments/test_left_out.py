"""Ledgers with rows that cannot be read, and damaged ones, at the terminal: nothing is left out without a word."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from plies.arena.store.ledger import Ledger, Unreadable
from tests.arena.store.broken import BREAKS, break_rows, filled, flip_bytes
from tests.cli.conftest import Ran

Run = Callable[..., Ran]
SAID = f"{len(BREAKS)} stored games are left out. What cannot be read there: its moves (3), a move's time (2), "


@pytest.fixture
def name(ledger: Path) -> str:
    """A tournament of 30 games, of which some cannot be read."""
    tournament = filled(ledger)
    break_rows(ledger, list(BREAKS))
    return tournament.id


def test_the_archive(run: Run, name: str, ledger: Path, tmp_path: Path) -> None:
    assert run("archive").status == 0
    shown = run("archive", name)
    assert (shown.status, shown.out.count("Pawns, 4 by 6")) == (0, 30 - len(BREAKS))
    assert SAID in " ".join(shown.out.split())
    listed = json.loads(run("archive", name, "--json").out)
    assert (len(listed["games"]), listed["left_out"]["games"]) == (30 - len(BREAKS), len(BREAKS))
    exported = run("archive", name, "--export", "csv")
    assert len(exported.out.splitlines()) == 31 - len(BREAKS)
    assert SAID in exported.err
    assert run("archive", name, "--report", str(tmp_path / "out")).status == 0
    assert SAID in (tmp_path / "out" / "report.md").read_text()
    with Ledger(ledger) as opened:
        bad = next(one for one in opened.found() if isinstance(one, Unreadable))
    asked = run("archive", bad.id)
    assert (asked.status, asked.err) == (2, f"plies: game {bad.id} is stored, but cannot be read: {bad.reason}\n")


def test_it_is_resumed(run: Run, name: str) -> None:
    resumed = run("tournament", "--resume", name, "--json")
    assert resumed.status == 0
    (found,) = json.loads(resumed.out)["tournaments"]
    assert (found["games"], found["left_out"]["games"]) == (30 - len(BREAKS), len(BREAKS))
    assert found["left_out"]["reasons"]["its score"] == 2
    again = run("tournament", "--resume", name)
    assert SAID in " ".join(again.out.split())
    assert again.err == ""  # nothing is to be played: what is left out is not played again


def test_a_tournament_that_cannot_be_read(run: Run, name: str, ledger: Path) -> None:
    with closing(sqlite3.connect(ledger)) as connection, connection:
        connection.execute("INSERT INTO tournaments VALUES ('0bad', 'no JSON', 5.0)")
    listed = run("archive", "--json")
    data = json.loads(listed.out)
    assert [one["id"] for one in data["tournaments"]] == [name]
    assert data["left_out"] == [{"id": "0bad", "reason": "its definition"}]
    assert "tournament 0bad is left out, since its definition cannot be read" in run("archive").err


@pytest.mark.parametrize("words", [("archive",), ("archive", "--json"), ("tournament", "--resume")])
def test_damage_is_reported_before_anything_is_listed(run: Run, ledger: Path, words: tuple[str, ...]) -> None:
    filled(ledger, 60)
    flip_bytes(ledger)
    ran = run(*words)
    assert (ran.status, ran.out) == (2, "")
    assert "is damaged" in ran.err
    assert len(ran.err.splitlines()) == 1
