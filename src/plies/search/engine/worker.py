"""A worker: what one thread of the engine hands to the kernel, and one call of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from plies.compile import build
from plies.compile.evaluators import Evaluator
from plies.compile.rules import rules_module
from plies.games.contract import Game
from plies.games.position import Position
from plies.search.engine import layout as at
from plies.search.engine.arguments import (
    NO_HEURISTICS,
    NO_SEARCH,
    NO_TASK,
    NO_WEIGHTS,
    Heuristics,
    Settings,
    Signals,
    new_memory,
    new_stack,
)
from plies.search.engine.probing import NO_VIEW
from plies.search.engine.tuning import HISTORY_AGEING
from plies.tables.file.view import View
from plies.values import WIN

KERNEL = build.Template("engine", Path(__file__).with_name("kernel.py"), "the engine", ("search", "fill_keys"))
WITH_TABLES = replace(
    KERNEL,
    name="engine_tables",
    title="the engine with tables",
    instead=(("PROBING = False", "PROBING = True"),),
)


class Worker:
    """Everything one thread needs; the table and the control are shared with the others."""

    def __init__(self, game: Game, table: Any, control: Any, solved: View | None = None) -> None:
        """`solved` is the table of solved positions that it probes."""
        self.kernel = build.kernel(KERNEL if solved is None else WITH_TABLES, game)
        self.rules: Any = rules_module(game)
        self.stack = new_stack(self.rules.FIELDS, game.rules.most_moves)
        self.memory = new_memory(table, self.rules.SLOTS, NO_VIEW if solved is None else solved)
        self.signals = Signals(control, np.zeros(at.COUNTERS, np.int64))
        self.heuristics, self.settings, self.task = NO_HEURISTICS, NO_SEARCH, NO_TASK
        self.kernel.fill_keys(self.stack.rows, self.stack.keys, 0)
        self.search(1)  # compiles the kernel, so that no clock runs meanwhile

    def forget(self) -> None:
        """As new: nothing of an earlier search remains."""
        self.memory.killers.fill(-1)
        self.memory.history.fill(0)
        self.memory.spread.fill(0)

    def set_up(
        self, position: Position, evaluator: Evaluator, orderer: Evaluator | None, settings: Settings, age: int
    ) -> None:
        """The position, its history and the heuristics; counters start at zero."""
        me = int(position.state.turn)
        past = self._enter(position)
        self.memory.killers.fill(-1)
        self.memory.history[:] //= HISTORY_AGEING
        self.memory.spread[:] /= HISTORY_AGEING
        self.signals.counters.fill(0)
        self.heuristics = Heuristics(
            me,
            evaluator.address,
            evaluator.weights[me],
            float(evaluator.heuristic.centre),
            0 if orderer is None else orderer.address,
            NO_WEIGHTS if orderer is None else orderer.weights[me],
        )
        twice = _twice(self.stack.keys[:past])
        self.settings = settings._replace(probes=at.AS_VALUES) if settings.probes and twice else settings
        self.task = NO_TASK._replace(base=past, salt=_salt(evaluator, me, twice), age=age)

    def _enter(self, position: Position) -> int:
        """Puts the position into row 0, the keys of the states it may meet again before it; returns how many."""
        past = position.reversible_states
        rows = np.zeros((len(past) + 1, self.rules.FIELDS), np.uint64)
        for index, state in enumerate((*past, position.state)):
            self.rules.store(rows, index, state)
        if self.stack.keys.shape[0] < len(past) + at.PLIES:
            longer = len(past) + at.PLIES
            self.stack = self.stack._replace(keys=np.zeros(longer, np.uint64), quiet=np.zeros(longer, np.int64))
        self.kernel.fill_keys(rows, self.stack.keys, len(past) + 1)
        self.stack.quiet[: len(past) + 1] = np.arange(len(past) + 1)
        self.stack.rows[0] = rows[-1]
        return len(past)

    def leave_out(self, moves: list[int]) -> None:
        """The moves of row 0 that the next searches do not look at."""
        self.task = self.task._replace(excluded=np.array(moves, np.int32))

    def search(self, depth: int, alpha: float = -WIN, beta: float = WIN) -> tuple[float, bool]:
        """One depth in one window: the value, and whether it was finished."""
        self.task = self.task._replace(depth=depth, alpha=alpha, beta=beta)
        value, finished = self.kernel.search(
            self.stack, self.memory, self.heuristics, self.settings, self.task, self.signals
        )
        return float(value), bool(finished)

    def search_all(self, depth: int, alpha: float, beta: float, nodes: int) -> tuple[float, bool]:
        """The same without selective steps, with so many nodes at most."""
        settings = self.settings
        limit = min(settings.node_limit, int(self.signals.counters[at.C_NODES]) + nodes)
        self.settings = settings._replace(node_limit=limit, steps=0)
        try:
            return self.search(depth, alpha, beta)
        finally:
            self.settings = settings

    def line(self) -> tuple[int, ...]:
        """The best line of the last search, as moves; empty when no move raised alpha."""
        return tuple(int(move) for move in self.stack.pv[0, : self.stack.pv_length[0]])

    def best_so_far(self) -> float:
        """The value of the best move that the last search has looked at to the end."""
        return float(self.stack.floats[0, at.R_BEST])

    def is_complete(self) -> bool:
        """Whether the last value was found without asking a heuristic."""
        return bool(self.signals.counters[at.C_LINE_COMPLETE])

    def is_reduced(self) -> bool:
        """Whether the last value leant on a search of less depth."""
        return bool(self.signals.counters[at.C_LINE_REDUCED])


def _twice(past: Any) -> list[int]:
    """The keys of the history that occur more than once."""
    keys, counts = np.unique(past, return_counts=True)
    return [int(key) for key in keys[counts >= 2]]


def _salt(evaluator: Evaluator, me: int, twice: list[int]) -> np.uint64:
    """What keeps searches of another heuristic, side or history apart in one table."""
    total = evaluator.identity * 2 + me
    for key in twice:
        total ^= (key * 0x9E3779B97F4A7C15 + 0x1234567) & 0xFFFFFFFFFFFFFFFF
    return np.uint64(total & 0xFFFFFFFFFFFFFFFF)
