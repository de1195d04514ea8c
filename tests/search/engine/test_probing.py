"""Searches that probe a table: every claim beside the slow oracle, and what is no proof is not called one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path

import pytest

import plies
from plies.games.contract import Game
from plies.games.position import Position
from plies.search.engine.analysis import Engine, Options
from plies.search.limits import Limits
from plies.solve.tables.builder.building import Wish, build_table
from plies.values import BY_TABLE, describe, lost_in, won_in
from tests.oracles.tables import values_of
from tests.tables.conftest import folder

__all__ = ["folder"]
RESULTS = {1: "win", 0: "draw", -1: "loss"}
#: positions come back in it, and its wins take up to 14 plies
CHASE = plies.game(str(Path(__file__).parents[2] / "fixtures" / "chase.py"))


def running(game: Game) -> list[Position]:
    positions = [Position(game, state) for state in values_of(game)]
    return [position for position in positions if position.outcome is None]


@pytest.mark.parametrize(
    "part",
    [pytest.param(None, marks=pytest.mark.slow), pytest.param(0, marks=pytest.mark.slow)],
    ids=["found", "indexed"],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_every_line_of_every_position_is_proven_and_right(folder: Path, part: int | None, threads: int) -> None:
    build_table(Wish(CHASE, part=part, audit=False))
    expected = values_of(CHASE)
    engine, probes = Engine(CHASE, threads=threads), 0
    for position in running(CHASE):
        found = engine.analyse(position, Limits(depth=3), lines=3)
        probes += found.counters.probes or 0
        for line in found.lines:
            value, left = expected[CHASE.rules.play(position.state, position.read(line.move))]
            assert left is not None
            assert line.proof == (RESULTS[-value], left + 1)
            assert len(line.line) == left + 1
        value, left = expected[position.state]
        assert found.proof == (RESULTS[value], left)
    assert probes > 100


@pytest.mark.slow
def test_off_and_exact_searches_probe_nothing(folder: Path) -> None:
    assert Engine(CHASE).solved is None
    build_table(Wish(CHASE, audit=False))
    assert Engine(CHASE, tables="off").solved is None
    assert Engine(CHASE, options=Options(selective=False)).solved is None
    assert plies.analyse(CHASE.start(), depth=2, tables="off").counters.probes is None
    assert plies.analyse(CHASE.start(), depth=2).counters.probes


def test_a_damaged_table_is_no_table(folder: Path) -> None:
    build_table(Wish(CHASE, audit=False))
    assert Engine(CHASE).solved is not None
    file = next(folder.glob("*.table"))
    data = bytearray(file.read_bytes())
    data[100] ^= 1
    file.write_bytes(data)
    assert Engine(CHASE).solved is None


def three_plies_later(position: Position) -> Iterator[Position]:
    """Games that go on from here for three plies and bring no position back."""
    for line in product(range(2), repeat=3):
        here, seen = position, {position.state}
        for move in line:
            if here.outcome is None and move in here.legal:
                here = here.after(move)
                seen.add(here.state)
        if here.outcome is None and len(seen) == 4:
            yield here


def test_a_win_that_may_come_too_late_is_a_value(folder: Path) -> None:
    """After 15 plies without progress this game is drawn: what the table promises must come before."""
    build_table(Wish(CHASE, audit=False))
    expected, late, in_time = values_of(CHASE), 0, 0
    for position in chain.from_iterable(map(three_plies_later, running(CHASE))):
        value, left = expected[position.state]
        assert left is not None
        found = plies.analyse(position, depth=1)
        assert found.value is not None
        if 3 + left <= 15:
            in_time += 1
            assert found.value == (won_in(left) if value > 0 else lost_in(left))
            assert found.proof in (None, (RESULTS[value], left))
        elif len(position.legal) == 1 or value > 0:  # a loser may have a move after which nothing is certain
            late += 1
            assert found.proof is None
            assert abs(found.value) == BY_TABLE - (left - 1)
            assert "if no draw comes first" in describe(found.value)
    assert in_time > 100
    assert late > 0


def test_after_a_repetition_a_win_is_a_value(folder: Path) -> None:
    build_table(Wish(CHASE, audit=False))
    position = CHASE.position("0,4,0")
    moves = [position.game.word(position.state, move) for move in (0, 0, 1, 1)]
    for word in moves:
        position = position.play(word)
    assert plies.analyse(position, depth=1).proof is not None  # every position of the history stands there once
    for word in moves[:2]:
        position = position.play(word)
    again = plies.analyse(position, depth=1)
    assert again.proof is None
    assert abs(again.value or 0) > BY_TABLE - 20
