"""One reader for all watchers: what it costs does not depend on how many there are, and it ends with the last."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from plies.web.tournaments.watching import BEAT, Watches


class Source:
    """States as they are put in; how many readers began and ended."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes | Exception | None] = asyncio.Queue()
        self.begun = self.ended = 0

    async def states(self, id: str) -> AsyncIterator[bytes]:
        self.begun += 1
        try:
            while (state := await self.queue.get()) is not None:
                if isinstance(state, Exception):
                    raise state
                yield state
        finally:
            self.ended += 1

    def put(self, *states: bytes | Exception | None) -> None:
        for state in states:
            self.queue.put_nowait(state)


async def watch(watches: Watches, seen: list[bytes], pause: float = 0.0) -> None:
    async for state in watches.events("id"):
        seen.append(state)
        await asyncio.sleep(pause)


def run(trial: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(trial())  # type: ignore[arg-type]


def test_one_reader_serves_all() -> None:
    async def trial() -> None:
        source = Source()
        watches = Watches(source.states)
        seen: list[list[bytes]] = [[] for _ in range(200)]
        tasks = [asyncio.create_task(watch(watches, one)) for one in seen]
        await asyncio.sleep(0)
        for state in (b"one", b"two"):
            source.put(state)
            await asyncio.sleep(0.3)
        late: list[bytes] = []
        tasks.append(asyncio.create_task(watch(watches, late)))  # it is told the last state at once
        await asyncio.sleep(0.05)
        assert late == [b"two"]
        source.put(b"end", None)
        await asyncio.gather(*tasks)
        assert seen == [[b"one", b"two", b"end"]] * 200
        assert late == [b"two", b"end"]
        assert (source.begun, source.ended) == (1, 1)
        assert not watches.watched

    run(trial)


def test_the_reader_ends_with_the_last_watcher_and_another_begins() -> None:
    async def trial() -> None:
        source = Source()
        watches = Watches(source.states)
        tasks = [asyncio.create_task(watch(watches, [])) for _ in range(3)]
        source.put(b"one")
        await asyncio.sleep(0.05)
        for task in tasks:
            assert source.ended == 0
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await asyncio.sleep(0)
        assert (source.begun, source.ended, watches.watched) == (1, 1, {})
        seen: list[bytes] = []
        source.put(b"again", None)
        await watch(watches, seen)
        assert seen == [b"again"]
        assert source.begun == 2

    run(trial)


def test_who_is_slow_misses_what_is_out_of_date_but_never_the_end() -> None:
    async def trial() -> None:
        source = Source()
        watches = Watches(source.states)
        slow: list[bytes] = []
        task = asyncio.create_task(watch(watches, slow, pause=0.1))
        await asyncio.sleep(0)
        source.put(b"first")
        await asyncio.sleep(0.02)
        for number in range(10):
            source.put(str(number).encode())
        source.put(b"end", BEAT, None)
        await task
        assert slow[0] == b"first"
        assert slow[-1] == b"end"  # a sign of life does not push it out
        assert len(slow) < 6

    run(trial)


def test_signs_of_life_are_no_state() -> None:
    async def trial() -> None:
        source = Source()
        watches = Watches(source.states)
        first: list[bytes] = []
        task = asyncio.create_task(watch(watches, first))
        await asyncio.sleep(0)
        source.put(b"one")
        await asyncio.sleep(0.02)
        source.put(BEAT)
        await asyncio.sleep(0.02)
        second: list[bytes] = []
        other = asyncio.create_task(watch(watches, second))
        await asyncio.sleep(0.02)
        source.put(None)
        await asyncio.gather(task, other)
        assert (first, second) == ([b"one", BEAT], [b"one"])

    run(trial)


def test_a_reader_that_fails_ends_the_streams(caplog: pytest.LogCaptureFixture) -> None:
    async def trial() -> None:
        source = Source()
        watches = Watches(source.states)
        tasks = [asyncio.create_task(watch(watches, [])) for _ in range(3)]
        await asyncio.sleep(0)
        source.put(RuntimeError("broken"))
        await asyncio.gather(*tasks)
        assert not watches.watched

    run(trial)
    assert caplog.text.count("a tournament cannot be watched") == 1  # once, not for each of them
