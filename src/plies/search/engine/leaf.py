"""What a position is worth where the search goes no further, for its own side to move, counted from the root."""

from __future__ import annotations

from typing import Any

from plies.compile.intrinsics import call_heuristic
from plies.games.contract import DRAWN
from plies.tables.codes import DRAW, distance, is_won
from plies.values import BY_TABLE, WIN


def value_of_end(result: int, turn: int, ply: int) -> float:
    """The rules have ended the game: `result` is what `outcome` answered."""
    if result == DRAWN:
        return 0.0
    return WIN - ply if result == turn else ply - WIN


def value_without_moves(meaning: int, ply: int) -> float:
    """The side to move has no move: -1 means a loss, 0 a draw."""
    return 0.0 if meaning == 0 else ply - WIN


def value_of_solved(code: int, ply: int, certain: bool) -> float:
    """What a table says, as a proven value, or as one that draws of the game's history may prevent."""
    if code == DRAW:
        return 0.0
    value = WIN - ply - distance(code) if certain else BY_TABLE - distance(code)
    return value if is_won(code) else -value


def judged(evaluator: int, rows: Any, ply: int, turn: int, me: int, weights: Any, centre: float) -> float:
    """The heuristic's value, centred, for the side to move. The heuristic itself always speaks for `me`."""
    value: float = call_heuristic(evaluator, rows, ply, me, weights) - centre
    return value if turn == me else -value
