"""Answers that end when the client disconnects: a stream of server-sent events, and one answer that takes long."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Coroutine
from typing import Any, TypeVar

from fastapi import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

Result = TypeVar("Result")


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _until(first: Awaitable[Any], work: asyncio.Task[Result]) -> bool:
    """Waits for the work; False if the other came first. What is not finished is cancelled and waited for."""
    other = asyncio.ensure_future(first)
    try:
        await asyncio.wait({other, work}, return_when=asyncio.FIRST_COMPLETED)
        return work.done()
    finally:
        for task in (other, work):
            if not task.done():
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task


class Disconnected(Exception):
    """The client has disconnected; no answer is needed."""


async def while_connected(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of the work, which is cancelled when the request's connection closes."""
    task = asyncio.create_task(work)
    if not await _until(_gone(request.receive), task):
        raise Disconnected
    return task.result()


class EventStream(Response):
    """Server-sent events from an async iterator, which is closed as soon as the connection is."""

    media_type = "text/event-stream"

    def __init__(self, items: AsyncIterator[dict[str, Any]], status_code: int = 200) -> None:
        self.items = items
        self.status_code = status_code
        self.background = None
        self.init_headers({"x-accel-buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        task = asyncio.create_task(self._send_all(send))
        if await _until(_gone(receive), task):
            task.result()

    async def _send_all(self, send: Send) -> None:
        async with contextlib.aclosing(self.items) as items:  # type: ignore[type-var]
            async for item in items:
                text = f"data: {json.dumps(item, allow_nan=False)}\n\n"
                await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
