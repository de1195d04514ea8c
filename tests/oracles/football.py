"""Football and matrix games the slow and obvious way: recursion, dictionaries, a general linear-programming solver.

Nothing here is shared with src: the rules are written again from the guide of the game.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import numpy as np
from scipy.optimize import linprog

Situation = tuple[int, int, int, int]
Outcome = tuple[int, int, bool, float]


def lp_value(matrix) -> float:
    """The value of a matrix game by scipy's linear programming."""
    a = np.asarray(matrix, dtype=float)
    n, m = a.shape
    found = linprog(
        np.r_[np.zeros(n), -1.0],
        A_ub=np.c_[-a.T, np.ones(m)],
        b_ub=np.zeros(m),
        A_eq=np.r_[np.ones(n), 0.0][None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
    )
    assert found.status == 0, found.message
    return float(found.x[-1])


def exact_value(matrix: list[list[int]]) -> Fraction:
    """The value of a small integer game by trying every square kernel, in fractions (Shapley and Snow)."""
    n, m = len(matrix), len(matrix[0])
    shift = 1 - min(min(row) for row in matrix)
    a = [[Fraction(entry + shift) for entry in row] for row in matrix]
    for size in range(1, min(n, m) + 1):
        for rows in combinations(range(n), size):
            for columns in combinations(range(m), size):
                y = _solve([[a[i][j] for j in columns] for i in rows])
                x = _solve([[a[i][j] for i in rows] for j in columns])
                if x is None or y is None or min(x) < 0 or min(y) < 0 or sum(x) == 0 or sum(y) == 0:
                    continue
                value = 1 / sum(y)
                if any(sum(a[i][j] * y[k] for k, j in enumerate(columns)) > 1 for i in range(n)):
                    continue
                if any(sum(x[k] * a[i][j] for k, i in enumerate(rows)) < 1 for j in range(m)):
                    continue
                return value - shift
    raise AssertionError("every matrix game has a kernel")


def _solve(system: list[list[Fraction]]) -> list[Fraction] | None:
    """system · q = 1, or None."""
    size = len(system)
    rows = [[*line, Fraction(1)] for line in system]
    for k in range(size):
        pivot = next((i for i in range(k, size) if rows[i][k] != 0), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [entry / rows[k][k] for entry in rows[k]]
        for i in range(size):
            if i != k:
                rows[i] = [entry - rows[i][k] * other for entry, other in zip(rows[i], rows[k], strict=True)]
    return [line[-1] for line in rows]


def after(state: Situation, outcome: Outcome) -> Situation | float:
    """The next situation, or 1.0 for a touchdown and 0.0 for a loss."""
    yards, downs, to_go, ticks = state
    gain, passed, turnover, _ = outcome
    if turnover:
        return 0.0
    yards, to_go, downs, ticks = yards - gain, to_go - gain, downs - 1, max(ticks - passed, 0)
    if yards > 99:
        return 0.0
    if yards <= 0:
        return 1.0
    if to_go <= 0:
        downs, to_go = 4, min(10, yards)
    if ticks == 0 or downs == 0:
        return 0.0
    return yards, downs, to_go, ticks


class SlowFootball:
    """Minimax values by plain recursion with a dictionary; depth None is the whole game."""

    def __init__(self, tables, heuristic: Callable[[Situation], float] | None = None) -> None:
        self.tables = tables
        self.heuristic = heuristic
        self.known: dict[tuple[Situation, int], float] = {}

    def value(self, state: Situation, depth: int = 10**6) -> float:
        if depth == 0:
            assert self.heuristic is not None
            return self.heuristic(state)
        if (state, depth) not in self.known:
            self.known[state, depth] = lp_value(self.matrix(state, depth))
        return self.known[state, depth]

    def matrix(self, state: Situation, depth: int = 10**6) -> list[list[float]]:
        return [[self._entry(state, pair, depth) for pair in row] for row in self.tables]

    def _entry(self, state: Situation, pair, depth: int) -> float:
        worth = []
        for outcome in pair:
            following = after(state, outcome)
            here = following if isinstance(following, float) else self.value(following, depth - 1)
            worth.append(outcome[3] * here)
        return math.fsum(worth)

    def fixed(self, state: Situation, row_mix, column_mix) -> float:
        """The value when a side keeps to one mix everywhere; None: it answers as well as it can."""
        values = []
        for row in self.tables:
            line = []
            for pair in row:
                total = 0.0
                for outcome in pair:
                    following = after(state, outcome)
                    if not isinstance(following, float):
                        key = (following, -1)
                        if key not in self.known:
                            self.known[key] = self.fixed(following, row_mix, column_mix)
                        following = self.known[key]
                    total += outcome[3] * following
                line.append(total)
            values.append(line)
        a = np.array(values)
        if row_mix is None:
            return float((a @ column_mix).max())
        if column_mix is None:
            return float((row_mix @ a).min())
        return float(row_mix @ a @ column_mix)


def reachable(start: Situation, tables) -> set[Situation]:
    """All situations that can arise from a start, itself included."""
    found, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        for row in tables:
            for pair in row:
                for outcome in pair:
                    following = after(state, outcome)
                    if not isinstance(following, float) and following not in found:
                        found.add(following)
                        waiting.append(following)
    return found
