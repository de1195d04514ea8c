"""An end at once: when the server is asked to stop, it cancels the requests that are under way.

Without this an open stream would delay the end until a timeout, and then end with a traceback.
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from plies.web.server.streams import Sent, refuse


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
        sent = Sent(send)
        self.running.add(task)
        try:
            await self.app(scope, receive, sent)
        except asyncio.CancelledError:
            if not self.ended:
                raise
            await sent.finish(_refuse)
        finally:
            self.running.discard(task)


async def _refuse(send: Send) -> None:
    await refuse(send, 503, "Ending", "the server is ending")
