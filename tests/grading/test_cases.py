"""Cases: what tables hold by number, beside all positions found in plain Python."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import plies
from plies.grading.cases import Case, Positions, case_of, link
from plies.solve.tables.builder.building import Wish, build_table
from plies.tables.table import Table, open_table
from tests.oracles.grading import Truth

RESULTS = {"win": 1, "draw": 0, "loss": -1}


def check(table: Table, truth: Truth) -> set[object]:
    """Each case beside the truth; the states of all of them."""
    positions, seen = Positions(table), set()
    for number in range(table.header.places.size):
        case = positions.case(number)
        if case is None or case.position.state not in truth.values:
            continue
        state = case.position.state
        assert (RESULTS[case.value.result], case.value.plies) == truth.values[state]
        assert [(RESULTS[one.result], one.plies) for one in case.moves] == truth.moves(state)
        assert [case.loss(one) for one in case.moves] == truth.losses(state)
        assert case.matters == (len(set(truth.losses(state))) > 1)
        best = case.position.read(case.right[0])
        assert case.known(best) == case.value
        seen.add(state)
    return seen


def test_every_position_of_a_found_table(table: Table, truth: Truth) -> None:
    assert check(table, truth) == set(truth.running())


def test_every_position_of_an_indexed_table(truth: Truth, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path))
    build_table(Wish(truth.game, part=0))
    indexed = open_table(truth.game)
    assert indexed.header.indexed
    assert check(indexed, truth) == set(truth.running())


def test_what_is_no_case(table: Table) -> None:
    game = table.game
    assert case_of(table, game.position("0,0,0/2,2,2 A")) is None  # over
    assert case_of(table, game.position("5,5,5/1,1,1 A")) is None  # not in the table


def test_pieces_are_those_on_the_board_or_cells_that_hold_something(table: Table) -> None:
    case = case_of(table, table.game.start())
    assert case is not None
    assert case.pieces == 6
    assert Case(table.game.position("2,1,0/1,1,1 B"), case.value, case.moves).pieces == 5
    pawns = plies.game("pawns:3x4")
    assert Case(pawns.start(), case.value, case.moves).pieces == 12
    checkers = plies.game("checkers").position("B:W25,K4:BK20,K31")  # its cells have numbers beside the pieces
    assert Case(checkers, case.value, case.moves).pieces == 4
    bare = replace(pawns, board=None)
    assert Case(bare.start(), case.value, case.moves).pieces is None


def test_a_link_leads_to_the_position() -> None:
    assert link("pebbles:3x1", "1,1,1/1,1,1 A") == "/play#game=pebbles%3A3x1&start=1%2C1%2C1%2F1%2C1%2C1%20A"


def test_wasted_plies(table: Table, truth: Truth) -> None:
    positions = Positions(table)
    cases = [case for number in range(table.header.places.size) if (case := positions.case(number)) is not None]
    for case in cases:
        for (value, plies_), known in zip(truth.moves(case.position.state), case.moves, strict=True):
            here, quickest = truth.values[case.position.state]
            late = plies_ - quickest if here == 1 == value and plies_ is not None and quickest is not None else None
            assert case.wasted(known) == late
            if late or case.loss(known):
                assert case.asks
