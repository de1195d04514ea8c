"""Searches that probe a table: every claim beside the slow oracle, and what is no proof is not called one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import plies
from plies.games.position import Position
from plies.search.engine.analysis import Engine, Options
from plies.search.limits import Limits
from plies.solve.tables.builder.building import Wish, build_table
from plies.values import BY_TABLE, describe
from tests.oracles.tables import values_of
from tests.tables.conftest import folder, small

__all__ = ["folder", "small"]
PEBBLES = plies.game("pebbles:3x1")
CHECKERS = plies.game("checkers")
RESULTS = {1: "win", 0: "draw", -1: "loss"}


@pytest.fixture
def table(small: plies.tables.table.Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches find the small table."""
    monkeypatch.setenv("PLIES_TABLES", str(small.opened.file.parent))


@pytest.fixture(scope="module")
def endings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Checkers with up to three pieces: wins of up to 62 plies."""
    folder = tmp_path_factory.mktemp("endings")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLIES_TABLES", str(folder))
        build_table(Wish(CHECKERS, part=3, audit=False))
    return folder


@pytest.mark.usefixtures("table")
def test_every_line_of_every_position_is_proven_and_right() -> None:
    expected = values_of(PEBBLES)
    engine = Engine(PEBBLES)
    for state in random.Random(1).sample(sorted(expected), 120):
        position = Position(PEBBLES, state)
        if position.outcome is not None:
            continue
        found = engine.analyse(position, Limits(depth=3), lines=20)
        assert found.counters.probes
        for line in found.lines:
            value, plies_left = expected[PEBBLES.rules.play(state, position.read(line.move))]
            assert line.proof is not None
            assert line.proof[0] == RESULTS[-value]
            if plies_left is not None:
                assert line.proof[1] == plies_left + 1 == len(line.line)
        assert found.proof is not None
        assert found.proof[0] == RESULTS[expected[state][0]]


@pytest.mark.usefixtures("table")
def test_off_and_exact_searches_probe_nothing() -> None:
    assert Engine(PEBBLES, tables="off").solved is None
    assert Engine(PEBBLES, options=Options(selective=False)).solved is None
    found = plies.analyse(PEBBLES.start(), depth=2, tables="off")
    assert found.counters.probes is None
    assert plies.analyse(PEBBLES.start(), depth=2).counters.probes


def test_without_a_table_the_search_is_as_it_was(folder: Path) -> None:
    assert Engine(PEBBLES).solved is None


def test_a_damaged_table_is_no_table(folder: Path) -> None:
    build_table(Wish(PEBBLES))
    file = next(folder.glob("*.table"))
    data = bytearray(file.read_bytes())
    data[100] ^= 1
    file.write_bytes(data)
    assert Engine(PEBBLES).solved is None


def test_a_win_that_may_come_too_late_is_a_value(endings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After 80 plies without progress a game is drawn: what the table promises must come before."""
    monkeypatch.setenv("PLIES_TABLES", str(endings))
    known = plies.table("checkers")
    position, chance = CHECKERS.position("B:WK3:BK15,K18"), random.Random(3)
    seen = {position.state}
    while len(position.reversible_states) < 72 or position.state.turn != 0:
        words = [word for word, move in known.probe(position).moves.items() if (move.plies or 0) > 12]
        after = [position.play(word) for word in words]
        position = chance.choice([one for one in after if one.state not in seen])
        seen.add(position.state)
    late = plies.analyse(position, depth=2)
    assert known.probe(position).result == "win"
    assert late.proof is None
    assert late.value is not None
    assert BY_TABLE - 80 < late.value < BY_TABLE
    assert "if no draw comes first" in describe(late.value)
    fresh = plies.analyse(CHECKERS.position(position.text), depth=2)
    assert fresh.proof == ("win", known.probe(position).plies)


def test_after_a_repetition_a_win_is_a_value(endings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_TABLES", str(endings))
    position = CHECKERS.position("B:WK3:BK15,K18")
    for word in ("15-19", "3-8", "19-15", "8-3"):
        position = position.play(word)
    once = plies.analyse(position, depth=2)
    assert once.proof is not None  # every position of the history stands there once
    for word in ("15-19", "3-8"):
        position = position.play(word)
    assert plies.analyse(position, depth=2).proof is None
