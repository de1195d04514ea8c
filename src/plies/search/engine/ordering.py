"""The order in which the engine tries moves: table move, noisy moves, killers, then by history.

A heuristic can take the place of killers and history. `none` is one that likes all moves alike, so that after the
table move and the noisy ones they stay in the order in which the rules list them.
"""

from __future__ import annotations

from typing import Any

from plies.games.contract import Heuristic
from plies.search.engine.arguments import Memory
from plies.search.engine.layout import C_CUTOFFS, C_FIRST_CUTOFFS
from plies.search.engine.tuning import HISTORY_CEILING, HISTORY_MALUS, NOISY_MOVE


def leave_out(moves: Any, n: int, excluded: Any) -> int:
    """Drops the excluded moves from a list, keeping the order; returns how many are left."""
    if excluded.shape[0] == 0:
        return n
    left = 0
    for i in range(n):
        out = False
        for j in range(excluded.shape[0]):
            out = out or excluded[j] == moves[i]
        if not out:
            moves[left] = moves[i]
            left += 1
    return left


def bring_forward(moves: Any, n: int, move: int) -> None:
    """Puts a move at the front of its list, the others keeping their order."""
    at = 0
    while at < n - 1 and moves[at] != move:
        at += 1
    for i in range(at, 0, -1):
        moves[i] = moves[i - 1]
    moves[0] = move


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


def cut_off(
    memory: Memory, counters: Any, moves: Any, scores: Any, ply: int, index: int, side: int, depth: int
) -> None:
    """Counts a cut-off by the move at `index`. If it is a quiet one, it will be tried sooner in other positions."""
    counters[C_CUTOFFS] += 1
    if index == 0:
        counters[C_FIRST_CUTOFFS] += 1
    if depth > 0 and scores[index] < NOISY_MOVE:
        remember(memory.killers, ply, moves[index])
        reward(memory.history, side, moves, index, depth)


def reward(history: Any, side: int, moves: Any, index: int, depth: int) -> None:
    """The move at `index` refuted; those tried before it did not."""
    bonus = depth * depth
    slots = history.shape[1]
    for i in range(index):
        slot = moves[i] % slots
        history[side, slot] -= history[side, slot] * bonus // HISTORY_CEILING + bonus // HISTORY_MALUS
    slot = moves[index] % slots
    value = history[side, slot] + bonus
    history[side, slot] = value if value < HISTORY_CEILING else HISTORY_CEILING


def remember(killers: Any, ply: int, move: int) -> None:
    """A quiet move that refuted: the first of two killers at this ply."""
    if killers[ply, 0] != move:
        killers[ply, 1] = killers[ply, 0]
        killers[ply, 0] = move


def no_preference(state: Any, me: int) -> float:
    return 0.0


NO_ORDER = Heuristic("none", "no order at all", function=no_preference)
