"""Searches at once: as many as there are slots, a bounded queue for the rest, and every one can be stopped.

A native search (`Algorithm.is_native`) runs in a thread of low priority and without Python's lock, all others in a
child process; so other requests are answered meanwhile. Moves of games go before analyses; an analysis that has had its
time gives way when another request waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import os
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from plies.games.position import Position
from plies.players.algorithm import Stops
from plies.players.player import Player
from plies.players.registry import algorithm
from plies.search.answer import Answer
from plies.web.play.asking import ask
from plies.web.play.compiling import Compiling
from plies.web.play.engines import Engines, answer_from
from plies.web.play.players import within
from plies.web.server.errors import Busy
from plies.web.server.settings import Settings

#: seconds between two looks at a search that is being stopped, or at a queue that does not move
LOOK = 0.02
GLANCE = 0.25


@dataclass
class Work:
    """One search: the player, the position, and its reports (`report` is called in the server's own thread)."""

    position: Position
    player: Player
    #: the server's own bound
    seconds: float
    lines: int = 1
    urgent: bool = True
    report: Callable[[str, object], None] = lambda kind, what: None
    yielded: bool = False

    def __post_init__(self) -> None:
        chosen = algorithm(self.player.algorithm)
        self.is_native = chosen.is_native
        self.lines = min(self.lines, max(1, chosen.most_lines))
        self.player = within(self.player, self.seconds)


@dataclass(eq=False)
class _Running:
    work: Work
    since: float = field(default_factory=time.monotonic)
    #: ends the search while it runs
    interrupt: Callable[[], object] | None = None
    stopped: bool = False

    def stop(self) -> None:
        self.stopped = True
        if self.interrupt is not None:
            self.interrupt()


class Searches:
    """The slots and their queue."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engines = Engines(settings.kept_engines)
        self.compiling = Compiling()
        self.pool = ThreadPoolExecutor(settings.slots, "search", _lower, (settings.niceness,))
        self.free = settings.slots
        self.waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self.ticket = 0
        self.running: set[_Running] = set()

    async def close(self) -> None:
        await self.compiling.close()
        while self.running:
            for one in list(self.running):
                one.stop()
            await asyncio.sleep(LOOK)
        await asyncio.to_thread(self.pool.shutdown, wait=True, cancel_futures=True)

    async def search(self, work: Work) -> Answer:
        """Runs when its turn comes; ends when done, or within milliseconds when this call is cancelled."""
        if work.is_native and not await self.compiling.is_ready(work.position.game, work.player):
            work.report("compiling", None)
            await self.compiling.prepare(work.position.game, work.player)
        async with self._slot(work):
            running = _Running(work)
            self.running.add(running)
            try:
                return await (self._run_thread(running) if work.is_native else self._run_child(running))
            finally:
                self.running.discard(running)

    async def _run_child(self, running: _Running) -> Answer:
        work, known = running.work, list[Answer]()

        def listen(found: Answer) -> None:
            known.append(found)
            work.report("found", found)

        asking = asyncio.create_task(ask(work.player, work.position, work.lines, work.seconds, listen))
        running.interrupt = asking.cancel
        try:
            await asyncio.wait({asking})
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        if not asking.cancelled():
            return asking.result()
        if not known:  # it was stopped before it knew anything; the client may ask again
            raise Busy
        return known[-1]

    async def _run_thread(self, running: _Running) -> Answer:
        loop = asyncio.get_running_loop()

        def listen(found: Answer) -> None:
            loop.call_soon_threadsafe(running.work.report, "found", found)

        future = loop.run_in_executor(self.pool, self._in_thread, running, listen)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            while not future.done():  # again and again: a search that is just beginning clears the first request
                running.stop()
                await asyncio.wait({future}, timeout=LOOK)
            with contextlib.suppress(BaseException):
                future.result()
            raise

    def _in_thread(self, running: _Running, listen: Callable[[Answer], None]) -> Answer:
        work = running.work
        searcher = self.engines.take(work.player, work.position)
        try:
            if running.stopped:  # before it began; the client may ask again
                raise Busy
            running.since = time.monotonic()  # its time begins now, not while it got ready
            if isinstance(searcher, Stops):
                running.interrupt = searcher.stop
            return answer_from(searcher, work.player, work.position, work.lines, listen)
        finally:
            running.interrupt = None
            self.engines.give_back(work.player, work.position, searcher)

    # -- the queue ---------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _slot(self, work: Work) -> AsyncIterator[None]:
        await self._acquire(work)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, work: Work) -> None:
        if self.free > 0 and not self.waiting:
            self.free -= 1
            return
        if len(self.waiting) >= self.settings.most_waiting:
            raise Busy
        work.report("waiting", len(self.waiting))
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ticket += 1
        heapq.heappush(self.waiting, (not work.urgent, self.ticket, turn))
        try:
            while not turn.done():
                self._ask_to_yield()
                await asyncio.wait({turn}, timeout=GLANCE)
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release()
            else:
                turn.cancel()
                self.waiting = [one for one in self.waiting if one[2] is not turn]
                heapq.heapify(self.waiting)
            raise

    def _release(self) -> None:
        while self.waiting:
            turn = heapq.heappop(self.waiting)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1

    def _ask_to_yield(self) -> None:
        """Stops the analysis that has run longest, if it has had its time."""
        old = [one for one in self.running if not one.work.urgent and not one.work.yielded]
        late = time.monotonic() - self.settings.patience
        if old and min(one.since for one in old) < late:
            first = min(old, key=lambda one: one.since)
            first.work.yielded = True
            first.stop()


def _lower(niceness: int) -> None:
    """Searching gives way to everything else: on Linux a thread has a niceness of its own."""
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
