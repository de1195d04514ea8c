"""Places of endings: every position has one, and the steps back are the steps forward."""

from __future__ import annotations

import random
from itertools import product

import numpy as np

from plies.games.checkers import endings
from plies.games.checkers.rules import RED, RULES, State
from plies.games.position import Position
from plies.registry import game

CHECKERS = game("checkers")


def random_state(dice: random.Random, most: int = 6) -> State:
    """Some pieces anywhere they may stand, by a text."""
    squares = dice.sample(range(1, 33), dice.randint(1, most))
    sides: tuple[list[str], list[str]] = ([], [])
    for square in squares:
        side, king = dice.randint(0, 1), dice.randint(0, 1)
        is_far = square <= 4 if side == 1 else square >= 29
        sides[side].append(f"K{square}" if king or is_far else str(square))
    text = f"{dice.choice('BW')}:W{','.join(sides[1])}:B{','.join(sides[0])}"
    state: State = CHECKERS.position(text).state  # type: ignore[assignment]
    return state


def turned_round(state: State) -> State:
    """The same position with the sides exchanged, by way of squares 1 to 32."""

    def turn(board: int) -> int:
        return endings.spread(sum(1 << (31 - s) for s in range(32) if endings.squeezed(board) >> s & 1))

    return State(turn(state.black), turn(state.red), turn(state.kings), 1 - state.turn)


def seen_by_red(state: State) -> State:
    return state if state.turn == RED else turned_round(state)


def test_a_place_and_its_position_belong_together() -> None:
    dice = random.Random(1)
    for _ in range(500):
        state = random_state(dice)
        group, place = endings.group_of(state), int(endings.place_of(state))
        assert 0 <= place < endings.places(group)
        assert endings.position_at(group, place) == seen_by_red(state)
        other = turned_round(state)
        assert (endings.group_of(other), endings.place_of(other)) == (group, place)


def test_the_places_of_small_groups_hold_every_position_once() -> None:
    base = endings.BASE
    counted = [0, 0, 0]
    for digits in product(range(3), repeat=4):
        if 1 <= sum(digits) <= 2:
            group = sum(digit * base**i for i, digit in enumerate(digits))
            states = [endings.position_at(group, place) for place in range(endings.places(group))]
            held = [state for state in states if state.turn == RED]
            assert len(set(held)) == len(held)
            counted[sum(digits)] += len(held)
    assert counted == [0, 120, 6_972]  # as they are counted by hand: 28 squares for a man, 32 for a king


def test_steps_back_are_the_steps_that_lead_here() -> None:
    dice = random.Random(2)
    out = np.zeros(64, np.int64)
    led = 0
    for _ in range(300):
        state = random_state(dice)
        position = Position(CHECKERS, state)
        for move in position.listed:
            after = RULES.play(state, move)
            back = {endings.take_back(after, int(out[i])) for i in range(endings.steps_back(after, out))}
            stays = endings.group_of(turned_round(after)) == endings.group_of(State(*state[:3], 1 - state.turn))
            crowned_or_taken = endings.group_of(after) != endings.group_of(State(*state[:3], after.turn))
            assert (state in back) == (not crowned_or_taken)
            led += stays
        for i in range(endings.steps_back(state, out)):
            before = endings.take_back(state, int(out[i]))
            listed = Position(CHECKERS, before).listed
            captures = any(RULES.noise(before, move) for move in listed)  # type: ignore[misc]
            assert captures or state in [RULES.play(before, move) for move in listed]
    assert led > 300
