"""A call beside the calling thread, which can wait for it without being bound to it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Beside(Generic[Result]):
    """Runs a call in a thread of its own and keeps what it gives or raises.

    `Thread.join` is not enough here: one that Ctrl-C interrupts takes its thread for ended (Python's bpo-45274).
    """

    def __init__(self, call: Callable[[], Result]) -> None:
        self.call = call
        self.results: list[Result] = []
        self.failure: BaseException | None = None
        self._ended = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self.results.append(self.call())
        except BaseException as error:
            self.failure = error
        finally:
            self._ended.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Whether it has ended, after so many seconds at most."""
        return self._ended.wait(seconds)
