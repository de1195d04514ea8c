"""Whether processes are alive."""

from __future__ import annotations

import time
from pathlib import Path


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(*processes: int) -> bool:
    """Whether they all end, soon."""
    deadline = time.monotonic() + 30
    while any(alive(process) for process in processes) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(alive(process) for process in processes)
