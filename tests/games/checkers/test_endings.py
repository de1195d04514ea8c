"""Places of endings: every position has one, and the steps back are the steps forward."""

from __future__ import annotations

import random
from bisect import bisect

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
    return CHECKERS.position(text).state  # type: ignore[return-value]


def turned_round(state: State) -> State:
    """The same position with the sides exchanged, by way of squares 1 to 32."""

    def turn(board: int) -> int:
        return endings.spread(sum(1 << (31 - s) for s in range(32) if endings.squeezed(board) >> s & 1))

    return State(turn(state.black), turn(state.red), turn(state.kings), 1 - state.turn)


def seen_by_red(state: State) -> State:
    return state if state.turn == RED else turned_round(state)


def test_a_number_and_its_position_belong_together() -> None:
    dice = random.Random(1)
    layout = endings.layout(CHECKERS.first, endings.MOST)
    for _ in range(500):
        state = random_state(dice)
        number = endings.number_of(state, layout.numbers)
        assert 0 <= number < layout.tiers[-1]
        assert endings.position_with(number, CHECKERS.first, layout.numbers) == seen_by_red(state)
        assert endings.number_of(turned_round(state), layout.numbers) == number


def test_positions_with_too_many_pieces_are_outside() -> None:
    dice = random.Random(3)
    three = endings.layout(CHECKERS.first, 3)
    assert endings.number_of(CHECKERS.first, three.numbers) == -1
    for _ in range(200):
        state = random_state(dice)
        pieces = (state.red | state.black).bit_count()
        assert (endings.number_of(state, three.numbers) >= 0) == (pieces <= 3)


def test_the_numbers_hold_every_position_once() -> None:
    layout = endings.layout(CHECKERS.first, 2)
    counted = [0, 0, 0]
    held = set()
    for number in range(layout.tiers[-1]):
        state = endings.position_with(number, CHECKERS.first, layout.numbers)
        if endings.number_of(state, layout.numbers) == number:
            held.add(state)
            counted[(state.red | state.black).bit_count()] += 1
    assert len(held) == sum(counted)
    assert counted == [0, 120, 6_972]  # as they are counted by hand: 28 squares for a man, 32 for a king


def test_a_step_stays_in_its_tier_and_other_moves_lead_to_lower_ones() -> None:
    dice = random.Random(4)
    layout = endings.layout(CHECKERS.first, endings.MOST)
    for _ in range(300):
        state = random_state(dice)
        tier = bisect(layout.tiers, endings.number_of(state, layout.numbers))
        for move in Position(CHECKERS, state).listed:
            after = RULES.play(state, move)
            there = bisect(layout.tiers, endings.number_of(after, layout.numbers))
            crowned = (after.kings.bit_count(), 0) > (state.kings.bit_count(), 0)
            assert there < tier if RULES.noise(state, move) or crowned else there == tier  # type: ignore[misc]


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
            pieces = [board.bit_count() for board in state[:3]]
            stays = [board.bit_count() for board in after[:3]] == pieces
            assert (state in back) == stays
            led += stays
        for i in range(endings.steps_back(state, out)):
            before = endings.take_back(state, int(out[i]))
            listed = Position(CHECKERS, before).listed
            captures = any(RULES.noise(before, move) for move in listed)  # type: ignore[misc]
            assert captures or state in [RULES.play(before, move) for move in listed]
    assert led > 300
