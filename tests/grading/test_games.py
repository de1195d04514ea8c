"""Positions from games: each once, the same for the same seed."""

from __future__ import annotations

import pytest

from plies.grading import games
from plies.grading.games import from_games
from plies.players.algorithm import Algorithm
from plies.players.notation import parse_player
from plies.players.resolution import in_game
from plies.tables.table import Table
from tests.oracles.grading import Truth


def test_positions_of_games(table: Table, truth: Truth) -> None:
    players = [in_game(parse_player(text), table.game) for text in ("random", "table")]
    told: list[str] = []
    cases = from_games(table, players, "pebbles:3x1", 60, 5, told.append)
    states = [case.position.state for case in cases]
    assert len(states) == 60 == len(set(states))
    assert set(states) <= set(truth.running())
    assert told[-1].endswith("60 of 60 positions")
    again = from_games(table, players, "pebbles:3x1", 60, 5, told.append)
    assert [case.position.state for case in again] == states
    other = from_games(table, players, "pebbles:3x1", 60, 6, told.append)
    assert [case.position.state for case in other] != states


def test_there_may_be_fewer_than_are_wanted(table: Table, truth: Truth, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "PATIENCE", 30)
    cases = from_games(table, [parse_player("random")], "pebbles:3x1", 10**6, 0, lambda text: None)
    assert 200 < len(cases) <= len(set(truth.running()))


def test_a_player_that_makes_faults_ends_its_games(table: Table, broken: Algorithm) -> None:
    player = parse_player("broken")
    assert len(from_games(table, [player], "pebbles:3x1", 40, 0, lambda text: None)) == 40
