"""What given mixes are worth in a solved game, and the best pure choices. A kernel, see `compile/build.py`.

The friendly side is stochastic.py.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from plies.games.simultaneous import Tables
from plies.solve.simultaneous.induction_kernel import fill_matrix, set_clock

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def evaluate(
    tables: Tables,
    slot: NDArray[np.int32],
    row_mix: Floats,
    column_mix: Floats,
    values: Floats,
    rows_free: bool,
    columns_free: bool,
) -> None:
    """Values when both sides keep to a policy; a free side answers the other's policy as well as can be instead."""
    a = np.empty((row_mix.shape[1], column_mix.shape[1]))
    base, seen = np.empty(tables.ticks.shape[0], np.int64), np.empty(tables.ticks.shape[0])
    flat = values.reshape(-1)
    for clock in range(1, values.shape[0]):
        set_clock(tables, clock, values.shape[1], base)
        for place in range(slot.shape[1]):
            state = slot[clock, place]
            if state < 0:
                continue
            n, m = fill_matrix(tables, flat, base, place, seen, a)
            best = -np.inf if rows_free else (np.inf if columns_free else 0.0)
            if rows_free:
                for i in range(n):
                    total = 0.0
                    for j in range(m):
                        total += a[i, j] * column_mix[state, j]
                    best = max(best, total)
            else:
                for j in range(m):
                    total = 0.0
                    for i in range(n):
                        total += row_mix[state, i] * a[i, j]
                    best = min(best, total) if columns_free else best + total * column_mix[state, j]
            values[clock, place] = best


def best_pure(tables: Tables, slot: NDArray[np.int32], values: Floats, row_call: Ints, column_call: Ints) -> None:
    """For every state the row with the greatest least entry, and the column with the least greatest one."""
    a = np.empty((tables.rows.max(), tables.columns.max()))
    base, seen = np.empty(tables.ticks.shape[0], np.int64), np.empty(tables.ticks.shape[0])
    flat = values.reshape(-1)
    for clock in range(1, values.shape[0]):
        set_clock(tables, clock, values.shape[1], base)
        for place in range(slot.shape[1]):
            state = slot[clock, place]
            if state < 0:
                continue
            n, m = fill_matrix(tables, flat, base, place, seen, a)
            row_call[state], column_call[state] = 0, 0
            best_low, best_high = -np.inf, np.inf
            for i in range(n):
                low = a[i, :m].min()
                if low > best_low:
                    best_low, row_call[state] = low, i
            for j in range(m):
                high = a[:n, j].max()
                if high < best_high:
                    best_high, column_call[state] = high, j
