"""What every child process of Plies has in common: the same Plies to import, and an end together with its parent."""

from __future__ import annotations

import os
import signal
import sys
import sysconfig
from pathlib import Path

_PR_SET_PDEATHSIG = 1


def end_with(parent: int, number: signal.Signals = signal.SIGKILL) -> None:
    """For the child: has the kernel kill it when its parent ends, however that happens (Linux). 0: no matter which.
    With another signal it ends itself, and tidies up first."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number)
    if parent and os.getppid() != parent:  # it ended before we could ask
        os._exit(1)


def environment() -> dict[str, str]:
    """For the parent: ours, with this very Plies to import, the same order of sets in every process, and no threads for
    linear algebra that nobody needs. Start Python with -P, so that it does not import from where it happens to be."""
    made = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
    here = str(Path(__file__).resolve().parents[2])
    if here not in (sysconfig.get_path("purelib"), sysconfig.get_path("platlib")):
        before = os.environ.get("PYTHONPATH")
        made["PYTHONPATH"] = f"{here}{os.pathsep}{before}" if before else here
    return made
