"""What heuristics cost: the counts of a small run, and what is refused."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import fmean, pstdev

import pytest

import plies
from plies.arena.plan.timing import ENTRIES, OWN_ORDER, Plan, contenders, random_opening
from plies.arena.run.timing import time_heuristics
from plies.errors import Refused, UnknownName
from plies.games.position import Position
from plies.search.answer import Answer
from plies.search.engine.analysis import Engine
from plies.search.limits import Limits
from tests.sizes import sample_and_all


def play(start: Position, plan: Plan, name: str) -> tuple[list[Answer], list[float], list[list[Position]]]:
    """The games of one row at equal depth, played once more: its searches, its points and all positions."""
    game, limits = start.game, Limits(depth=plan.depth)
    searches, points, games = [], [], []
    for index in range(2 * plan.pairs):
        here = game.position(random_opening(start, Random(plan.seed * 1_000_003 + index // 2)).text)
        engines = [Engine(game, name, entries=ENTRIES), Engine(game, entries=ENTRIES)]
        positions = [here]
        while here.outcome is None:
            mine = here.state.turn == index % 2
            if len(here.legal) == 1:  # needs no search
                here = here.after(here.legal[0])
            else:
                found = engines[0 if mine else 1].analyse(here, limits)
                searches += [found] if mine else []
                here = here.play(found.move)
            positions.append(here)
        points.append(0.5 if here.outcome.winner is None else float(here.outcome.winner == game.sides[index % 2]))
        games.append(positions)
    return searches, points, games


@sample_and_all(2, 99)
def test_the_table_at_equal_depth_is_what_its_games_come_to(count: int) -> None:
    """Every column but the clock, from games that are played again one by one."""
    start = plies.game("pebbles:4x2").start()
    others = [name for name in start.game.heuristics if name != start.game.default]
    names = [start.game.default, *others][:count]
    plan = Plan(names=tuple(names), depth=3, seconds=0.001, pairs=2, seed=3)
    report = time_heuristics(start, start.game.name, plan)
    again = {name: play(start, plan, name) for name in names}
    everything = [positions for _, _, games in again.values() for positions in games]
    assert [row.name for row in report.at_depth] == names
    for row in report.at_depth:
        searches, points, _ = again[row.name]
        heuristic = start.game.heuristics[row.name]
        values = [[heuristic.value(position.state, 0) for position in positions] for positions in everything]
        changes = [fmean(a != b for a, b in pairwise(line)) for line in values]
        assert row.nodes_a_move == fmean(found.nodes for found in searches)
        assert row.depth == fmean(found.depth for found in searches)
        tried = sum(found.counters.cutoffs or 0 for found in searches)
        assert row.first_move_cutoffs == sum(found.counters.first_move_cutoffs or 0 for found in searches) / tried
        assert row.spread == pytest.approx(fmean(pstdev(line) for line in values))
        assert row.changes == pytest.approx(fmean(changes))
        assert row.score == (None if row.name == start.game.default else fmean(points))
    assert len({row.nodes_a_move for row in report.at_depth}) == len(names), "the heuristics search different trees"
    assert any(row.spread for row in report.at_depth)


@pytest.mark.slow
def test_the_columns_of_both_tables_fit_each_other() -> None:
    reported: list[tuple[int, int, str]] = []
    start = plies.game("wumpus:3").start()
    plan = Plan(depth=3, seconds=0.002, pairs=2)
    report = time_heuristics(
        start, start.game.name, plan, lambda done, total, what: reported.append((done, total, what))
    )
    assert (report.game, report.role) == ("wumpus:3", "evaluate")
    for rows in (report.at_depth, report.at_time):
        assert [row.name for row in rows] == list(start.game.heuristics)
        for row in rows:
            assert row.games == 2 * sum(row.pairs) == 4
            assert row.nodes_per_second == pytest.approx(row.nodes_a_move / row.seconds_a_move)
            assert row.published == start.game.published_timing.get(row.name)
            points = sum(half * count for half, count in enumerate(row.pairs)) / 2
            assert row.score == (None if row.name == start.game.default else points / row.games)
    assert all(2 < row.depth <= 3 for row in report.at_depth)  # less where the end is near
    assert [done for done, _, _ in reported] == [*range(48), 48]
    assert reported[0] == (0, 48, "pieces, equal depth")


@pytest.mark.slow
def test_more_depth_is_more_nodes_and_more_time_is_more_seconds() -> None:
    start = plies.game("pawns:6x6").start()
    little, much = (
        time_heuristics(start, start.game.name, Plan(names=("hoddi",), depth=depth, seconds=seconds, pairs=1))
        for depth, seconds in ((2, 0.002), (6, 0.02))
    )
    assert much.at_depth[0].nodes_a_move > 5 * little.at_depth[0].nodes_a_move
    assert much.at_time[0].seconds_a_move > little.at_time[0].seconds_a_move
    assert much.at_time[0].depth > little.at_time[0].depth > little.at_depth[0].depth


def test_equal_depth_is_the_same_run_every_time_but_for_the_clock() -> None:
    start = plies.game("pebbles:3x1").start()
    plan = Plan(depth=4, seconds=0.001, pairs=2, seed=5)
    one, other = (time_heuristics(start, start.game.name, plan).at_depth for _ in range(2))
    for row, again in zip(one, other, strict=True):
        assert (row.nodes_a_move, row.score, row.spread) == (again.nodes_a_move, again.score, again.spread)


@pytest.mark.slow
def test_orders_include_nothing_and_the_engines_own() -> None:
    start = plies.game("wumpus:6").start()
    report = time_heuristics(
        start, start.game.name, Plan(role="order", names=("engine", "none", "moves"), depth=4, seconds=0.001, pairs=1)
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
        time_heuristics(start, start.game.name, Plan(names=("nobody",)))
    with pytest.raises(Refused, match="role='guess'"):
        Plan(role="guess")
    with pytest.raises(Refused, match="pairs=0"):
        Plan(pairs=0)
    with pytest.raises(Refused, match="depth=0"):
        Plan(depth=0)
    over = start.game.position("0,0/2,2 A")
    with pytest.raises(Refused, match="the game is over"):
        time_heuristics(over, over.game.name, Plan())


def test_a_few_games_say_little() -> None:
    start = plies.game("pebbles:4x2").start()
    report = time_heuristics(start, start.game.name, Plan(names=("even",), depth=1, seconds=0.001, pairs=1))
    interval = report.at_depth[0].score_interval
    assert interval is not None
    assert interval[1] - interval[0] > 0.4
