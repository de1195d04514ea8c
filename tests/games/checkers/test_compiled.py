"""The compiled side: perft, heuristics as the engine calls them, puzzles, the opening suite."""

from __future__ import annotations

import ctypes
import importlib.util
import random
from pathlib import Path

import numpy as np
import pytest

from plies.compile.evaluators import evaluator
from plies.games.checkers import notation, rules
from plies.games.checkers.heuristics import HEURISTICS
from plies.search.engine.analysis import Engine
from plies.search.limits import Limits
from plies.search.perft.counting import perft
from tests.games.checkers.helpers import GAME, random_state
from tests.games.checkers.test_rules import LEAVES
from tests.sizes import sample_and_all

CALL = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)

PUZZLES = [
    ("......../......../......../......../......../......../.b.R..../B.......", 1),
    ("......../......../......../......../...b..../......../......../....r...", 3),
    ("......../....b.../.......R/..b.b.../...b...r/......../...r..../....B...", 7),
    (".....b../....r.../...B.b../......../...r..../....r.../...B.B.b/..R.....", 7),
]


@pytest.fixture(scope="module")
def engine():
    return Engine(GAME, "plies", entries=1 << 16)


@sample_and_all(8, 9)
def test_leaf_counts(count):
    assert [perft(GAME.start(), depth) for depth in range(1, count + 1)] == LEAVES[:count]
    assert perft(GAME.start(), count - 2, bulk=False) == LEAVES[count - 3]


def test_leaf_counts_are_those_of_the_uncompiled_rules():
    """Positions full of kings and long captures, which the start does not reach."""
    rng = random.Random(8)
    for _ in range(300):
        state = random_state(rng)
        twice = sum(len(notation.legal(rules.play(state, move))) for move in notation.legal(state))
        assert perft(GAME.position(notation.format_position(state)), 2) == twice


@sample_and_all(1_500, 10_000)
@pytest.mark.parametrize("name", HEURISTICS)
def test_compiled_heuristics_answer_what_the_plain_ones_do(name, count):
    heuristic = HEURISTICS[name]
    compiled = evaluator(GAME, heuristic)
    assert compiled.native
    function = CALL(compiled.address)
    rng = random.Random(10)
    for _ in range(count):
        state = random_state(rng)
        row = np.array([state.red, state.black, state.kings, state.turn], np.uint64)
        me = rng.randint(0, 1)
        value = function(row.ctypes.data, me, compiled.weights[me].ctypes.data)
        assert value == pytest.approx(heuristic.value(state, me), abs=1e-9)


@pytest.mark.parametrize(("rows", "plies"), PUZZLES)
def test_the_engine_finds_known_wins(engine, rows, plies):
    state = GAME.puzzles.read(rows.replace("/", "\n")).state
    found = engine.analyse(GAME.position(notation.format_position(state)), Limits(depth=plies + 3))
    assert found.proof == ("win", plies)
    position = GAME.position(notation.format_position(state))
    for word in found.line:
        position = position.play(word)
    assert position.outcome.winner == "red"


def test_the_engine_sees_draws_of_the_game(engine):
    """The same position, once with a past in which the quiet retreat would be its third occurrence."""
    position = GAME.position("B:WK1,K2:BK32")
    words = ("32-28", "1-6", "28-32", "6-1")
    for word in (*words, *words[:3]):
        position = position.play(word)
    assert position.play("6-1").outcome.winner is None
    found = engine.analyse(position, Limits(depth=9))
    assert found.move != "6-1"
    assert found.value > 0


def test_the_opening_suite():
    """174 positions after three plies, none twice, level in material after the quiet that follows."""
    positions = []
    for words in GAME.openings:
        position = GAME.start()
        for word in words:
            position = position.play(word)
        assert len(position.line) == 3
        positions.append(position)
    assert len(positions) == len(set(positions)) == 174


@pytest.mark.slow
def test_the_opening_suite_is_what_its_script_makes():
    path = Path(__file__).parents[3] / "benchmarks" / "checkers_openings.py"
    spec = importlib.util.spec_from_file_location("checkers_openings", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    kept, values = script.suite(GAME)
    assert tuple(position.line for position in kept) == GAME.openings
    assert sum(values.values()) == 216
