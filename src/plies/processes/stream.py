"""The parent's side in asyncio: one request to a child process, and its messages as they come."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

from plies.processes.allowance import Allowance
from plies.processes.framing import Decoder, InvalidFrame
from plies.processes.link import Late, NoAnswer
from plies.processes.messages import Messages
from plies.processes.spawn import command, interrupts_blocked, surroundings


async def conversation(
    module: str, messages: Messages, allowance: Allowance, *words: str, request: Any, seconds: float
) -> AsyncGenerator[Any]:
    """What a child answers to a request, until it ends. Leaving the loop kills it. Late when its time is over, NoAnswer
    for what is no message."""
    with interrupts_blocked():
        child = await asyncio.create_subprocess_exec(*command(module, allowance, *words), **surroundings(allowance))
    assert child.stdin is not None
    assert child.stdout is not None
    decoder = Decoder(messages.most)
    deadline = asyncio.get_running_loop().time() + seconds
    try:
        child.stdin.write(messages.encode(request))
        while True:
            while (frame := decoder.take()) is not None:
                yield messages.decode(frame)
            async with asyncio.timeout_at(deadline):  # never around a yield, where the time would strike the reader
                more = await child.stdout.read(1 << 16)
            if not more:
                return
            decoder.feed(more)
    except TimeoutError:
        raise Late(f"no answer within {seconds:g} seconds") from None
    except InvalidFrame as error:
        raise NoAnswer(f"its process sent {error}") from None
    finally:
        with suppress(ProcessLookupError):
            if child.returncode is None:  # `child.kill` would read the exit status, which asyncio then complains about
                os.kill(child.pid, signal.SIGKILL)
        try:
            await asyncio.shield(child.wait())
        finally:  # also where a server that ends does not wait, or something that the child started holds its pipes
            for number in (0, 1):
                if (pipe := child._transport.get_pipe_transport(number)) is not None:  # type: ignore[attr-defined]
                    pipe.close()
