"""Backward induction over the clock: the states that can arise, and the matrix game of each. A kernel, see
`compile/build.py`. The friendly side is stochastic.py.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from plies.games.simultaneous import Tables
from plies.solve.simultaneous.matrix_kernel import solve_matrix

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def set_clock(tables: Tables, clock: int, width: int, base: Ints) -> None:
    """Where in the flat array of values each event's row begins when `clock` ticks are left."""
    for event in range(tables.ticks.shape[0]):
        base[event] = max(clock - tables.ticks[event], 0) * width


def fill_matrix(tables: Tables, flat: Floats, base: Ints, place: int, seen: Floats, a: Floats) -> tuple[int, int]:
    """The matrix of expected values in a place, at the clock of set_clock(); returns its shape."""
    kind = tables.kind_of[place]
    for event in range(tables.event_start[kind], tables.event_start[kind + 1]):
        seen[event] = flat[np.uint64(base[event] + tables.after[place, tables.effect[event]])]
    n, m = tables.rows[kind], tables.columns[kind]
    pair = tables.pair_start[kind]
    k = tables.outcome_start[pair]
    for i in range(n):
        for j in range(m):
            total = 0.0
            stop = tables.outcome_start[pair + 1]
            while k < stop:
                total += tables.probability[k] * seen[np.uint64(tables.event[k])]
                k += 1
            a[i, j] = total
            pair += 1
    return n, m


def number_reachable(tables: Tables, slot: NDArray[np.int32]) -> int:
    """Number the states that can arise from those marked in slot[clock, place] (-1: not marked); returns how many.

    The numbers run from 0 by clock, then place. Whatever else is kept of a state lies in arrays of that length, not
    of the whole space: for a start with few successors the difference is mostly page faults, and threefold.
    """
    places = slot.shape[1]
    count = 0
    for clock in range(slot.shape[0] - 1, 0, -1):
        for place in range(places):
            if slot[clock, place] < 0:
                continue
            count += 1
            kind = tables.kind_of[place]
            for event in range(tables.event_start[kind], tables.event_start[kind + 1]):
                if clock > tables.ticks[event]:
                    following = tables.after[place, tables.effect[event]]
                    if following < places:
                        slot[clock - tables.ticks[event], following] = 0
    number = 0
    for clock in range(1, slot.shape[0]):
        for place in range(places):
            if slot[clock, place] >= 0:
                slot[clock, place] = number
                number += 1
    return count


def induct(
    tables: Tables,
    slot: NDArray[np.int32],
    values: Floats,
    row_mix: Floats,
    column_mix: Floats,
    gap: Floats,
    first_clock: int,
    last_clock: int,
) -> float:
    """Backward induction over the numbered states with first_clock..last_clock ticks; returns the largest gap.

    `values` has ends and timeouts filled in; a state's value is the middle of its certificate, `gap` its width.
    """
    most_rows, most_columns = row_mix.shape[1], column_mix.shape[1]
    a = np.empty((most_rows, most_columns))
    tableau = np.empty((most_rows + 1, most_columns + 1))
    labels = np.empty(most_rows + most_columns, np.int64)
    x, y = np.empty(most_rows), np.empty(most_columns)
    base, seen = np.empty(tables.ticks.shape[0], np.int64), np.empty(tables.ticks.shape[0])
    flat = values.reshape(-1)
    worst = 0.0
    for clock in range(first_clock, last_clock + 1):
        set_clock(tables, clock, values.shape[1], base)
        for place in range(slot.shape[1]):
            state = slot[clock, place]
            if state < 0:
                continue
            n, m = fill_matrix(tables, flat, base, place, seen, a)
            lower, upper = solve_matrix(a, n, m, x, y, tableau, labels)
            values[clock, place] = 0.5 * (lower + upper)
            gap[state] = max(upper - lower, 0.0)  # below 0 by rounding only
            worst = max(worst, gap[state])
            for i in range(n):
                row_mix[state, i] = x[i]
            for j in range(m):
                column_mix[state, j] = y[j]
    return worst
