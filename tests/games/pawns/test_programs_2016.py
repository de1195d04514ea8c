"""The programs of 2016 beside slow and obvious twins, uncompiled and compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

import plies
from plies.games.pawns import heuristics as report
from plies.games.pawns import programs_2016 as fast
from tests.games.pawns import samples as sampled
from tests.oracles import pawns as slow
from tests.oracles import pawns_2016 as program

FEATURES = {
    "guards": (fast.guards, program.protectors_by_pair),
    "guards, from the other pawn": (fast.guards, program.defended_by_pair),
    "forward": (fast.forward_2016, program.forward),
    "mobility": (fast.mobility_2016, program.mobility),
    "rows": (fast.rows_2016, program.in_a_row),
}


EACH = 80  # times 12 sizes: about 1,000 positions
EACH_SLOW = 2_500
COMPILED = ("pawns:3x5", "pawns:4x4", "pawns:5x5")  # one set of compiled rules


@lru_cache(maxsize=1)
def samples(each: int = EACH) -> list[tuple[sampled.Sample, dict[str, int]]]:
    """Boards with the rules of pawns, and the differences of what the programs counted."""
    return [(one, program.differences(one.board)) for one in sampled.samples("2016", ("pawns",), each)]


@pytest.mark.parametrize("name", FEATURES)
def test_features_are_as_the_slow_ones(name: str) -> None:
    feature, count = FEATURES[name]
    for one, _ in samples():
        found = [feature(one.state, me) for me in (0, 1)]
        assert found == [count(one.board, side) for side in slow.SIDES], slow.text(one.board)


@pytest.mark.parametrize("name", fast.HEURISTICS)
def test_values_are_those_of_the_programs(name: str) -> None:
    check_values(name, EACH)


@pytest.mark.slow
@pytest.mark.parametrize("name", fast.HEURISTICS)
def test_values_of_30_000_positions_are_those_of_the_programs(name: str) -> None:
    check_values(name, EACH_SLOW)


def check_values(name: str, each: int) -> None:
    """By the functions as written on every board; compiled on small boards alone in `make test`."""
    calls: dict[str, Callable[[Any, int], float]] = {}
    for one, differences in samples(each):
        heuristic = one.game.heuristics[name]
        if one.game.name not in calls and (each > EACH or one.game.name in COMPILED):
            calls[one.game.name] = sampled.compiled(one.game, heuristic)
        for me, side in enumerate(slow.SIDES):
            expected = program.value(differences, name, side)
            assert heuristic.value(one.state, me) == expected, (slow.text(one.board), side)
            if one.game.name in calls:
                assert calls[one.game.name](one.state, me) == expected, (slow.text(one.board), side)
    assert calls


@pytest.mark.parametrize("name", fast.HEURISTICS)
def test_they_differ_from_the_heuristics_of_the_report(name: str) -> None:
    some = [one for one, _ in samples()[::16]]
    names = (name, name.removesuffix("-2016"))
    values = [[one.game.heuristics[which].value(one.state, 1) for one in some] for which in names]
    assert values[0] != values[1]


def test_a_white_pawn_on_row_1_does_not_hinder_black() -> None:
    state = plies.game("pawns:3x5").position("3/b2/b1b/3/w2 w").state
    assert (fast.forward_2016(state, 1), fast.mobility_2016(state, 1)) == (3, 3)
    assert (report.forward(state, 1), report.mobility(state, 1)) == (1, 4)


def test_black_best_is_behind_where_black_has_fewer_pawns() -> None:
    """Two white pawns, one black, 20 squares: White counts 2, 4, 6 …; Black 1 → 2, 3 → 6, 7 → 14, 15 → 30."""
    state = plies.game("pawns:4x5").position("b3/4/4/4/ww2 w").state
    assert (fast.rows_2016(state, 0), fast.rows_2016(state, 1)) == (40, 30)


def test_they_are_programs_of_pawns_only() -> None:
    assert set(fast.HEURISTICS) <= set(plies.game("pawns:8x8").heuristics)
    assert not set(fast.HEURISTICS) & set(plies.game("breakthrough:8x8").heuristics)
