"""Weights by place: what is fitted is what the folded patterns say, and symmetric positions are worth the same."""

from __future__ import annotations

import numpy as np
import pytest

import plies
from plies.compile.patterns import slots_of
from plies.compile.rules import field_shapes, rules_module
from plies.learn.fit.places import contents_of, folded, number, places_of
from plies.learn.patterns.cells import random_states
from plies.learn.patterns.symmetries import image
from plies.learn.patterns.windows import plan_patterns


@pytest.mark.parametrize("name", ["breakthrough:4x5", "wumpus:3,pits=a2", "checkers"])
def test_folded_patterns_are_worth_what_was_fitted(name: str) -> None:
    game = plies.game(name)
    plan, states, rules = plan_patterns(game), random_states(game, 40, seed=9), rules_module(game)
    rows = np.zeros((len(states), rules.FIELDS), np.uint64)
    for index, state in enumerate(states):
        rules.store(rows, index, state)
    numbering = number(plan, 3)
    slots = slots_of(field_shapes(game), game.rules.state._fields)  # type: ignore[attr-defined]
    contents = contents_of(plan.cells, slots, rows)
    assert contents.tolist() == [list(plan.cells.read(state)) for state in states]
    places = places_of(numbering, contents)
    assert places.min() >= 2 * numbering.features

    weights = np.random.default_rng(1).normal(size=numbering.count)
    weights[numbering.zero] = 0.0
    fitted = (weights[places >> 1] * np.where(places & 1, -1.0, 1.0)).sum(axis=1)
    patterns = folded(numbering, weights, 2.0)
    for state, value in zip(states, fitted, strict=True):
        assert patterns.value(state, 0) == pytest.approx(2.0 * value, abs=0.05)
        for symmetry in plan.group.symmetries:
            there = image(plan.cells, symmetry, plan.group.exchange, state)
            sign = -1 if symmetry.exchanged else 1
            assert patterns.value(there, 0) == pytest.approx(sign * patterns.value(state, 0), abs=0.05)
