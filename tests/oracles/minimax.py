"""Minimax as slow and obvious as can be: on Positions, by their words and outcomes, from the root's side."""

from __future__ import annotations

from plies.games.contract import Heuristic
from plies.games.position import Position
from plies.values import WIN


def minimax(position: Position, depth: int, heuristic: Heuristic) -> float:
    """The value for the side to move: a position seen on the way from the root is a draw."""
    return _value(position, depth, heuristic, position.turn, 0, [])


def _value(position: Position, depth: int, heuristic: Heuristic, me: str, ply: int, way: list[Position]) -> float:
    if position in way:  # a position that has been on the way was not finished then and is not now
        return 0.0
    outcome = position.outcome
    if outcome is not None:
        if outcome.winner is None:
            return 0.0
        return WIN - ply if outcome.winner == me else ply - WIN
    if depth == 0:
        return heuristic.value(position.state, position.game.sides.index(me)) - heuristic.centre
    below = [
        _value(position.play(word), depth - 1, heuristic, me, ply + 1, [*way, position]) for word in position.moves
    ]
    return max(below) if position.turn == me else min(below)
