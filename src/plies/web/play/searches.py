"""Searches at once: as many as there are slots, a bounded queue for the rest, and every one can be stopped.

A native search (`Algorithm.is_native`) runs in a thread of low priority and without Python's lock, all others in a
child process; so other requests are answered meanwhile. Clients take turns (`plies.web.server.turns`), moves of games
before analyses. When another request waits, an analysis that has had its time gives way, and so does any search of a
client that uses more than its share: it answers with what it has found by then.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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
from plies.web.server.clients import Client, asking
from plies.web.server.errors import Busy
from plies.web.server.settings import Settings
from plies.web.server.shares import Bounds
from plies.web.server.turns import Turns

#: seconds between two looks at a search that is being stopped
LOOK = 0.02


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
    client: Client = field(default_factory=asking)

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
        bounds = Bounds.of(settings.most_waiting, settings.visitor_waiting)
        self.turns = Turns(settings.slots, bounds, "searches", self._ask_to_yield)
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
            work.report("compiling", self.compiling.wait(work.position.game, work.player))
            await self.compiling.prepare(work.position.game, work.player)
        async with self.turns.slot(work.client, work.urgent, lambda ahead: work.report("waiting", ahead)):
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

    def _ask_to_yield(self) -> None:
        """Stops the search that has run longest of those that have had their time: analyses, and whatever exceeds its
        client's share."""
        late = time.monotonic() - self.settings.patience
        old = [one for one in self.running if one.since < late and not one.work.yielded]
        old = [one for one in old if not one.work.urgent or self.turns.exceeds(one.work.client)]
        if old:
            first = min(old, key=lambda one: (not self.turns.exceeds(one.work.client), one.since))
            first.work.yielded = True
            first.stop()


def _lower(niceness: int) -> None:
    """Searching gives way to everything else: on Linux a thread has a niceness of its own."""
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
