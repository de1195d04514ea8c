"""An end at once: when the server is asked to stop, it cancels the requests that are under way.

Without this an open stream would delay the end until a timeout, and then end with a traceback.
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_UNAVAILABLE = b'{"error": "Ending", "message": "the server is ending"}'


class Ending:
    """ASGI middleware around everything else. `end()` cancels what runs; each request is still answered to its end."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.ended = False
        self.running: set[asyncio.Task[Any]] = set()
        self.loop: asyncio.AbstractEventLoop | None = None

    def end(self) -> None:
        """May be called from a signal handler or another thread."""
        self.ended = True
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self._cancel)

    def _cancel(self) -> None:
        for task in self.running:
            task.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.loop = asyncio.get_running_loop()
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        task = asyncio.current_task()
        assert task is not None
        sent = _Sent(send)
        self.running.add(task)
        try:
            await self.app(scope, receive, sent)
        except asyncio.CancelledError:
            if not self.ended:
                raise
            await sent.finish()
        finally:
            self.running.discard(task)


class _Sent:
    """What has been sent of an answer, so that it can be brought to an end."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.is_started = self.is_finished = False

    async def __call__(self, message: Message) -> None:
        self.is_started = True
        self.is_finished = message["type"] == "http.response.body" and not message.get("more_body", False)
        await self.send(message)

    async def finish(self) -> None:
        body = b""
        if not self.is_started:
            body = _UNAVAILABLE
            headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            await self.send({"type": "http.response.start", "status": 503, "headers": headers})
        if not self.is_finished:
            await self.send({"type": "http.response.body", "body": body, "more_body": False})
