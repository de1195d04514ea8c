"""Compiles the engine of a game and a heuristic into the cache on disk, in a process of its own.

Compiling holds Python's lock for seconds; here nobody waits for it. The process ends with the one that started it.

    python -m plies.web.warm GAME HEURISTIC
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def die_with(parent: int) -> None:
    """Lets the kernel end this process when its parent ends, however that ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it was quicker
        raise SystemExit(1)


def main(name: str, heuristic: str, parent: int) -> None:
    die_with(parent)
    if hasattr(os, "nice"):
        os.nice(10)
    from plies.registry import game
    from plies.search.analysis import Engine

    Engine(game(name), heuristic, entries=2)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
