"""A result is gathered in one pass over the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plies.arena.numbers.sprt import Sprt
from plies.arena.numbers.standings import standings
from plies.arena.plan.schedule import pairings
from plies.arena.plan.tournament import Tournament
from plies.arena.report.result import Gathered, Result, stored
from plies.arena.run.record import GameRecord, digest
from plies.arena.store.ledger import Ledger, Unreadable
from plies.games.tournaments import Preset
from plies.players.notation import parse_player


class Counting(Ledger):
    """Counts how often games are read."""

    readings = 0

    def found(self, *words: Any, **options: Any) -> Iterator[GameRecord | Unreadable]:
        self.readings += 1
        return super().found(*words, **options)


@pytest.fixture
def plan() -> Tournament:
    players = [parse_player("ari@nodes=100"), parse_player("hoddi@nodes=100")]
    return Tournament.of(["pawns:3x5"], players, kind="match", games_per_pairing=4, sprt=Sprt())


@pytest.fixture
def ledger(plan: Tournament, tmp_path: Path) -> Iterator[Counting]:
    """Four games, all won by the first side."""
    with Counting(tmp_path / "ledger.sqlite") as made:
        made.add_tournament(plan)
        made.store([GameRecord(one, (), 1.0, "rules", "through", {"plies": "1"}, 5.0) for one in pairings(plan)])
        yield made


def test_one_reading_feeds_standings_digest_and_origin(plan: Tournament, ledger: Counting) -> None:
    result = stored(plan, ledger, digested=True).result()
    assert ledger.readings == 1
    records = list(ledger.records(plan.id))
    assert result.standings == standings(records)
    assert result.standings.games == 4
    assert result.digest == digest(records)
    assert result.origin is not None
    assert (result.origin.tournaments, result.origin.versions) == ((plan.id,), ("plies 1",))
    assert result.sprt is not None
    assert result.sprt.pairs == 2
    assert (result.title, result.tournament) == ("Pawns, 3 by 5", plan)


def test_without_a_digest(plan: Tournament, ledger: Counting) -> None:
    gathered = stored(plan, ledger, "A title")
    assert gathered.result().digest == ""
    assert gathered.result().title == "A title"
    assert gathered.scoreboard.games == 4


def test_beside_what_was_published(plan: Tournament, ledger: Counting) -> None:
    result: Result = stored(plan, ledger).result()
    assert result.beside(None).published is None
    assert result.beside(Preset("p", "about", ())).published is None
    cells = {"pawns:3x5": {("ari", "hoddi"): "hoddi", ("hoddi", "ari"): "hoddi"}}
    found = result.beside(Preset("p", "about", (), cells)).published
    assert found is not None
    assert found.about == "about"
    assert {(cell.first, cell.now, cell.then) for cell in found.cells} == {
        ("ari", "ari", "hoddi"),
        ("hoddi", "hoddi", "hoddi"),
    }


def test_nothing_played(plan: Tournament) -> None:
    result = Gathered(plan).result()
    assert result.standings.games == 0
    assert result.origin is not None
    assert [player.name for player in result.origin.players] == ["ari@nodes=100", "hoddi@nodes=100"]
