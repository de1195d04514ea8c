"""Slow twins of what `plies.learn` compiles: a game of self-play move by move, and the logistic loss in NumPy."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from plies.games.position import Position
from plies.learn.games.selfplay import Played, SelfPlay
from plies.search.engine.worker import Worker
from plies.values import is_decided


def loss_and_slope(weights: Any, dense: Any, places: Any, labels: Any) -> tuple[float, Any]:
    """Every position's sum as one row of a matrix."""
    rows = np.zeros((len(labels), len(weights)))
    rows[:, : dense.shape[1]] = dense
    for position, each in enumerate(places):
        for place in each:
            rows[position, place >> 1] += -1.0 if place & 1 else 1.0
    z = rows @ weights
    return float(np.sum(np.logaddexp(0, z) - labels * z)), rows.T @ (1 / (1 + np.exp(-z)) - labels)


def replayed(player: SelfPlay, played: Played) -> bool:
    """Whether each position of a game follows from the one before by the move that a fresh search of it finds.

    The engine's own worker searches, depth after depth, with the same history and the same table from move to move.
    """
    game, engine = player.game, player.engine
    engine.new_game()
    worker = engine.workers[0]
    shapes_rows = [_state(player, row) for row in played.rows]
    position = Position(game, shapes_rows[0])
    for ply, value in enumerate(played.values):
        if position.state != shapes_rows[ply]:
            return False
        move, found = _search(player, worker, position, ply)
        if (found if position.state.turn == 0 else -found) != value:
            return False
        position = position.after(move)
    return is_decided(float(played.values[-1])) or position.outcome is not None


def _search(player: SelfPlay, worker: Worker, position: Position, ply: int) -> tuple[int, float]:
    player.engine.control.fill(0)
    worker.set_up(position, player.engine.evaluator, None, player.settings, ply % 60 + 1)
    twice = [key for key, count in Counter(worker.stack.keys[: worker.task.base + 1].tolist()).items() if count > 1]
    assert not twice, "this twin knows nothing of repeated positions"
    worker.task = worker.task._replace(salt=player.task.salt)
    move, value = position.listed[0], 0.0
    for depth in range(1, 61):
        found, finished = worker.search(depth)
        if worker.line() and (finished or depth > 1):
            move = worker.line()[0]
        if not finished:
            break
        value = found
        if is_decided(value):
            break
    return move, value


def _state(player: SelfPlay, row: Any) -> Any:
    from plies.compile.evaluators import state_of_row
    from plies.compile.rules import field_shapes

    return state_of_row(player.game, field_shapes(player.game), row)
