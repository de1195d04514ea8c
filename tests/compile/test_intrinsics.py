"""What the machine's instructions need of Numba."""

from __future__ import annotations

import subprocess
import sys


def test_symbols_of_two_processes_are_kept_apart() -> None:
    """Numba numbers the functions it compiles; see `intrinsics.py` for what goes wrong when all count from 1."""
    script = "import plies.compile.intrinsics; from numba.core.bytecode import FunctionIdentity as f; "
    script += "print(next(f._unique_ids), f.from_function(lambda x: x).unique_name)"
    reported = [subprocess.run([sys.executable, "-c", script], check=True, stdout=-1).stdout.split() for _ in range(2)]
    assert reported[0][0] != reported[1][0]
    assert all(name.endswith(b"$%d" % (int(first) + 1)) for first, name in reported)
