"""Requests under way: a share for each visitor, a cookie for whoever has none, and who gives way."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from plies.web.server.admission import Admission
from plies.web.server.clients import Client, asking
from plies.web.server.settings import Settings


class Answer:
    """What was sent of one answer."""

    def __init__(self) -> None:
        self.messages: list[Any] = []

    async def send(self, message: Any) -> None:
        self.messages.append(message)

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"])

    @property
    def cookie(self) -> str:
        found = [value.decode() for name, value in self.messages[0]["headers"] if name == b"set-cookie"]
        return found[0].partition(";")[0] if found else ""

    @property
    def message(self) -> str:
        return str(json.loads(b"".join(one.get("body", b"") for one in self.messages[1:]))["message"])

    @property
    def is_whole(self) -> bool:
        return not self.messages[-1].get("more_body", False)


class House:
    """An application behind the admission, whose requests last until `go` is set; `/api/stream` begins before."""

    def __init__(self, **bounds: Any) -> None:
        self.admission = Admission(self.app, Settings(**bounds))
        self.go = asyncio.Event()
        self.seen: list[Client] = []

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        self.seen.append(asking())
        if scope["path"] == "/api/stream":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"first", "more_body": True})
        await self.go.wait()
        if scope["path"] != "/api/stream":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask(self, cookie: str = "", path: str = "/api/x", at: str = "here") -> tuple[asyncio.Task[None], Answer]:
        answer = Answer()
        headers = [(b"cookie", cookie.encode())] if cookie else []
        scope = {"type": "http", "path": path, "headers": headers, "client": (at, 1)}
        task = asyncio.ensure_future(self.admission(scope, _nothing, answer.send))
        await asyncio.sleep(0)
        return task, answer  # type: ignore[return-value]

    async def visitor(self) -> str:
        """The cookie of a new visitor."""
        self.go.set()
        task, answer = await self.ask(at="elsewhere")
        await task
        self.go.clear()
        return answer.cookie


async def _nothing() -> Any:
    await asyncio.Event().wait()


def run(trial: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(trial())  # type: ignore[arg-type]


def test_a_visitor_gets_one_cookie() -> None:
    async def trial() -> None:
        house = House()
        house.go.set()
        cookie = await house.visitor()
        assert cookie.startswith("plies_visitor_8000=")
        house.go.set()
        for path, given, sets in (
            ("/", cookie, False),
            ("/", "plies_visitor_8000=1.x.y", True),
            ("/static/x", "", False),
        ):
            task, answer = await house.ask(given, path)
            await task
            assert bool(answer.cookie) == sets
        assert house.seen[1].visitor
        assert house.seen[2] == house.seen[3] == Client("here")

    run(trial)


def test_a_visitor_with_many_tabs_is_refused_and_others_are_not() -> None:
    async def trial() -> None:
        house = House(visitor_requests=3)
        many, other = await house.visitor(), await house.visitor()
        tabs = [await house.ask(many, "/api/stream") for _ in range(10)]
        assert [answer.status for _, answer in tabs] == [200] * 3 + [429] * 7
        assert tabs[-1][1].message == "3 requests of yours wait or run already; try again when one has ended"
        task, answer = await house.ask(other)
        bare = [await house.ask() for _ in range(5)]  # all without a cookie are one visitor
        pages = [await house.ask(path="/") for _ in range(20)]  # but they may become one each
        house.go.set()
        await asyncio.gather(task, *(task for task, _ in [*tabs, *bare, *pages]))
        assert answer.status == 200
        assert all(answer.status == 200 and answer.cookie for _, answer in pages)
        assert [answer.status for _, answer in bare] == [200] * 3 + [429] * 2
        assert house.admission.shares.total == 0

    run(trial)


def test_whoever_has_most_gives_way() -> None:
    async def trial() -> None:
        house = House(visitor_requests=3, most_connections=8)  # six requests, three from an address
        many, other, third = [await house.visitor() for _ in range(3)]
        stream, plain, last = (
            await house.ask(many, "/api/stream"),
            await house.ask(many),
            await house.ask(many, "/api/stream"),
        )
        one = await house.ask(other)
        await last[0]
        assert last[1].status == 200
        assert last[1].is_whole  # what had begun was brought to an end
        two = await house.ask(third)
        await plain[0]
        assert plain[1].status == 429
        assert "gave way" in plain[1].message
        house.go.set()
        await asyncio.gather(stream[0], one[0], two[0])
        assert one[1].status == two[1].status == stream[1].status == 200

    run(trial)


def test_a_cancelled_request_stays_cancelled() -> None:
    async def trial() -> None:
        house = House()
        task, _ = await house.ask()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()
        assert house.admission.shares.total == 0

    run(trial)


def test_pages_bring_the_cookie(shared_client: httpx.Client) -> None:
    with httpx.Client(base_url=shared_client.base_url) as browser:
        first = browser.get("/")
        assert first.headers["set-cookie"].endswith("; Path=/; HttpOnly; SameSite=Strict")
        assert "set-cookie" not in browser.get("/").headers
        assert "set-cookie" not in browser.get("/static/js/common.js").headers
