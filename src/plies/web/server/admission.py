"""Who may have how many requests of the interface under way: so many for one visitor, half of all for one address.

It notes whose request it is (`clients.asking`), gives a visitor without a cookie one, and answers 429 where a visitor
has more under way than its share. Pages are always given, so that a new visitor gets its cookie. When the server or an
address is full, the request that was last begun by whoever has most ends: a stream without its last event, any other
request with 429.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plies.web.server.clients import Cookies, answering
from plies.web.server.errors import Busy
from plies.web.server.settings import Settings
from plies.web.server.shares import Bounds, Shares
from plies.web.server.streams import Sent, refuse

GIVEN_WAY = "too many requests are under way; this one gave way to others, try again in a moment"


class Admission:
    """ASGI middleware inside the door."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.cookies = Cookies(settings.port)
        # fewer than there are connections: a newcomer always finds one, and is judged here
        self.shares = Shares(Bounds.of(settings.most_connections * 3 // 4, settings.visitor_requests), "requests")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        cookies = b"; ".join(value for name, value in scope["headers"] if name.lower() == b"cookie")
        client = self.cookies.client((scope.get("client") or ("",))[0], cookies.decode("latin-1"))
        answering(client)
        path: str = scope["path"]
        if not client.visitor and not path.startswith("/static/"):
            send = _with_cookie(send, self.cookies.new())
        if not path.startswith("/api/"):  # pages are short, and whoever is new here must get one, with its cookie
            await self.app(scope, receive, send)
            return
        request = _Request(send)
        try:
            place = self.shares.enter(client, request.give_way)
        except Busy as error:
            await _refuse(send, str(error))
            return
        try:
            await request.run(self.app(scope, receive, request.sent))
        finally:
            self.shares.leave(place)


class _Request:
    """A request under way, which may have to give way."""

    def __init__(self, send: Send) -> None:
        self.sent = Sent(send)
        self.gave_way = False
        self.task = asyncio.current_task()

    def give_way(self) -> None:
        assert self.task is not None
        self.gave_way = True
        self.task.cancel()

    async def run(self, work: Awaitable[None]) -> None:
        try:
            await work
        except asyncio.CancelledError:
            if not self.gave_way:
                raise
            assert self.task is not None
            self.task.uncancel()
            await self.sent.finish(lambda send: _refuse(send, GIVEN_WAY))


async def _refuse(send: Send, text: str) -> None:
    await refuse(send, 429, "Busy", text, (b"retry-after", b"2"))


def _with_cookie(send: Send, cookie: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"set-cookie", cookie.encode())]}
        await send(message)

    return sending
