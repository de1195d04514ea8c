"""Rows that cannot be read are left out and named; everything else is read."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest

from plies.arena.plan.schedule import pairings
from plies.arena.plan.stopping import following
from plies.arena.report.result import stored
from plies.arena.run.here import Here
from plies.arena.run.record import GameRecord
from plies.arena.run.runner import run
from plies.arena.store.ledger import Ledger, Unreadable
from plies.arena.store.rows import LeftOut, entry_of
from plies.errors import InvalidFile
from tests.arena.store.broken import BREAKS, break_rows, filled


def test_what_cannot_be_read_is_left_out_and_named(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    tournament = filled(path)
    break_rows(path, list(BREAKS))
    with Ledger(path, readonly=True) as ledger:
        found = list(ledger.found())
        assert len(found) == 30
        assert [one.reason for one in found if isinstance(one, Unreadable)] == list(BREAKS.values())
        assert all(isinstance(one, GameRecord) for one in found[len(BREAKS) :])
        assert list(ledger.records()) == found[len(BREAKS) :]
        result = stored(tournament, ledger, digested=True).result()
    assert result.standings.games == 30 - len(BREAKS)
    left_out = result.left_out
    assert left_out.games == len(BREAKS)
    assert left_out.reasons["a move's time"] == 2
    assert left_out.example == found[0].id  # type: ignore[union-attr]
    assert json.loads(json.dumps(asdict(left_out)))["games"] == len(BREAKS)
    assert left_out.in_words().startswith("22 stored games are left out. What cannot be read there: its moves (3), ")
    assert LeftOut(1, {"its moves": 1}, "0123456789abcdef").in_words() == (
        "1 stored game is left out. What cannot be read there: its moves (1); for one in game 0123456789."
    )


def test_a_reason_in_a_players_own_words_moves_no_cursor(tmp_path: Path) -> None:
    """Earlier versions stored it as the player wrote it."""
    path = tmp_path / "ledger.sqlite"
    filled(path, 2)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET reason = 'gone' || char(27) || '[2J' || char(10)")
    with Ledger(path, readonly=True) as ledger:
        assert {record.reason for record in ledger.records()} == {r"gone\x1b[2J"}


def test_such_a_tournament_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    tournament = filled(path, sprt=True)
    break_rows(path, list(BREAKS))
    more = tournament.with_games(32)
    with Ledger(path) as ledger:
        rule = following(tournament, ledger, {})
        assert rule is not None
        assert sum(rule.counts) == 13  # two games, of two pairs, have no score
        played_now: list[GameRecord] = []
        run(more, ledger, executor=Here(), on_progress=played_now.extend, notice=lambda text: None)
        assert len(played_now) == 2
        assert ledger.count(tournament.id) == len(list(pairings(more))) == 32


def test_a_tournament_whose_definition_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    tournament = filled(path, 2)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO tournaments VALUES ('0bad', '{\"games\": 3', 5.0)")
        text = tournament.as_json()
        connection.execute("INSERT INTO tournaments VALUES ('1bad', ?, 'yesterday')", (text,))
    with Ledger(path) as ledger:
        assert [entry.id for entry in ledger.tournaments()] == [tournament.id]
        reasons = [one.reason for one in ledger.catalogue() if isinstance(one, Unreadable)]
        assert sorted(reasons) == ["its date", "its definition"]
        with pytest.raises(InvalidFile, match=r"tournament 0bad in .* cannot be read: its definition"):
            ledger.tournament("0b")
    assert entry_of(("x", 5, 1.0, 2)) == Unreadable("x", "its definition")
