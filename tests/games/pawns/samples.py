"""Random boards with their states, and heuristics as the engine calls them."""

from __future__ import annotations

import ctypes
import os
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

import plies
from plies.compile.evaluators import evaluator
from plies.compile.rules import rules_module
from plies.games.contract import Game, Heuristic
from tests.oracles import pawns as slow

SIZES = ("2x4", "3x5", "4x4", "5x5", "6x6", "8x5", "8x8", "4x9", "9x7", "9x9", "10x4", "10x10")
#: positions of each of the 12 sizes: a little over 10,000 in `make slow`, a sample otherwise
IS_FULL = "PLIES_FULL" in os.environ
EACH = 840 if IS_FULL else 170

CALL = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)


class Sample(NamedTuple):
    """A game, and one of its positions as the rules have it and as the slow twin has it."""

    game: Game
    state: Any
    board: slow.Board


def random_board(chance: random.Random, family: str, width: int, height: int) -> slow.Board:
    """Pawns anywhere, at most two a column and side, from crowded to empty; only one side may have arrived."""
    rows = [["."] * width for _ in range(height)]
    places = [(x, y) for x in range(width) for y in range(height)]
    chance.shuffle(places)
    for side in slow.SIDES:
        for _ in range(chance.randint(0, 2 * width)):
            if places:
                x, y = places.pop()
                rows[y][x] = side
    if "w" in rows[-1] and "b" in rows[0]:
        rows[0] = ["." if piece == "b" else piece for piece in rows[0]]
    return slow.Board(rows, chance.choice(slow.SIDES), family == "breakthrough")


def samples(seed: str, families: Sequence[str], each: int = EACH) -> list[Sample]:
    """Positions of all sizes, the families in turn."""
    chance = random.Random(seed)
    made = []
    for size in SIZES:
        width, height = map(int, size.split("x"))
        games = [plies.game(f"{family}:{size}") for family in families]
        for index in range(each):
            game = games[index % len(games)]
            board = random_board(chance, game.name.partition(":")[0], width, height)
            made.append(Sample(game, game.position(slow.text(board)).state, board))
    return made


def compiled(game: Game, heuristic: Heuristic) -> Callable[[Any, int], float]:
    """The heuristic as the engine calls it."""
    made = evaluator(game, heuristic)
    assert made.native
    function = CALL(made.address)
    rules = rules_module(game)
    rows = np.zeros((1, rules.FIELDS), np.uint64)

    def call(state: Any, me: int) -> float:
        rules.store(rows, 0, state)
        return float(function(rows.ctypes.data, me, made.weights[me].ctypes.data))

    call.keep = made  # type: ignore[attr-defined]
    return call
