"""Work in plain Python, done by a child process so that the server goes on answering.

    async for message, data in run("record", {...}, seconds=60):
        ...

A child does one job (`child_main.py` lists them) and sends messages: a JSON object and bytes. Leaving the loop,
by `break`, by an exception or because the visitor went away, kills it; so does its time limit. It cannot outlive the
server: the kernel ends it with its parent where that can be asked for (Linux), and everywhere it ends when the pipe
that it listens to is closed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import struct
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI

from plies.errors import PliesError, Refused
from plies.processes.lifetime import environment
from plies.web.server.errors import Busy
from plies.web.server.streams import EventStream

#: lengths of the JSON text and of the bytes after it
FRAME = struct.Struct("<II")
#: what a child may send in one message
MOST_BYTES = 64 << 20
_log = logging.getLogger(__name__)


class ChildFailed(RuntimeError):
    """A child ended without finishing its job; not the visitor's fault."""


async def run(job: str, request: dict[str, Any], seconds: float) -> AsyncGenerator[tuple[dict[str, Any], bytes]]:
    """The messages of one job. A message {"refused": text} is raised as Refused, for people to read."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "plies.web.jobs.child_main", job, str(os.getpid())),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=environment(),
    )
    assert child.stdin is not None
    assert child.stdout is not None
    deadline = asyncio.get_running_loop().time() + seconds
    try:
        child.stdin.write(json.dumps(request).encode() + b"\n")
        while True:
            async with asyncio.timeout_at(deadline):  # never around a yield, where the time would strike the reader
                message, data = await _receive(child.stdout)
            if "refused" in message:
                raise Refused(str(message["refused"]))
            yield message, data
            if message.get("kind") == "done":
                return
    except TimeoutError:
        raise Refused(f"stopped after {seconds:g} seconds; ask for less") from None
    finally:
        with suppress(ProcessLookupError):
            child.kill()
        await asyncio.shield(child.wait())


async def _receive(pipe: asyncio.StreamReader) -> tuple[dict[str, Any], bytes]:
    try:
        text_size, data_size = FRAME.unpack(await pipe.readexactly(FRAME.size))
        if text_size + data_size > MOST_BYTES:
            raise ChildFailed("a child sent more than it may")
        return json.loads(await pipe.readexactly(text_size)), await pipe.readexactly(data_size)
    except asyncio.IncompleteReadError:
        raise ChildFailed("a child ended before its job was done") from None


class Places:
    """How many children may work at once; so many more may wait, and then it is Busy."""

    def __init__(self, at_once: int = 2, most_waiting: int = 16) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._waiting, self._most_waiting = 0, most_waiting

    def check(self) -> None:
        if self._free.locked() and self._waiting >= self._most_waiting:
            raise Busy

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        self.check()
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._free.release()


def places(app: FastAPI) -> Places:
    """The places of this server, shared by all pages that use children."""
    if not hasattr(app.state, "child_places"):
        app.state.child_places = Places()
    found: Places = app.state.child_places
    return found


def event_stream(app: FastAPI, messages: AsyncGenerator[dict[str, Any]]) -> EventStream:
    """Server-sent events from a child; a full house is answered with 429 before they begin."""
    places(app).check()
    return EventStream(_in_place(places(app), messages))


async def _in_place(house: Places, messages: AsyncGenerator[dict[str, Any]]) -> AsyncGenerator[dict[str, Any]]:
    """The messages of a child that has found a place; what goes wrong is the last one, {"kind": "error"}."""
    try:
        async with house.one(), aclosing(messages):
            async for message in messages:
                yield message
    except PliesError as error:
        yield {"kind": "error", "message": str(error)}
    except Busy:
        yield {"kind": "error", "message": "too many searches wait already; try again in a moment"}
    except ChildFailed as error:
        _log.error("%s", error)
        yield {"kind": "error", "message": "the server stumbled; its log says where"}
