"""Compiled patterns beside their plain twin, on boards of one word, of two, and with many kinds of pieces."""

from __future__ import annotations

import random

import pytest

import plies
from plies.compile.evaluators import counts_of, evaluator, taken_apart
from plies.compile.rules import rules_module
from plies.games.learned import TO_MOVE
from plies.games.patterns import Patterns
from plies.learn.patterns.cells import random_states
from plies.learn.patterns.windows import plan_patterns


def with_random_patterns(game: plies.Game, seed: int) -> plies.Heuristic:
    plan, chance = plan_patterns(game), random.Random(seed)
    windows = plan.layers[-1].windows
    empty = Patterns.__new__(Patterns)  # only to count the entries of its tables
    object.__setattr__(empty, "cells", plan.cells)
    object.__setattr__(empty, "windows", windows)
    weights = tuple(chance.randint(-32768, 32767) for _ in range(empty.offsets[-1]))
    made = Patterns(plan.cells, windows, plan.group.exchange, weights, 0.001)
    return plies.Heuristic("random", "", (TO_MOVE,), (1.5,), centre=50.0, patterns=made)


@pytest.mark.parametrize("name", ["breakthrough:4x5", pytest.param("pawns:9x9", marks=pytest.mark.slow), "wumpus:3"])
def test_compiled_patterns_give_the_numbers_of_plain_ones(name: str) -> None:
    game = plies.game(name)
    heuristic = with_random_patterns(game, 7)
    ask = taken_apart(game, heuristic)
    for state in random_states(game, 300, seed=3):
        for me in (0, 1):
            assert ask(state, me) == heuristic.value(state, me)


def test_other_weights_compile_nothing_and_are_another_heuristic() -> None:
    game = plies.game("breakthrough:4x5")
    one, two = (evaluator(game, with_random_patterns(game, seed)) for seed in (7, 8))
    assert one.address == two.address
    assert one.identity != two.identity


def test_features_of_many_positions_are_those_of_each() -> None:
    import numpy as np

    game = plies.game("breakthrough:4x5")
    heuristic, states, rules = game.heuristic("ari"), random_states(game, 50), rules_module(game)
    rows = np.zeros((len(states), rules.FIELDS), np.uint64)
    for index, state in enumerate(states):
        rules.store(rows, index, state)
    counts = counts_of(game, heuristic, rows)
    for state, found in zip(states, counts, strict=True):
        for side in (0, 1):
            assert found[side].tolist() == [one.count(state, side, *one.extra) for one in heuristic.features]
