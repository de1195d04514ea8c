"""Numba without SciPy's linear algebra at its start.

Where SciPy is installed, Numba imports all of `scipy.linalg` merely to find out whether matrix products can be
compiled. That is a third of the time from starting a process to its first node (0.5 of 1.5 s), and no kernel of ours
multiplies matrices. So Numba is told that SciPy is there without loading it; a heuristic that calls `np.dot` loads it
when it is compiled.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any


def skip_linear_algebra() -> None:
    """Call this before anything is compiled."""
    linalg: Any = import_module("numba.np.linalg")
    if not hasattr(linalg, "ensure_blas") or find_spec("scipy") is None:
        return
    real = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        products: Any = import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = real
    products.ensure_blas = real
