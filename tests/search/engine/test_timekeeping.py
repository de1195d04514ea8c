"""A search on a game clock: clear moves take less than their share, unsettled ones more."""

from __future__ import annotations

import time

import pytest

from plies.games.position import Position
from plies.registry import game
from plies.search.engine import tuning
from plies.search.engine.analysis import Engine
from plies.search.engine.timekeeping import Allotment, deadline
from plies.search.limits import Limits


def allotted(*found: tuple[str, float]) -> float:
    made = Allotment(Limits(seconds=1.0, longest=3.0))
    for move, value in found:
        made.learn(move, value)
    return made.seconds


def test_changes_of_mind_and_falling_values_get_more() -> None:
    clear = allotted(*[("a", 1.0)] * 6)
    changed = allotted(*[("a", 1.0)] * 5, ("b", 1.0))
    restless = allotted(*[(move, 1.0) for move in "ababab"])
    fallen = allotted(*[("a", 1.0)] * 5, ("a", -20.0))
    assert clear == tuning.CLEAR_SHARE < allotted(*[("a", 1.0)] * 4, ("b", 1.0), ("b", 1.0)) < changed < restless <= 3.0
    assert fallen == pytest.approx(tuning.CLEAR_SHARE + tuning.FALL_ADDS)
    assert allotted(*[("a", 1.0)] * 5, ("a", 20.0)) == clear  # a rising value asks for nothing


def test_doubt_gives_all_there_is_until_the_depth_is_finished() -> None:
    made = Allotment(Limits(seconds=1.0, longest=2.5))
    made.learn("a", 0.0)
    made.doubt()
    assert made.seconds == 2.5
    assert not made.is_used_up(1.0)
    made.learn("a", 0.0)
    assert made.is_used_up(tuning.BEGIN_BEFORE)


def test_a_deadline_leaves_time_to_answer() -> None:
    assert deadline(5, 1.0) == 5 + 10**9 - tuning.MARGIN
    assert deadline(5, 1e-4) == 5 + 50_000  # at most half of it is kept back


def timed(position: Position, limits: Limits) -> float:
    engine = Engine(position.game, "ari")
    began = time.perf_counter()
    engine.analyse(position, limits)
    return time.perf_counter() - began


def test_the_engine_keeps_to_it() -> None:
    start = game("breakthrough:6x6").start()
    planned = timed(start, Limits(seconds=0.4, longest=1.2))
    given = timed(start, Limits(seconds=0.4))
    assert 0.39 < given < 0.6
    assert planned < 1.3
    assert not 0.39 < planned < 0.401, "the plan was followed to the letter"
