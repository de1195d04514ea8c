"""Numba made quicker to start and to compile.

Where SciPy is installed, Numba imports all of `scipy.linalg` merely to find out whether matrix products can be
compiled. That is a third of the time from starting a process to its first node (0.5 of 1.5 s), and no kernel of ours
multiplies matrices. So Numba is told that SciPy is there without loading it; a heuristic that calls `np.dot` loads it
when it is compiled.

While it compiles, Python's collector of cyclic garbage is off: it walks again and again over a representation that
grows and is all in use, for a seventh of the time, and frees next to nothing.
"""

from __future__ import annotations

import gc
import threading
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from numba.core import event


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


class _Collector(event.Listener):
    """Off from the first compilation that begins to the last that ends, in whatever threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._begun = 0
        self._was_on = False

    def on_start(self, event: Any) -> None:
        with self._lock:
            self._begun += 1
            if self._begun == 1:
                self._was_on = gc.isenabled()
                gc.disable()

    def on_end(self, event: Any) -> None:
        with self._lock:
            self._begun -= 1
            if self._begun == 0 and self._was_on:
                gc.enable()


def pause_collector() -> None:
    """Call this once."""
    event.register("numba:compiler_lock", _Collector())  # type: ignore[no-untyped-call]
