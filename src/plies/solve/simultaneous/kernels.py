"""Compiled: matrix games, backward induction, best responses and the pruned search, in one file on purpose.

Numba's cache notices an edit of the file a function stands in, not of the files it calls into; functions that call
one another therefore live together here. The friendly sides are matrix.py, stochastic.py and simultaneous_search.py.
No fastmath: certificates are worth what the rounding is worth.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from plies.games.simultaneous import Tables

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: A pivot or reduced cost this small counts as zero; matrices are scaled to entries between 1 and 2 first.
TINY = 1e-11
#: A gap (relative to the spread of the entries) above this sends a matrix to the next, slower way of solving it.
GOOD_GAP = 1e-13
#: Bounds this close are one value.
CLOSE = 1e-12


@njit(cache=True, nogil=True)
def certificate(a: Floats, n: int, m: int, x: Floats, y: Floats) -> tuple[float, float]:
    """(lower, upper): what the row mix x guarantees and what the column mix y allows; the value lies between."""
    upper = -np.inf
    for i in range(n):
        total = 0.0
        for j in range(m):
            total += a[i, j] * y[j]
        upper = max(upper, total)
    lower = np.inf
    for j in range(m):
        total = 0.0
        for i in range(n):
            total += x[i] * a[i, j]
        lower = min(lower, total)
    return lower, upper


@njit(cache=True, nogil=True)
def saddle_point(a: Floats, n: int, m: int, x: Floats, y: Floats) -> tuple[bool, float]:
    """Fill in a pure saddle point if the matrix has one, and return its entry."""
    best_low, best_row = -np.inf, 0
    for i in range(n):
        low = a[i, 0]
        for j in range(1, m):
            low = min(low, a[i, j])
        if low > best_low:
            best_low, best_row = low, i
    best_high, best_column = np.inf, 0
    for j in range(m):
        high = a[0, j]
        for i in range(1, n):
            high = max(high, a[i, j])
        if high < best_high:
            best_high, best_column = high, j
    if best_low != best_high:
        return False, 0.0
    x[:n] = 0.0
    y[:m] = 0.0
    x[best_row] = 1.0
    y[best_column] = 1.0
    return True, best_low


@njit(cache=True, nogil=True)
def normalise(mix: Floats, count: int) -> None:
    """Remove rounding: nothing negative, sum 1."""
    total = 0.0
    for i in range(count):
        if mix[i] < 0.0:
            mix[i] = 0.0
        total += mix[i]
    for i in range(count):
        mix[i] /= total


@njit(cache=True, nogil=True)
def simplex(
    a: Floats,
    n: int,
    m: int,
    x: Floats,
    y: Floats,
    tableau: Floats,
    labels: Ints,
    low: float,
    spread: float,
    careful: bool,
) -> None:
    """The column side's linear program by the simplex method on a condensed (Tucker) tableau.

    Entries are scaled to b in [1, 2], so the value is positive: maximise sum(q) with b q <= 1 and q >= 0; then
    y = q / sum(q), and the prices of the constraints are x / value. labels[:n] name what is basic in a row,
    labels[n:] what stands at a column: 0..m-1 are q, m..m+n-1 the slacks. `careful` is Bland's rule, which cannot
    cycle; without it the steepest column enters, and after too many steps Bland's rule takes over.
    """
    # 1. set up
    for i in range(n):
        for j in range(m):
            tableau[i, j] = (a[i, j] - low) / spread + 1.0
        tableau[i, m] = 1.0
        labels[i] = m + i
    for j in range(m):
        tableau[n, j] = -1.0
        labels[n + j] = j
    tableau[n, m] = 0.0
    patience = 0 if careful else 10 * (n + m)
    for step in range(200 * (n + m) + 2000):
        # 2. the entering column
        enter, best = -1, -TINY
        for j in range(m):
            if step < patience:
                if tableau[n, j] < best:
                    enter, best = j, tableau[n, j]
            elif tableau[n, j] < -TINY and (enter < 0 or labels[n + j] < labels[n + enter]):
                enter = j
        if enter < 0:
            break
        # 3. the leaving row
        leave, ratio = -1, np.inf
        for i in range(n):
            if tableau[i, enter] > TINY:
                here = tableau[i, m] / tableau[i, enter]
                if here < ratio or (here == ratio and labels[i] < labels[leave]):
                    leave, ratio = i, here
        if leave < 0:
            break
        # 4. the exchange
        inverse = 1.0 / tableau[leave, enter]
        for j in range(m + 1):
            if j != enter:
                tableau[leave, j] *= inverse
        for i in range(n + 1):
            if i != leave:
                factor = tableau[i, enter]
                if factor != 0.0:
                    for j in range(m + 1):
                        if j != enter:
                            tableau[i, j] -= factor * tableau[leave, j]
                    tableau[i, enter] = -factor * inverse
        tableau[leave, enter] = inverse
        labels[leave], labels[n + enter] = labels[n + enter], labels[leave]
    # 5. read both mixes
    x[:n] = 0.0
    y[:m] = 0.0
    for i in range(n):
        if labels[i] < m:
            y[labels[i]] = tableau[i, m]
    for j in range(m):
        if labels[n + j] >= m:
            x[labels[n + j] - m] = tableau[n, j]
    normalise(x, n)
    normalise(y, m)


@njit(cache=True, nogil=True)
def eliminate(system: Floats, size: int) -> bool:
    """Solve a square system in place (last column is the right side) with row exchanges; False if singular."""
    for k in range(size):
        pivot = k
        for i in range(k + 1, size):
            if abs(system[i, k]) > abs(system[pivot, k]):
                pivot = i
        if abs(system[pivot, k]) < 1e-14:
            return False
        if pivot != k:
            for j in range(k, size + 1):
                system[k, j], system[pivot, j] = system[pivot, j], system[k, j]
        for i in range(size):
            if i != k and system[i, k] != 0.0:
                factor = system[i, k] / system[k, k]
                for j in range(k, size + 1):
                    system[i, j] -= factor * system[k, j]
    for k in range(size):
        system[k, size] /= system[k, k]
    return True


@njit(cache=True, nogil=True)
def polish(a: Floats, n: int, m: int, x: Floats, y: Floats, labels: Ints, low: float, spread: float) -> None:
    """Solve the two systems of the final simplex basis afresh, free of the rounding of the pivots.

    In the basis the columns in play make the rows in play indifferent, and the other way round.
    """
    rows = np.empty(n, np.int64)
    columns = np.empty(m, np.int64)
    size, wide = 0, 0
    for j in range(m):
        if labels[n + j] >= m:
            rows[size] = labels[n + j] - m
            size += 1
    for i in range(n):
        if labels[i] < m:
            columns[wide] = labels[i]
            wide += 1
    if size != wide or size == 0:
        return
    for side in range(2):
        system = np.ones((size, size + 1))
        for k in range(size):
            for c in range(size):
                entry = a[rows[k], columns[c]] if side == 0 else a[rows[c], columns[k]]
                system[k, c] = (entry - low) / spread + 1.0
        if not eliminate(system, size):
            return
        if side == 0:
            y[:m] = 0.0
            for c in range(size):
                y[columns[c]] = system[c, size]
            normalise(y, m)
        else:
            x[:n] = 0.0
            for c in range(size):
                x[rows[c]] = system[c, size]
            normalise(x, n)


@njit(cache=True, nogil=True)
def solve_matrix(a: Floats, n: int, m: int, x: Floats, y: Floats, tableau: Floats, labels: Ints) -> tuple[float, float]:
    """Optimal mixes of the n by m game into x and y; returns (lower, upper), see certificate().

    Three ways, each checked by its certificate before the next is tried: the simplex method with the steepest
    column, its basis polished, Bland's rule polished. The best of them is kept.
    """
    # 1. pure strategies, which also settles constant, 1 by m and n by 1 matrices
    found, entry = saddle_point(a, n, m, x, y)
    if found:
        return entry, entry  # exact: the least entry of its row and the greatest of its column
    low = a[0, 0]
    high = low
    for i in range(n):
        for j in range(m):
            low = min(low, a[i, j])
            high = max(high, a[i, j])
    spread = high - low
    # 2. the fast way
    simplex(a, n, m, x, y, tableau, labels, low, spread, False)
    lower, upper = certificate(a, n, m, x, y)
    if upper - lower <= GOOD_GAP * spread:
        return lower, upper
    # 3. the careful ways
    other_x, other_y = x[:n].copy(), y[:m].copy()
    for attempt in range(2):
        if attempt == 1:
            simplex(a, n, m, other_x, other_y, tableau, labels, low, spread, True)
        polish(a, n, m, other_x, other_y, labels, low, spread)
        other_lower, other_upper = certificate(a, n, m, other_x, other_y)
        if other_upper - other_lower < upper - lower:
            lower, upper = other_lower, other_upper
            x[:n] = other_x
            y[:m] = other_y
        if upper - lower <= GOOD_GAP * spread:
            break
    return lower, upper


@njit(cache=True, nogil=True)
def set_clock(tables: Tables, clock: int, width: int, base: Ints) -> None:
    """Where in the flat array of values each event's row begins when `clock` ticks are left."""
    for event in range(tables.ticks.shape[0]):
        base[event] = max(clock - tables.ticks[event], 0) * width


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def matrix_at(tables: Tables, values: Floats, place: int, clock: int, a: Floats) -> tuple[int, int]:
    """The matrix of one state; returns its shape."""
    base = np.empty(tables.ticks.shape[0], np.int64)
    set_clock(tables, clock, values.shape[1], base)
    return fill_matrix(tables, values.reshape(-1), base, place, np.empty(base.shape[0]), a)


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def bound_cells(
    tables: Tables,
    kind: int,
    event_low: Floats,
    event_high: Floats,
    guess: Floats,
    low: Floats,
    high: Floats,
    middle: Floats,
) -> int:
    """Bounds and guesses of every cell from those of the events; returns how many cells are still open."""
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


@njit(cache=True, nogil=True)
def entry_of(store: Any, place: int, clock: int, depth: int, width: int) -> tuple[int, int]:
    """The key of a state at a depth, and its place in the store."""
    key = (clock * width + place) * 64 + depth + 1
    return key, (key * 0x1E3779B97F4A7C15 >> 20) & (store.key.shape[0] - 1)


@njit(cache=True, nogil=True)
def look_up(
    store: Any, place: int, clock: int, depth: int, width: int, least: Floats, most: Floats
) -> tuple[float, float]:
    """The bounds the store has for a state at a depth, or else those known beforehand."""
    key, entry = entry_of(store, place, clock, min(depth, clock), width)
    if store.key[entry] == key:
        return store.low[entry], store.high[entry]
    return least[clock, place], most[clock, place]


@njit(cache=True, nogil=True)
def search(
    tables: Tables,
    leaf: Floats,
    place: int,
    clock: int,
    alpha: float,
    beta: float,
    depth: int,
    prune: bool,
    least: Floats,
    most: Floats,
    store: Any,
    room: Any,
    counts: Ints,
) -> tuple[float, float]:
    """Bounds (lower, upper) of MM, the value of a state at a depth, good enough for the window alpha..beta.

    Always lower <= MM <= upper. On return upper <= alpha, or lower >= beta, or lower == upper == MM: the alpha-beta
    contract, fail-soft, with both bounds kept. `leaf[clock, place or end]` is the heuristic, with ends and timeouts
    filled in; MM lies in least[clock, place]..most[clock, place] at every depth. counts: states expanded, matrices
    solved, answers from the store.

    Why a cut-off is sound: low and high bound every cell, so for any mixes x and y the value of the matrix is at
    least min(x·low) and at most max(high·y); nothing else is ever returned. The mixes are those of the matrix of
    present guesses, whose value is v. A cell in both mixes must be known, or so far that its row or column is decided
    against the window. A row outside is refuted once high·y <= v, a column outside once x·low >= v; that needs its
    cells in the mix only, each up to where the row is refuted, and so, as in Ballard's Star1, each outcome of a cell
    only up to where the cell is. When nothing is left to open, all rows and columns are refuted and both bounds are v.
    """
    # 1. what the store knows; a play takes a tick, so more plies than ticks change nothing
    depth = min(depth, clock)
    width = tables.after.shape[0]
    lower, upper = look_up(store, place, clock, depth, width, least, most)
    if lower >= beta or upper <= alpha or upper - lower <= CLOSE:
        counts[2] += 1
        return lower, upper
    counts[0] += 1
    # 2. bounds of the events: ends, timeouts and leaves are known, others as far as the store knows them
    kind = tables.kind_of[place]
    n, m = tables.rows[kind], tables.columns[kind]
    event_low, event_high, guess = room.event_low[depth], room.event_high[depth], room.guess[depth]
    low, high, middle, x, y = room.low[depth], room.high[depth], room.middle[depth], room.x[depth], room.y[depth]
    for event in range(tables.event_start[kind], tables.event_start[kind + 1]):
        left = max(clock - tables.ticks[event], 0)
        following = tables.after[place, tables.effect[event]]
        guess[event] = event_low[event] = event_high[event] = leaf[left, following]
        if left > 0 and following < width and depth > 1:
            event_low[event], event_high[event] = look_up(store, following, left, depth - 1, width, least, most)
    open_cells = bound_cells(tables, kind, event_low, event_high, guess, low, high, middle)
    rounds = 0
    while True:
        # 3. the mixes of the present guesses; without pruning everything is opened first
        if prune or open_cells == 0:
            solve_matrix(middle, n, m, x, y, room.tableau, room.labels)
            counts[1] += 1
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
                        child_low, child_high = search(
                            tables, leaf, following, left, child_alpha, child_beta, depth - 1,
                            prune, least, most, store, room, counts,
                        )  # fmt: skip
                        event_low[event] = max(event_low[event], child_low)
                        event_high[event] = min(event_high[event], child_high)
                        opened = True
                    before = middle[i, j]
                    open_cells = bound_cells(tables, kind, event_low, event_high, guess, low, high, middle)
                    changed = changed or (x[i] > 0.0 and y[j] > 0.0 and middle[i, j] != before)
            if changed or not opened or not prune:
                break
        if lower >= beta or upper <= alpha or lower == upper:
            break
        rounds += 1
    # 7. remember
    key, entry = entry_of(store, place, clock, depth, width)
    store.key[entry] = key
    store.low[entry], store.high[entry] = lower, upper
    return lower, upper
