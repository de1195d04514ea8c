"""What heuristics cost: the counts of a small run, and what is refused."""

from __future__ import annotations

from random import Random

import pytest

import plies
from plies.errors import Refused, UnknownName
from plies.search.timing import OWN_ORDER, Plan, contenders, random_opening, time_heuristics


def test_both_tables_have_a_row_a_heuristic_and_say_what_happened() -> None:
    told: list[tuple[int, int, str]] = []
    start = plies.game("wumpus:3").start()
    plan = Plan(depth=3, seconds=0.002, pairs=2)
    report = time_heuristics(start, plan, lambda done, total, what: told.append((done, total, what)))
    assert report.game == "wumpus:3"
    assert report.role == "evaluate"
    names = list(start.game.heuristics)
    for rows in (report.at_depth, report.at_time):
        assert [row.name for row in rows] == names
        for row in rows:
            assert row.games == 4
            assert row.nodes_a_move >= 1
            assert row.seconds_a_move > 0
            assert row.nodes_per_second > 0
            assert 0 <= row.first_move_cutoffs <= 1
            assert row.published == start.game.published_timing.get(row.name)
            assert (row.score is None) == (row.name == start.game.default)
            assert row.spread is not None
            assert row.spread >= 0
    assert all(row.depth <= 3 for row in report.at_depth)
    assert [done for done, _, _ in told] == [*range(48), 48]
    assert told[0] == (0, 48, "pieces, equal depth")


def test_equal_depth_is_the_same_run_every_time_but_for_the_clock() -> None:
    start = plies.game("pebbles:3x1").start()
    plan = Plan(depth=4, seconds=0.001, pairs=2, seed=5)
    one, other = (time_heuristics(start, plan).at_depth for _ in range(2))
    for row, again in zip(one, other, strict=True):
        assert (row.nodes_a_move, row.score, row.spread) == (again.nodes_a_move, again.score, again.spread)


def test_orders_include_nothing_and_the_engines_own() -> None:
    start = plies.game("wumpus:6").start()
    report = time_heuristics(
        start, Plan(role="order", names=("engine", "none", "moves"), depth=4, seconds=0.001, pairs=1)
    )
    engine, none, moves = report.at_depth
    assert engine.score is None
    assert none.spread is None
    assert none.score is not None
    assert sum(moves.pairs) == 1
    assert len({row.nodes_a_move for row in report.at_depth}) > 1
    assert contenders(start.game, Plan(role="order"))[:2] == [OWN_ORDER, "none"]


def test_openings_are_pairs_and_do_not_end_the_game() -> None:
    start = plies.game("pebbles:2x1").start()
    for seed in range(30):
        opening = random_opening(start, Random(seed))
        assert opening.outcome is None
        assert opening.line == random_opening(start, Random(seed)).line
    assert random_opening(plies.game("pebbles:1x1").start(), Random(0)).line == ()


def test_what_is_refused() -> None:
    start = plies.game("pebbles:2x1").start()
    with pytest.raises(UnknownName, match="has no heuristic 'nobody'; known: security, even, steep"):
        time_heuristics(start, Plan(names=("nobody",)))
    with pytest.raises(Refused, match="role='guess'"):
        Plan(role="guess")
    with pytest.raises(Refused, match="pairs=0"):
        Plan(pairs=0)
    with pytest.raises(Refused, match="depth=0"):
        Plan(depth=0)
    over = start.game.position("0,0/2,2 A")
    with pytest.raises(Refused, match="the game is over"):
        time_heuristics(over, Plan())
