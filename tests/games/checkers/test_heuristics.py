"""The heuristics against slow versions, from both sides, and taken apart."""

from __future__ import annotations

import random

import pytest

from plies.games.checkers import notation, rules
from plies.games.checkers.heuristics import HEURISTICS, PLIES, ZHAO
from tests.games.checkers.helpers import GAME, random_state, twin
from tests.oracles import checkers as slow
from tests.sizes import sample_and_all


def positions(count, seed=0):
    """Half of them from random games, half of any kind."""
    rng = random.Random(seed)
    state = GAME.first
    for index in range(count):
        if index % 2:
            yield random_state(rng)
            continue
        moves = notation.legal(state)
        state = rules.play(state, rng.choice(moves)) if moves and rng.random() > 0.01 else GAME.first
        yield state


@sample_and_all(1_500, 10_000)
def test_zhao_is_the_slow_one(count):
    for state in positions(count):
        value = ZHAO.value(state, rules.RED)
        assert value == pytest.approx(slow.zhao(twin(state)), abs=1e-9)
        assert ZHAO.value(state, rules.BLACK) == pytest.approx(-value, abs=1e-9)


@sample_and_all(1_500, 10_000)
def test_plies_is_the_slow_one(count):
    for state in positions(count, seed=5):
        game = twin(state)
        for side, letter in enumerate("rb"):
            terms = slow.terms_of_plies(game, letter)
            assert list(terms) == [feature.name for feature in PLIES.features]
            for feature in PLIES.features:
                assert feature.count(state, side, *feature.extra) == terms[feature.name], feature.name


@pytest.mark.parametrize("name", HEURISTICS)
def test_a_turned_board_turns_the_value(name):
    """Every heuristic treats both sides alike: the board turned round with colours exchanged is worth the opposite."""
    heuristic = HEURISTICS[name]
    for state in positions(2000, seed=1):
        turned = rules.State(turn_round(state.black), turn_round(state.red), turn_round(state.kings), 1 - state.turn)
        assert heuristic.value(turned, rules.RED) == pytest.approx(-heuristic.value(state, rules.RED), abs=1e-9)


def turn_round(squares):
    return sum(1 << (34 - bit) for bit in range(35) if squares >> bit & 1)


def test_zhao_by_hand():
    position = GAME.position("B:W18,K32:B14,K21,K29")
    terms = {term.feature: (term.mine, term.theirs) for term in position.evaluate(ZHAO, rules.RED).terms}
    assert terms == {
        "men": (1, 1),
        "kings": (2, 1),
        "far half": (2, 0),
        "edge": (2, 0),
        "home row": (0, 1),
        "men at hand": (1, 0),
        "kings at hand": (0, 0),
        "neighbours": (0, 0),
    }
    assert position.evaluate(ZHAO, rules.RED) == pytest.approx(17.5 + 4 + 4 - 0.5 + 2.5)


def test_zhao_at_the_start_is_level():
    assert GAME.start().evaluate(ZHAO, rules.RED) == pytest.approx(0.0)
