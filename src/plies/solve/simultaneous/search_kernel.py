"""The pruned search of a simultaneous game to a depth. A kernel, see `compile/build.py`.

The friendly side is search.py.
"""

from __future__ import annotations

import numpy as np

from plies.games.simultaneous import Tables
from plies.solve.simultaneous.arguments import MATRICES, STATES, STORED, Context, Room
from plies.solve.simultaneous.matrix_kernel import certificate, solve_matrix

#: Bounds this close are one value.
CLOSE = 1e-12


def bound_cells(tables: Tables, room: Room, kind: int, depth: int) -> int:
    """Bounds and guesses of every cell from those of the events; returns how many cells are still open."""
    event_low, event_high, guess = room.event_low[depth], room.event_high[depth], room.guess[depth]
    low, high, middle = room.low[depth], room.high[depth], room.middle[depth]
    pair = tables.pair_start[kind]
    open_cells = 0
    for i in range(tables.rows[kind]):
        for j in range(tables.columns[kind]):
            least, most, between = 0.0, 0.0, 0.0
            for k in range(tables.outcome_start[pair], tables.outcome_start[pair + 1]):
                event, p = tables.event[k], tables.probability[k]
                least += p * event_low[event]
                most += p * event_high[event]
                between += p * min(max(guess[event], event_low[event]), event_high[event])
            low[i, j], high[i, j], middle[i, j] = least, most, between
            if most - least > CLOSE:
                open_cells += 1
            pair += 1
    return open_cells


def entry_of(context: Context, place: int, clock: int, depth: int) -> tuple[int, int]:
    """The key of a state at a depth, and its place in the store."""
    key = (clock * context.tables.after.shape[0] + place) * 64 + depth + 1
    return key, (key * 0x1E3779B97F4A7C15 >> 20) & (context.store.key.shape[0] - 1)


def look_up(context: Context, place: int, clock: int, depth: int) -> tuple[float, float]:
    """The bounds the store has for a state at a depth, or else those known beforehand."""
    key, entry = entry_of(context, place, clock, min(depth, clock))
    if context.store.key[entry] == key:
        return context.store.low[entry], context.store.high[entry]
    return context.least[clock, place], context.most[clock, place]


def search(context: Context, place: int, clock: int, depth: int, alpha: float, beta: float) -> tuple[float, float]:
    """Bounds (lower, upper) of MM, the value of a state at a depth, good enough for the window alpha..beta.

    Always lower <= MM <= upper. On return upper <= alpha, or lower >= beta, or lower == upper == MM: the alpha-beta
    contract, fail-soft, with both bounds kept.

    Why a cut-off is sound: low and high bound every cell, so for any mixes x and y the value of the matrix is at
    least min(x·low) and at most max(high·y); nothing else is ever returned. The mixes are those of the matrix of
    present guesses, whose value is v. A cell in both mixes must be known, or so far that its row or column is decided
    against the window. A row outside is refuted once high·y <= v, a column outside once x·low >= v; that needs its
    cells in the mix only, each up to where the row is refuted, and so, as in Ballard's Star1, each outcome of a cell
    only up to where the cell is. When nothing is left to open, all rows and columns are refuted and both bounds are v.
    """
    # 1. what the store knows; a play takes a tick, so more plies than ticks change nothing
    tables, leaf, prune, room, counts = context.tables, context.leaf, context.prune, context.room, context.counts
    depth = min(depth, clock)
    lower, upper = look_up(context, place, clock, depth)
    if lower >= beta or upper <= alpha or upper - lower <= CLOSE:
        counts[STORED] += 1
        return lower, upper
    counts[STATES] += 1
    # 2. bounds of the events: ends, timeouts and leaves are known, others as far as the store knows them
    kind = tables.kind_of[place]
    n, m = tables.rows[kind], tables.columns[kind]
    event_low, event_high, guess = room.event_low[depth], room.event_high[depth], room.guess[depth]
    low, high, middle, x, y = room.low[depth], room.high[depth], room.middle[depth], room.x[depth], room.y[depth]
    for event in range(tables.event_start[kind], tables.event_start[kind + 1]):
        left = max(clock - tables.ticks[event], 0)
        following = tables.after[place, tables.effect[event]]
        guess[event] = event_low[event] = event_high[event] = leaf[left, following]
        if left > 0 and following < tables.after.shape[0] and depth > 1:
            event_low[event], event_high[event] = look_up(context, following, left, depth - 1)
    open_cells = bound_cells(tables, room, kind, depth)
    rounds = 0
    while True:
        # 3. the mixes of the present guesses; without pruning everything is opened first
        if prune or open_cells == 0:
            solve_matrix(middle, n, m, x, y, room.tableau, room.labels)
            counts[MATRICES] += 1
            _, value = certificate(middle, n, m, x, y)
        else:
            x[:n] = 1.0
            y[:m] = 1.0
            value = 0.0
        settled = open_cells == 0
        # 4. open what these mixes need, until they prove the value or stand refuted themselves
        while True:
            floor, ceiling = -np.inf, np.inf
            if prune or settled:
                here_low, _ = certificate(low, n, m, x, y)
                _, here_high = certificate(high, n, m, x, y)
                lower, upper = max(lower, here_low), min(upper, here_high)
                if upper - lower <= CLOSE or settled:
                    lower = upper = 0.5 * (lower + upper)
                if lower >= beta or upper <= alpha or lower == upper:
                    break
                if rounds <= n * m:
                    floor, ceiling = max(alpha, lower), min(beta, upper)
            changed, opened = False, False
            for i in range(n):
                for j in range(m):
                    # 5. is this cell needed, and how well
                    if (x[i] <= 0.0 and y[j] <= 0.0) or high[i, j] - low[i, j] <= CLOSE:
                        continue
                    row_worth, column_worth = 0.0, 0.0
                    for k in range(m):
                        row_worth += y[k] * high[i, k]
                    for k in range(n):
                        column_worth += x[k] * low[k, j]
                    cell_alpha, cell_beta = -np.inf, np.inf
                    if y[j] > 0.0:
                        goal = floor if x[i] > 0.0 else max(alpha, value)
                        if row_worth <= goal and x[i] <= 0.0:
                            continue
                        if row_worth > goal:
                            cell_alpha = (goal - row_worth) / y[j] + high[i, j]
                    if x[i] > 0.0:
                        goal = ceiling if y[j] > 0.0 else min(beta, value)
                        if column_worth >= goal and y[j] <= 0.0:
                            continue
                        if column_worth < goal:
                            cell_beta = (goal - column_worth) / x[i] + low[i, j]
                    # 6. the outcomes of a cell, each in its own window (Star1)
                    pair = tables.pair_start[kind] + i * m + j
                    for k in range(tables.outcome_start[pair], tables.outcome_start[pair + 1]):
                        event = tables.event[k]
                        p = tables.probability[k]
                        if p <= 0.0 or event_high[event] - event_low[event] <= CLOSE:
                            continue
                        least_here, most_here = 0.0, 0.0
                        for o in range(tables.outcome_start[pair], tables.outcome_start[pair + 1]):
                            least_here += tables.probability[o] * event_low[tables.event[o]]
                            most_here += tables.probability[o] * event_high[tables.event[o]]
                        if most_here <= cell_alpha or least_here >= cell_beta:
                            break
                        child_alpha = (cell_alpha - most_here) / p + event_high[event]
                        child_beta = (cell_beta - least_here) / p + event_low[event]
                        if child_alpha > child_beta:
                            child_alpha = child_beta = 0.5 * (child_alpha + child_beta)
                        following = tables.after[place, tables.effect[event]] + place * 0  # int64, as in the first call
                        left = clock - tables.ticks[event]
                        child_low, child_high = search(context, following, left, depth - 1, child_alpha, child_beta)
                        event_low[event] = max(event_low[event], child_low)
                        event_high[event] = min(event_high[event], child_high)
                        opened = True
                    before = middle[i, j]
                    open_cells = bound_cells(tables, room, kind, depth)
                    changed = changed or (x[i] > 0.0 and y[j] > 0.0 and middle[i, j] != before)
            if changed or not opened or not prune:
                break
        if lower >= beta or upper <= alpha or lower == upper:
            break
        rounds += 1
    # 7. remember
    key, entry = entry_of(context, place, clock, depth)
    context.store.key[entry] = key
    context.store.low[entry], context.store.high[entry] = lower, upper
    return lower, upper
