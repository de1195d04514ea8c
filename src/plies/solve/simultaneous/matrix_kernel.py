"""Matrix games by linear programming, each answer checked by its certificate. A kernel, see `compile/build.py`.

The friendly side is matrix.py. No fastmath: certificates are worth what the rounding is worth.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: A pivot or reduced cost this small counts as zero; matrices are scaled to entries between 1 and 2 first.
TINY = 1e-11
#: A pivot this small in the polished system means that it is singular.
SINGULAR = 1e-14
#: A gap (relative to the spread of the entries) above this sends a matrix to the next, slower way of solving it.
GOOD_GAP = 1e-13


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


def normalise(mix: Floats, count: int) -> None:
    """Remove rounding: nothing negative, sum 1."""
    total = 0.0
    for i in range(count):
        if mix[i] < 0.0:
            mix[i] = 0.0
        total += mix[i]
    for i in range(count):
        mix[i] /= total


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


def eliminate(system: Floats, size: int) -> bool:
    """Solve a square system in place (last column is the right side) with row exchanges; False if singular."""
    for k in range(size):
        pivot = k
        for i in range(k + 1, size):
            if abs(system[i, k]) > abs(system[pivot, k]):
                pivot = i
        if abs(system[pivot, k]) < SINGULAR:
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


def solve_matrix(a: Floats, n: int, m: int, x: Floats, y: Floats, tableau: Floats, labels: Ints) -> tuple[float, float]:
    """Optimal mixes of the n by m game into x and y; returns (lower, upper), see certificate().

    Three ways, each checked by its certificate before the next is tried: the simplex method with the steepest
    column, its basis polished, Bland's rule polished. The best of them is kept.
    """
    # 1. pure strategies, which also solves constant, 1 by m and n by 1 matrices
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
