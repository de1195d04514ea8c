"""Thinking beside the server: one thread per match does one thing after the other; the server does not wait for it.

The server's own loop only waits, so that it hears every message while its players think or compile.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol

from plies.games.contract import Game
from plies.games.position import Position

#: compiling changes what all threads share, so one match compiles at a time
_COMPILING = threading.Lock()


@dataclass(frozen=True)
class Thought:
    """A move as a word, and what was thought in words for the log."""

    move: str
    note: str = ""


class Brain(Protocol):
    """Finds the moves of one match. `stop` may be called from any thread, the other calls come from one."""

    def prepare(self, game: Game, side: int, seed: int) -> None: ...

    def choose(self, position: Position, seconds: float) -> Thought: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Thinker:
    """A Brain in its thread. Answers are futures of the server's loop."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain
        self._work: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = queue.SimpleQueue()
        # a daemon, so that Ctrl-C does not wait for a search or a compilation
        threading.Thread(target=self._run, name="ggp match", daemon=True).start()

    def _run(self) -> None:
        while (item := self._work.get()) is not None:
            future, call = item
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as error:
                future.set_exception(error)
        self.brain.close()

    def _submit(self, call: Callable[[], Any]) -> asyncio.Future[Any]:
        future: Future[Any] = Future()
        self._work.put((future, call))
        return asyncio.wrap_future(future)

    def prepare(self, game: Game, side: int, seed: int) -> asyncio.Future[None]:
        """Gets ready for a game, compiling what is not compiled yet."""

        def ready() -> None:
            with _COMPILING:
                self.brain.prepare(game, side, seed)

        return self._submit(ready)

    def choose(self, position: Position, deadline: float) -> asyncio.Future[Thought]:
        """Thinks until `deadline` on the monotonic clock, once everything before is done."""

        def thought() -> Thought:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError("no time was left to think")
            return self.brain.choose(position, left)

        return self._submit(thought)

    def close(self) -> None:
        """Ends what is running and the thread; nothing waits for it."""
        self.brain.stop()
        self._work.put(None)
