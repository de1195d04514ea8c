"""Levels of a game: who they are, which of them are rated, and when Perfect is one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from plies.players.levels import levels
from plies.players.levels.levels import SEARCHING, levels_of
from plies.players.levels.measured import Step
from plies.players.notation import format_player, parse_player
from plies.players.resolution import in_game
from plies.registry import families, game
from plies.tables.file.header import Header, Places
from plies.tables.folder import Entry
from plies.tables.rules_digest import rules_digest

NAMES = [name for name, _ in SEARCHING]


@pytest.fixture(autouse=True)
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path))


@pytest.mark.parametrize("name", sorted(families()))
def test_every_level_is_a_player_that_the_clock_does_not_change(name: str) -> None:
    found = levels_of(game(name))
    assert [level.name for level in found] == NAMES
    for level in found:
        player = in_game(parse_player(level.player), game(name))
        assert format_player(player) == level.player  # else its matches would go by another name
        assert not player.is_timed


def test_every_level_is_rated_on_the_usual_boards() -> None:
    usual = [(name, level) for name in families() for level in levels_of(game(name))]
    unrated = {(name, level.name) for name, level in usual if level.rating is None}
    assert unrated == set(), "another engine or other levels: run benchmarks/levels.py"
    assert {level.name for _, level in usual if level.rating is not None and level.rating.elo == 0} == {NAMES[0]}


def test_another_board_has_levels_without_ratings() -> None:
    found = levels_of(game("pebbles:3x1"))
    assert [(level.name, level.rating) for level in found] == [(name, None) for name in NAMES]


def test_levels_are_rated_as_far_as_they_are_the_measured_players(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = (Step("Learner", "security@depth=1,selective=off"), Step("Casual", "even@nodes=100", 10, 50.0, 10.0, 90.0))
    monkeypatch.setattr(levels, "steps_of", lambda _: steps)
    assert [level.name for level in levels_of(game("pebbles:4x2")) if level.rating] == ["Learner"]


def test_perfect_is_a_level_where_a_table_of_the_whole_game_is() -> None:
    table = Entry(Path("pebbles.table"), 1, header("pebbles:3x1"))
    for name, tables, expected in (
        ("pebbles:3x1", [], NAMES),
        ("pebbles:3x1", [table], [*NAMES, "Perfect"]),
        ("pebbles:3x1", [replace(table, header=header("pebbles:3x1", part="all"))], [*NAMES, "Perfect"]),
        ("pebbles:3x1", [replace(table, header=header("pebbles:3x1", part="pieces=4"))], NAMES),
        ("pebbles:3x1", [replace(table, header=header("pebbles:3x1", origin="1 1 1"))], NAMES),
        ("pebbles:3x1", [replace(table, header=header("pebbles:3x1", rules="of another day"))], NAMES),
        ("pebbles:4x2", [table], NAMES),
    ):
        assert [level.name for level in levels_of(game(name), tables)] == expected
    assert levels_of(game("pebbles:3x1"), [table])[-1].player == "table"


def header(name: str, part: str = "", origin: str = "", rules: str = "") -> Header:
    digest = rules or rules_digest(game(name))
    return Header(name, digest, False, part, origin, 1, 1, 0, 0, 1, 1, 0.0, None, Places(1, 1, 1, 0, 0))
