"""Work in plain Python, done by a child process so that the server goes on answering.

    async for message, data in run("record", {...}, seconds=60):
        ...

A child does one job (`plies.web.child_main` lists them) and sends messages: a JSON object and bytes. Leaving the loop,
by `break`, by an exception or because the visitor went away, kills it; so does its time limit. It cannot outlive the
server: the kernel ends it with its parent where that can be asked for (Linux), and everywhere it ends when the pipe
that it listens to is closed.
"""

from __future__ import annotations

import asyncio
import json
import os
import struct
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from plies.errors import Refused

#: lengths of the JSON text and of the bytes after it
FRAME = struct.Struct("<II")
#: what a child may send in one message
MOST_BYTES = 64 << 20


class ChildFailed(RuntimeError):
    """A child ended without finishing its job; not the visitor's fault."""


async def run(job: str, request: dict[str, Any], seconds: float) -> AsyncIterator[tuple[dict[str, Any], bytes]]:
    """The messages of one job. A message {"refused": text} is raised as Refused, for people to read."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "plies.web.child_main", job, str(os.getpid())),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONSAFEPATH": "1"},
    )
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        async with asyncio.timeout(seconds):
            child.stdin.write(json.dumps(request).encode() + b"\n")
            await child.stdin.drain()
            while True:
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
