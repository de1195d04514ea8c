"""Compiled: matrix games, backward induction, best responses and the pruned search, in one file on purpose.

Numba's cache notices an edit of the file a function stands in, not of the files it calls into; functions that call
one another therefore live together here. The friendly sides are matrix.py, stochastic.py and simultaneous_search.py.
No fastmath: certificates are worth what the rounding is worth.
"""

from __future__ import annotations

import numpy as np
from numba import njit

#: A pivot or reduced cost this small counts as zero; matrices are scaled to entries between 1 and 2 first.
TINY = 1e-11
#: A gap (relative to the spread of the entries) above this sends a matrix to the next, slower way of solving it.
GOOD_GAP = 1e-13
#: Bounds this close are one value.
CLOSE = 1e-12


@njit(cache=True, nogil=True)
def certificate(a, n, m, x, y):
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
def saddle_point(a, n, m, x, y):
    """Fill in a pure saddle point if the matrix has one."""
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
        return False
    x[:n] = 0.0
    y[:m] = 0.0
    x[best_row] = 1.0
    y[best_column] = 1.0
    return True


@njit(cache=True, nogil=True)
def normalise(mix, count):
    """Remove rounding: nothing negative, sum 1."""
    total = 0.0
    for i in range(count):
        if mix[i] < 0.0:
            mix[i] = 0.0
        total += mix[i]
    for i in range(count):
        mix[i] /= total


@njit(cache=True, nogil=True)
def simplex(a, n, m, x, y, tableau, labels, low, spread, careful):
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
def eliminate(system, size):
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
def polish(a, n, m, x, y, labels, low, spread):
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
            for l in range(size):
                entry = a[rows[k], columns[l]] if side == 0 else a[rows[l], columns[k]]
                system[k, l] = (entry - low) / spread + 1.0
        if not eliminate(system, size):
            return
        if side == 0:
            y[:m] = 0.0
            for l in range(size):
                y[columns[l]] = system[l, size]
            normalise(y, m)
        else:
            x[:n] = 0.0
            for l in range(size):
                x[rows[l]] = system[l, size]
            normalise(x, n)


@njit(cache=True, nogil=True)
def solve_matrix(a, n, m, x, y, tableau, labels):
    """Optimal mixes of the n by m game into x and y; returns (lower, upper), see certificate().

    Three ways, each checked by its certificate before the next is tried: the simplex method with the steepest
    column, its basis polished, Bland's rule polished. The best of them is kept.
    """
    # 1. pure strategies, which also settles constant, 1 by m and n by 1 matrices
    if saddle_point(a, n, m, x, y):
        return certificate(a, n, m, x, y)
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
def fill_matrix(tables, values, place, clock, a):
    """The matrix of expected values in a place with `clock` ticks left; returns its shape."""
    kind = tables.kind_of[place]
    n, m = tables.rows[kind], tables.columns[kind]
    pair = tables.pair_start[kind]
    for i in range(n):
        for j in range(m):
            total = 0.0
            for k in range(tables.outcome_start[pair], tables.outcome_start[pair + 1]):
                left = max(clock - tables.ticks[k], 0)
                total += tables.probability[k] * values[left, tables.after[place, tables.effect[k]]]
            a[i, j] = total
            pair += 1
    return n, m


@njit(cache=True, nogil=True)
def mark_reachable(tables, wanted):
    """Spread `wanted[clock, place]` to all states that can arise from the marked ones; returns how many there are."""
    places = wanted.shape[1]
    count = 0
    for clock in range(wanted.shape[0] - 1, 0, -1):
        for place in range(places):
            if not wanted[clock, place]:
                continue
            count += 1
            kind = tables.kind_of[place]
            first = tables.pair_start[kind]
            last = first + tables.rows[kind] * tables.columns[kind]
            for k in range(tables.outcome_start[first], tables.outcome_start[last]):
                if tables.probability[k] > 0.0 and clock > tables.ticks[k]:
                    following = tables.after[place, tables.effect[k]]
                    if following < places:
                        wanted[clock - tables.ticks[k], following] = True
    return count


@njit(cache=True, nogil=True)
def induct(tables, wanted, values, row_mix, column_mix, gap, first_clock, last_clock):
    """Backward induction over the wanted states with first_clock..last_clock ticks; returns the largest gap.

    `values` has ends and timeouts filled in; a state's value is the middle of its certificate, `gap` its width.
    """
    most_rows, most_columns = row_mix.shape[2], column_mix.shape[2]
    a = np.empty((most_rows, most_columns))
    tableau = np.empty((most_rows + 1, most_columns + 1))
    labels = np.empty(most_rows + most_columns, np.int64)
    x, y = np.empty(most_rows), np.empty(most_columns)
    worst = 0.0
    for clock in range(first_clock, last_clock + 1):
        for place in range(wanted.shape[1]):
            if not wanted[clock, place]:
                continue
            n, m = fill_matrix(tables, values, place, clock, a)
            lower, upper = solve_matrix(a, n, m, x, y, tableau, labels)
            values[clock, place] = 0.5 * (lower + upper)
            gap[clock, place] = upper - lower
            worst = max(worst, upper - lower)
            for i in range(n):
                row_mix[clock, place, i] = x[i]
            for j in range(m):
                column_mix[clock, place, j] = y[j]
    return worst


@njit(cache=True, nogil=True)
def evaluate(tables, row_mix, column_mix, values, rows_free, columns_free):
    """Values when both sides keep to a policy; a free side answers the other's policy as well as can be instead."""
    a = np.empty((row_mix.shape[2], column_mix.shape[2]))
    for clock in range(1, values.shape[0]):
        for place in range(tables.after.shape[0]):
            n, m = fill_matrix(tables, values, place, clock, a)
            best = -np.inf if rows_free else (np.inf if columns_free else 0.0)
            if rows_free:
                for i in range(n):
                    total = 0.0
                    for j in range(m):
                        total += a[i, j] * column_mix[clock, place, j]
                    best = max(best, total)
            else:
                for j in range(m):
                    total = 0.0
                    for i in range(n):
                        total += row_mix[clock, place, i] * a[i, j]
                    best = min(best, total) if columns_free else best + total * column_mix[clock, place, j]
            values[clock, place] = best
