"""Grades in plain Python: cases from the values of `tables.py`, and every number by its definition, pair by pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from plies.games.contract import Game, State
from plies.games.position import Position
from tests.oracles.tables import values_of

POINTS = {1: 1.0, 0: 0.5, -1: 0.0}


class Truth:
    """The exact values of a game, and what moves make of them."""

    def __init__(self, game: Game) -> None:
        self.game, self.values = game, values_of(game)

    def running(self) -> Iterator[State]:
        """The states in which somebody moves."""
        return (state for state in self.values if Position(self.game, state).listed)

    def moves(self, state: State) -> list[tuple[int, int | None]]:
        """Result and plies after each move, for the side that makes it, counted from before the move."""
        after = [self.values[self.game.rules.play(state, move)] for move in Position(self.game, state).listed]
        return [(-value, None if plies is None else plies + 1) for value, plies in after]

    def losses(self, state: State) -> list[float]:
        """The points that each move gives away."""
        return [POINTS[self.values[state][0]] - POINTS[value] for value, _ in self.moves(state)]


def separation(values: Sequence[float], classes: Sequence[int]) -> float | None:
    """All pairs with different results: 1 where the better has the larger number, ½ where the numbers are equal."""
    scores = []
    for (x, a), (y, b) in combinations(zip(values, classes, strict=True), 2):
        if a != b:
            better, worse = (x, y) if a > b else (y, x)
            scores.append(1.0 if better > worse else 0.5 if better == worse else 0.0)
    return sum(scores) / len(scores) if scores else None


def most_right(values: Sequence[float], classes: Sequence[int]) -> int:
    """The largest number of right answers with two cuts, all pairs of cuts tried."""
    places = [float("-inf"), *sorted(set(values))]
    return max(
        sum((0 if x <= low else 2 if x > high else 1) == c for x, c in zip(values, classes, strict=True))
        for low in places
        for high in places
        if low <= high
    )


def mcnemar(one: int, other: int) -> Fraction:
    """Twice the chance of so few heads, with a fair coin."""
    total = one + other
    tail = sum(comb(total, k) for k in range(min(one, other) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**total))
