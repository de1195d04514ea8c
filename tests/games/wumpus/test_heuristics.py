"""The metric and the five heuristics against slow versions on ten thousand positions, and worked examples."""

from __future__ import annotations

import math
import random

import pytest

from plies import registry
from tests.oracles import wumpus as oracle
from tests.sizes import sample_and_all


def random_text(rng: random.Random, size: int) -> str:
    """Up to `size` pieces of any kind a side, and pits, anywhere they may be."""
    squares = [(column, row) for row in range(size) for column in range(size)]
    letters = {square: "O" for square in squares[size:-size] if rng.random() < 0.15}
    free = [square for square in squares if square not in letters]
    rng.shuffle(free)
    for kinds in ("whm", "WHM"):
        for _ in range(min(rng.randint(0, size), len(free))):
            letters[free.pop()] = rng.choice(kinds)
    rows = ["".join(letters.get((column, row), "1") for column in range(size)) for row in reversed(range(size))]
    return "/".join(rows) + " " + rng.choice(["lower", "upper"])


@sample_and_all(1_500, 10_000)
def test_heuristics_are_the_same_for_the_slow_twin(count: int) -> None:
    rng = random.Random(1)
    names = ["wumpus:3", "wumpus:3,directions=6", "wumpus:6", "wumpus:6,directions=6", "wumpus:9"]
    for index in range(count):
        game = registry.game(names[index % len(names)])
        text = random_text(rng, int(game.name[7]))
        state = game.position(text).state
        board = oracle.read(text, state.directions)
        for name, slow in oracle.HEURISTICS.items():
            expected = slow(board, "lower") - slow(board, "upper")
            found = game.heuristic(name).value(state, 0)
            if name in ("euclidean", "spacing"):  # sums of square roots, added in another order
                assert math.isclose(found, expected, rel_tol=1e-12, abs_tol=1e-12)
            else:
                assert found == expected
            assert game.heuristic(name).value(state, 1) == -found


@pytest.mark.parametrize(
    ("name", "lower", "upper"),
    [
        ("pieces", 3, 2),
        # pits are left out: the wumpus has a2 and b1, the hero b1, c2 and d1, the mage all around it but d2
        ("moves", 2 + 3 + 7, 3 + 3),
        # lower: wumpus beats the mage, hero beats the wumpus; upper: the wumpus beats the mage, the mage beats the hero
        ("advantage", 2, 2),
        ("euclidean", -(math.sqrt(50) + math.sqrt(29)), -(math.sqrt(25) + math.sqrt(34))),
        ("manhattan", -(10 + 7), -(7 + 8)),
        ("spacing", (2 + math.sqrt(8) + math.sqrt(20)) / 3, 5),
    ],
)
def test_examples(name: str, lower: float, upper: float) -> None:
    """
    6  W . . . . M
    5  . . . . . .      the wumpus on a6 has a5, b5, b6; the mage on f6 e6, e5, f5
    4  . . . . . .
    3  . . . . m .
    2  . O . O . .
    1  w . h . . .
    """
    game = registry.game("wumpus:6")
    for turn in ("lower", "upper"):
        position = game.position(f"W4M/6/6/4m1/1O1O2/w1h3 {turn}")
        term = position.evaluate(game.heuristic(name), 0).terms[0]
        assert term.mine == pytest.approx(lower, abs=1e-12)
        assert term.theirs == pytest.approx(upper, abs=1e-12)


def test_a_lone_piece_has_no_spacing_and_a_piece_without_prey_no_distance() -> None:
    game = registry.game("wumpus:3")
    position = game.position("2W/3/w2 lower")
    for name in ("spacing", "euclidean", "manhattan", "advantage"):
        assert [term.mine for term in position.evaluate(game.heuristic(name), 0).terms] == [0]
