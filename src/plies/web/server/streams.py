"""Answers that end when the client disconnects: a stream of server-sent events, and one answer that takes long. And
answers that the server itself ends or refuses."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from fastapi import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

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
            task.cancel()
        await asyncio.gather(other, work, return_exceptions=True)  # also what fails while it is being cancelled


class Disconnected(Exception):
    """The client has disconnected; no answer is needed."""


async def while_connected(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of the work, which is cancelled when the request's connection closes."""
    task = asyncio.create_task(work)
    if not await _until(_gone(request.receive), task):
        raise Disconnected
    return task.result()


def encoded(item: dict[str, Any]) -> bytes:
    """One server-sent event."""
    return f"data: {json.dumps(item, allow_nan=False)}\n\n".encode()


class EventStream(Response):
    """Server-sent events from an async iterator, which is closed as soon as the connection is. What many streams send
    alike comes as bytes, encoded once."""

    media_type = "text/event-stream"

    def __init__(self, items: AsyncIterator[dict[str, Any]] | AsyncIterator[bytes], status_code: int = 200) -> None:
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
                text = item if isinstance(item, bytes) else encoded(item)
                await send({"type": "http.response.body", "body": text, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Sent:
    """What has been sent of an answer, so that it can be brought to an end."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.is_started = self.is_finished = False

    async def __call__(self, message: Message) -> None:
        self.is_started = True
        self.is_finished = message["type"] == "http.response.body" and not message.get("more_body", False)
        await self.send(message)

    async def finish(self, refuse: Callable[[Send], Awaitable[None]]) -> None:
        """Refuses where nothing was sent yet; else ends what was begun."""
        if not self.is_started:
            await refuse(self.send)
        elif not self.is_finished:
            await self.send({"type": "http.response.body", "body": b"", "more_body": False})


async def refuse(send: Send, status: int, error: str, text: str, *headers: tuple[bytes, bytes]) -> None:
    """An error as an answer, from where no framework is at hand."""
    body = json.dumps({"error": error, "message": text}).encode()
    await _answer(send, status, b"application/json", body, *headers)


#: without a style: whoever is refused gets no style sheet either
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Refused · Plies</title></head>
<body><main><h1>Plies refuses this</h1><p>{reason}.</p></main></body></html>
"""


async def refuse_page(send: Send, status: int, text: str) -> None:
    """The same for a person: a page. The text is one of the server's own."""
    body = PAGE.format(reason=text[0].upper() + text[1:]).encode()
    await _answer(send, status, b"text/html; charset=utf-8", body)


async def _answer(send: Send, status: int, kind: bytes, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    known = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*known, *headers]})
    await send({"type": "http.response.body", "body": body})
