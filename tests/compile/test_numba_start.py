"""Numba starts without SciPy's linear algebra, which matrix products load, and compiles without the collector."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import sys
import numpy as np
import plies
plies.analyse(plies.game("pawns:3x5").start(), "ari", depth=2)
print("scipy.linalg" in sys.modules)
from numba import njit
product = njit(lambda a, b: np.dot(a, b))
print(product(np.ones(3), np.arange(3.0)), "scipy.linalg" in sys.modules)
"""


def test_scipy_is_loaded_only_for_products() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "3.0", "True"]


PAUSED = """
import gc
from numba import njit
from numba.core import event
import plies.compile.intrinsics
class Seen(event.Listener):
    on = []
    def on_start(self, one): self.on.append(gc.isenabled())
    def on_end(self, one): pass
event.register("numba:compile", Seen())
add = njit(lambda a, b: a + b)
print(add(1, 2), Seen.on, gc.isenabled())
gc.disable()
print(add(1.0, 2), Seen.on, gc.isenabled())
"""


def test_the_collector_rests_while_numba_compiles_and_is_afterwards_as_it_was() -> None:
    done = subprocess.run([sys.executable, "-c", PAUSED], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["3 [False] True", "3.0 [False, False] False"]
