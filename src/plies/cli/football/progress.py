"""How far a large solution is, on one line of standard error that keeps changing."""

from __future__ import annotations

import sys
import time
from types import TracebackType

#: seconds of solving before the progress line appears
PATIENCE = 1.0


class Progress:
    """While it is open, `progress` shows how far the solving is, at a terminal and if it takes more than a moment."""

    def __init__(self) -> None:
        self._started: float | None = None
        self._live = False

    def progress(self, done: int, total: int) -> None:
        """Ticks solved so far. Time counts from the first call: what came before was compiling."""
        if self._started is None:
            self._started = time.monotonic()
        elif sys.stderr.isatty() and time.monotonic() - self._started > PATIENCE:
            print(f"\r\x1b[Ksolved {done} of {total} ticks ...", end="", file=sys.stderr, flush=True)
            self._live = True

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
