"""A worker: the arrays of one thread of the engine, and one call of the kernel on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from plies.compile import build
from plies.compile.evaluators import Evaluator
from plies.games.contract import Game
from plies.games.position import Position
from plies.search.engine import layout as at
from plies.values import WIN

KERNEL = build.Template("engine", Path(__file__).with_name("kernel.py"), "the engine")


class Worker:
    """Everything one thread needs beside the shared table."""

    def __init__(self, game: Game, table: Any, control: Any) -> None:
        self.kernel = build.kernel(game, KERNEL)
        self.rules, _ = build.rules_module(game)
        plies, fields, most = at.PLIES, self.rules.FIELDS, game.rules.most_moves
        self.table, self.control = table, control
        self.rows = np.zeros((plies, fields), np.uint64)
        self.lists = np.zeros((plies, most), np.int32)
        self.scores = np.zeros((plies, most), np.float64)
        self.frame_integers = np.zeros((plies, at.FRAME_INTEGERS), np.int64)
        self.frame_floats = np.zeros((plies, 4), np.float64)
        self.keys = np.zeros(plies, np.uint64)
        self.quiet = np.zeros(plies, np.int64)
        self.pv = np.zeros((plies, plies), np.int32)
        self.pv_length = np.zeros(plies, np.int64)
        self.killers = np.full((plies, 2), -1, np.int32)
        self.history = np.zeros((2, self.rules.SLOTS), np.int64)
        self.excluded = np.zeros(most, np.int32)
        self.counters = np.zeros(at.COUNTERS, np.int64)
        self.arguments = np.zeros(at.ARGUMENTS, np.int64)
        self.window = np.zeros(3, np.float64)
        self.salt = np.uint64(0)
        self.weights = self.order_weights = np.zeros(1, np.float64)
        self.kernel.fill_keys(self.rows, self.keys, 0)
        self.search(1)  # a limit of no nodes: compiles the kernel, so that no clock runs meanwhile

    def forget(self) -> None:
        """As new: nothing of an earlier search remains."""
        self.killers.fill(-1)
        self.history.fill(0)

    def set_up(self, position: Position, evaluator: Evaluator, orderer: Evaluator | None, age: int) -> None:
        """The position, its history and the heuristics; counters start at zero."""
        me = position.state.turn
        past = position.reversible_states
        rows = np.zeros((len(past) + 1, self.rows.shape[1]), np.uint64)
        for index, state in enumerate((*past, position.state)):
            self.rules.store(rows, index, state)
        if self.keys.shape[0] < len(past) + at.PLIES:
            self.keys = np.zeros(len(past) + at.PLIES, np.uint64)
            self.quiet = np.zeros(len(past) + at.PLIES, np.int64)
        self.kernel.fill_keys(rows, self.keys, len(past) + 1)
        self.quiet[: len(past) + 1] = np.arange(len(past) + 1)
        self.rows[0] = rows[-1]
        self.salt = _salt(evaluator, me, self.keys[: len(past)])
        self.killers.fill(-1)
        self.history //= 8
        self.counters.fill(0)
        self.weights = evaluator.weights[me]
        if orderer is not None:
            self.order_weights = orderer.weights[me]
        self.window[at.W_CENTRE] = evaluator.heuristic.centre
        self.arguments[at.A_ME] = me
        self.arguments[at.A_BASE] = len(past)
        self.arguments[at.A_EVALUATE] = evaluator.address
        self.arguments[at.A_ORDER] = 0 if orderer is None else orderer.address
        self.arguments[at.A_AGE] = age

    def search(self, depth: int, alpha: float = -WIN, beta: float = WIN) -> tuple[float, bool]:
        """One depth in one window: the value, and whether it was finished."""
        self.arguments[at.A_DEPTH] = depth
        self.window[at.W_ALPHA], self.window[at.W_BETA] = alpha, beta
        value, finished = self.kernel.search(
            self.rows,
            self.lists,
            self.scores,
            self.frame_integers,
            self.frame_floats,
            self.keys,
            self.quiet,
            self.pv,
            self.pv_length,
            self.killers,
            self.history,
            self.table,
            self.salt,
            self.excluded,
            self.control,
            self.counters,
            self.arguments,
            self.window,
            self.weights,
            self.order_weights,
        )
        return float(value), bool(finished)

    def line(self) -> tuple[int, ...]:
        """The best line of the last search, as moves; empty when no move raised alpha."""
        return tuple(int(move) for move in self.pv[0, : self.pv_length[0]])


def _salt(evaluator: Evaluator, me: int, past: Any) -> Any:
    """What keeps searches of another heuristic, side or history apart in one table."""
    keys, counts = np.unique(past, return_counts=True)
    twice = [int(key) for key in keys[counts >= 2]]
    total = evaluator.identity * 2 + me
    for key in twice:
        total ^= (key * 0x9E3779B97F4A7C15 + 0x1234567) & 0xFFFFFFFFFFFFFFFF
    return np.uint64(total & 0xFFFFFFFFFFFFFFFF)
