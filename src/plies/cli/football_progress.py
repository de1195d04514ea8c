"""One line on standard error when something takes more than a moment: compiling the first time, a large solution."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType


class Notice:
    """While it is open, says that the first run compiles when it does, and then how far the solving is.

    Loading what is compiled already takes half a second of processor time; more than twice that is the compiler.
    """

    def __init__(self) -> None:
        self._done = threading.Event()
        self._watcher = threading.Thread(target=self._watch, args=(time.process_time(),), daemon=True)
        self._started = time.monotonic()
        self._solving = False
        self._live = False

    def _watch(self, begin: float) -> None:
        while not self._done.wait(0.25):
            if time.process_time() - begin > 1.2:
                self._say("compiling the football solver (the first run only) ...")
                return

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
