"""From the game's states to the slow twin and back, and positions of every kind."""

from __future__ import annotations

import random

import plies
from plies.games.checkers import notation, puzzles
from plies.games.checkers.rules import State
from plies.games.contract import Puzzle
from tests.oracles.checkers import Checkers

GAME = plies.game("checkers")


def twin(state: State) -> Checkers:
    return Checkers(puzzles.write_boards(Puzzle(state), [state]).split(), "rb"[state.turn])


def random_state(rng: random.Random) -> State:
    """Any number of pieces of each side anywhere, which games rarely show; many kings for long captures."""
    squares = rng.sample(range(1, 33), rng.randint(1, 24))
    reds = rng.randint(max(0, len(squares) - 12), min(12, len(squares)))
    red = black = kings = 0
    crowned = rng.choice((0.0, 0.3, 0.9))
    for index, square in enumerate(squares):
        bit = 1 << notation.bit_of(square)
        is_red = index < reds
        red |= bit * is_red
        black |= bit * (not is_red)
        if rng.random() < crowned or (square > 28 if is_red else square < 5):
            kings |= bit
    return State(red, black, kings, rng.randint(0, 1))
