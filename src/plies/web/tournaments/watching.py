"""One reader for all who watch a tournament: what it finds is encoded once and goes to every stream.

A stream that is slow misses what is out of date by then, never the last state. The reader ends with the last stream.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from itertools import islice

#: streams that are served before other requests have their turn
GROUP = 32
#: seconds that each stream adds to the pause after a state: a crowd is told less often, and costs no more
PAUSE = 0.001
#: a sign of life in a stream where nothing has changed: a comment, which readers of events skip
BEAT = b": \n\n"
log = logging.getLogger("uvicorn.error")


class Watch:
    """Those who watch one tournament, and the task that reads for them."""

    def __init__(self, states: AsyncIterator[bytes]) -> None:
        self.states = states
        self.seats: dict[Seat, None] = {}
        self.last = b""
        self.is_over = False
        self.task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async with aclosing(self.states) as states:  # type: ignore[type-var]
                async for state in states:
                    self.last = self.last if state == BEAT else state
                    await self._tell(state)
        except Exception:
            log.exception("a tournament cannot be watched")
        finally:
            self.is_over = True
            for seat in self.seats:
                seat.event.set()

    async def _tell(self, state: bytes) -> None:
        told = list(self.seats)
        waiting = iter(told)
        while group := list(islice(waiting, GROUP)):
            for seat in group:
                seat.put(state)
            await asyncio.sleep(0)
        await asyncio.sleep(PAUSE * len(told))


class Seat:
    """One stream: the newest state that it has not sent yet."""

    def __init__(self, first: bytes) -> None:
        self.event = asyncio.Event()
        self.state = b""
        if first:
            self.put(first)

    def put(self, state: bytes) -> None:
        if state != BEAT or not self.state:
            self.state = state
            self.event.set()

    def take(self) -> bytes:
        self.event.clear()
        state, self.state = self.state, b""
        return state


class Watches:
    """The tournaments that are watched. `states` gives the states of one as events, a new one when it has changed."""

    def __init__(self, states: Callable[[str], AsyncIterator[bytes]]) -> None:
        self.states = states
        self.watched: dict[str, Watch] = {}

    async def events(self, id: str) -> AsyncIterator[bytes]:
        """What a stream sends: how the tournament stands now, then every change, until it ends."""
        watch = self.watched.get(id)
        if watch is None or watch.is_over:
            watch = self.watched[id] = Watch(self.states(id))
        seat = Seat(watch.last)
        watch.seats[seat] = None
        try:
            while True:
                await seat.event.wait()
                if state := seat.take():
                    yield state
                elif watch.is_over:
                    return
                if watch.is_over:
                    seat.event.set()
        finally:
            del watch.seats[seat]
            if not watch.seats:
                watch.task.cancel()
                if self.watched.get(id) is watch:
                    del self.watched[id]
