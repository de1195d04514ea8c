"""The order in which the engine tries moves: table move, noisy moves, killers, then by history.

A heuristic can take the place of killers and history. `none` is one that likes all moves alike, so that after the
table move and the noisy ones they stay in the order in which the rules list them.
"""

from __future__ import annotations

from typing import Any

from plies.games.contract import Heuristic

TABLE_MOVE = 1e15
NOISY_MOVE = 1e12
KILLER = 1e10
HISTORY_CEILING = 1 << 30


def pick(moves: Any, scores: Any, index: int, n: int) -> None:
    """Brings the best of the remaining moves to `index`. Ties keep their order, so results do not depend on luck."""
    best = index
    for i in range(index + 1, n):
        if scores[i] > scores[best]:
            best = i
    if best != index:
        move, score = moves[best], scores[best]
        for i in range(best, index, -1):
            moves[i] = moves[i - 1]
            scores[i] = scores[i - 1]
        moves[index] = move
        scores[index] = score


def reward(history: Any, side: int, moves: Any, index: int, depth: int) -> None:
    """The move at `index` refuted; those tried before it did not."""
    bonus = depth * depth
    for i in range(index):
        history[side, moves[i]] -= history[side, moves[i]] * bonus // HISTORY_CEILING + bonus // 4
    value = history[side, moves[index]] + bonus
    history[side, moves[index]] = value if value < HISTORY_CEILING else HISTORY_CEILING


def remember(killers: Any, ply: int, move: int) -> None:
    """A quiet move that refuted: the first of two killers at this ply."""
    if killers[ply, 0] != move:
        killers[ply, 1] = killers[ply, 0]
        killers[ply, 0] = move


def no_preference(state: Any, me: int) -> float:
    return 0.0


NO_ORDER = Heuristic("none", "no order at all", function=no_preference)
