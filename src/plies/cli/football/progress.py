"""One line on standard error when something takes more than a moment: compiling the first time, a large solution."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import ClassVar


class Notice:
    """While it is open, says that something is being compiled when it is, and then how far the solving is.

    `kernels` are the compiled functions behind `what`. Numba counts those that its cache did not have, so that nothing
    is said when they are only loaded, and no more than once for each thing.
    """

    _told: ClassVar[set[str]] = set()

    def __init__(self, what: str, *kernels: str) -> None:
        self._what = what
        self._kernels = kernels
        self._done = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._started = time.monotonic()
        self._solving = False
        self._live = False

    def _watch(self) -> None:
        while not self._done.wait(0.25):
            if self._what in self._told:
                return
            if self._compiles():
                self._told.add(self._what)
                self._say(f"compiling {self._what}; it is kept for later runs ...")
                return

    def _compiles(self) -> bool:
        module = sys.modules.get("plies.solve.simultaneous.kernels")
        found = [getattr(module, kernel, None) for kernel in self._kernels]
        return any(kernel is not None and len(kernel.stats.cache_misses) for kernel in found)

    def _say(self, text: str) -> None:
        if sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
            self._live = True
        else:
            print(text, file=sys.stderr, flush=True)

    def progress(self, done: int, total: int) -> None:
        """Ticks solved so far; the first call means that compiling is over."""
        if not self._solving:
            self._done.set()
            self._solving = True
            self._started = time.monotonic()
        elif sys.stderr.isatty() and time.monotonic() - self._started > 1.0:
            self._say(f"solved {done} of {total} ticks ...")

    def __enter__(self) -> Notice:
        self._watcher.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        if self._live:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
