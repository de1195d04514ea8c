"""How a child process is started: `python -P -m MODULE PARENT ALLOWANCE WORDS`, with this very Plies to import.

`-P`: it does not import from where it happens to be. The child's side of it is `child.begin`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from plies.processes import bubblewrap
from plies.processes.allowance import Allowance

_PRINTS = {"shared": None, "read": subprocess.PIPE, "lost": subprocess.DEVNULL}


def command(module: str, allowance: Allowance, *words: str) -> list[str]:
    walls = bubblewrap.words(allowance.reads) if allowance.isolation == "bubblewrap" else []
    return [*walls, sys.executable, "-P", "-m", module, str(os.getpid()), allowance.as_text(), *words]


def surroundings(allowance: Allowance) -> dict[str, Any]:
    """The keywords of `subprocess.Popen`, or of `asyncio.create_subprocess_exec`."""
    return {
        "stdin": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        "stderr": _PRINTS[allowance.prints],
        "env": environment(),
        "start_new_session": not allowance.terminal,
    }


def environment() -> dict[str, str]:
    """Ours, with this very Plies to import, the same order of sets in every process, and no needless
    threads for linear algebra."""
    made = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
    here = str(Path(__file__).resolve().parents[2])
    before = os.environ.get("PYTHONPATH")  # may hold another Plies, which must not come first
    if before or here not in (sysconfig.get_path("purelib"), sysconfig.get_path("platlib")):
        made["PYTHONPATH"] = f"{here}{os.pathsep}{before}" if before else here
    return made


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """A process started meanwhile does not receive Ctrl-C before it has set its handler."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if signal.SIGINT not in before:  # so that two of these may overlap, in coroutines
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
