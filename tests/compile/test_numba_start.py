"""Numba starts without SciPy's linear algebra, and matrix products are compiled all the same."""

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
