"""Matrix games of any shape, exactly: the value, optimal mixes for both sides, and a certificate.

    found = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    found.value, found.row_mix, found.column_mix, found.gap

The row side wants a high value. The mixes prove the value: against any column the row mix is worth at least
`lower`, against any row the column mix allows at most `upper`, and the value lies between; `gap` is their distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plies.compile import build
from plies.errors import Refused

KERNEL = build.Template("matrix", Path(__file__).with_name("matrix_kernel.py"), "the matrix solver", ("solve_matrix",))
#: Entries beyond this could overflow in between.
LARGEST = 1e150


@dataclass(frozen=True)
class MatrixSolution:
    """The value of a matrix game and mixes that prove it."""

    row_mix: NDArray[np.float64]
    column_mix: NDArray[np.float64]
    lower: float
    upper: float

    @property
    def value(self) -> float:
        """The middle of the certificate."""
        return 0.5 * (self.lower + self.upper)

    @property
    def gap(self) -> float:
        """How far apart what the row mix guarantees and what the column mix allows are."""
        return max(self.upper - self.lower, 0.0)  # below 0 by rounding only


def solve(matrix: ArrayLike) -> MatrixSolution:
    """Solve the zero-sum game of this matrix, whatever its shape."""
    try:
        a = np.array(matrix, dtype=np.float64, order="C")
    except (TypeError, ValueError):
        raise Refused("a matrix game needs a rectangular matrix of numbers") from None
    if a.ndim != 2 or 0 in a.shape:
        raise Refused(f"a matrix game needs at least one row and one column, not the shape {a.shape}")
    if not np.isfinite(a).all() or np.abs(a).max() > LARGEST:
        raise Refused(f"the entries of a matrix game must be finite numbers up to {LARGEST:g}")
    n, m = a.shape
    x, y = np.zeros(n), np.zeros(m)
    tableau, labels = np.empty((n + 1, m + 1)), np.empty(n + m, np.int64)
    lower, upper = build.kernel(KERNEL).solve_matrix(a, n, m, x, y, tableau, labels)
    return MatrixSolution(x, y, float(lower), float(upper))
