"""Bubblewrap: a program that starts another one with a file system, processes and a network of its own (Linux).

It needs namespaces that many systems deny to plain users, so it counts as available when a trial run succeeds.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

PROGRAM = "bwrap"
#: seconds for the trial run
TRIAL = 10.0


def words(reads: Iterable[str]) -> list[str]:
    """What to put before a command, so that it finds these paths, to read, and an empty temporary folder."""
    paths = sorted({os.path.abspath(path) for path in reads})
    outer = [path for path in paths if not any(path != one and Path(path).is_relative_to(one) for one in paths)]
    shown = [word for path in outer for word in ("--ro-bind-try", path, path)]
    apart = ["--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--hostname", "player"]
    return [PROGRAM, *apart, "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", *shown]


@lru_cache(maxsize=1)
def works() -> bool:
    """Whether a trial run succeeds here."""
    if shutil.which(PROGRAM) is None:
        return False
    try:
        trial = subprocess.run([*words(["/"]), "true"], capture_output=True, timeout=TRIAL)
    except (OSError, subprocess.SubprocessError):
        return False
    return trial.returncode == 0
