"""Connections over real sockets on the loopback: deadlines, bounds, and who gives way."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from plies.web.command import listen
from plies.web.server import connections
from plies.web.server.serving import make_server
from plies.web.server.settings import Settings

GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
#: what is sent of a request by those who never send the rest
HALF = b"GET / HTTP/1.1\r\nHost: 127"
LARGE = 8 << 20


class Server:
    """A small application behind our connections: `/` answers, `/slow` does so when `go` is set, `/large` is
    large, `/early` begins to answer before it has the body."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.go = threading.Event()
        self.under_way = 0
        self.addresses: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        import asyncio

        if scope["type"] != "http":
            await _lifespan(receive, send)
            return
        self.addresses.add(scope["client"][0])
        self.under_way += 1
        try:
            if scope["path"] == "/early":
                await send({"type": "http.response.start", "status": 200, "headers": []})
            while scope["method"] == "POST" and (await receive()).get("more_body"):
                pass
            if scope["path"] == "/early":
                await send({"type": "http.response.body", "body": b"late"})
                return
            while scope["path"] == "/slow" and not self.go.is_set():
                await asyncio.sleep(0.005)
            body = b"x" * (LARGE if scope["path"] == "/large" else 2)
            length = (b"content-length", str(len(body)).encode())
            await send({"type": "http.response.start", "status": 200, "headers": [length]})
            for start in range(0, len(body), 1 << 16):
                await send({"type": "http.response.body", "body": body[start : start + (1 << 16)], "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            self.under_way -= 1

    def get(self, path: str = "/") -> int:
        return httpx.get(f"http://127.0.0.1:{self.port}{path}", timeout=20).status_code

    def connect(self, sent: bytes = b"", at: str = "127.0.0.1") -> socket.socket:
        made = socket.create_connection(("127.0.0.1", self.port), timeout=20, source_address=(at, 0))
        if sent:
            made.sendall(sent)
        return made


async def _lifespan(receive: Receive, send: Send) -> None:
    for kind in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{kind}.complete"})


@contextmanager
def serving(**bounds: Any) -> Iterator[Server]:
    listener = listen("127.0.0.1", 0)
    app = Server(listener.getsockname()[1])
    server = make_server(app, Settings(**bounds))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield app
    finally:
        app.go.set()
        server.should_exit = True
        thread.join(20)
        listener.close()


def wait_until(true: Any) -> None:
    deadline = time.monotonic() + 20
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def rest_of(connection: socket.socket) -> bytes:
    """Everything until the server closes; it must, within the socket's own timeout."""
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionError:
        pass
    return found


# -- deadlines ---------------------------------------------------------------------------------------------------------


def trickle(connection: socket.socket, text: bytes, pause: float) -> float:
    """Sends a byte at a time until the server hangs up; how many seconds that took."""
    began = time.monotonic()
    for byte in text:
        try:
            connection.sendall(bytes([byte]))
        except OSError:
            break
        time.sleep(pause)
    return time.monotonic() - began


def test_headers_have_one_deadline_however_many_bytes_come() -> None:
    with serving(header_seconds=0.4) as server, server.connect() as connection:
        taken = trickle(connection, HALF + b"x" * 1000, 0.02)
        assert 0.3 < taken < 10
    with serving(header_seconds=0.3) as server:
        with server.connect(HALF) as half:
            assert rest_of(half).startswith(b"HTTP/1.1 408 Request Timeout\r\n")
        with server.connect() as silent:  # as browsers open for a request that may come
            assert rest_of(silent) == b""
        assert server.get() == 200


def answer(connection: socket.socket) -> bytes:
    """A whole answer of the small application."""
    found = b""
    while not found.endswith(b"\r\n\r\nxx"):
        part = connection.recv(1000)
        assert part, found
        found += part
    return found


def test_headers_of_further_requests_have_the_same_deadline() -> None:
    with serving(header_seconds=0.3, idle_seconds=30.0) as server, server.connect(GET) as connection:
        assert answer(connection).startswith(b"HTTP/1.1 200")
        time.sleep(0.5)  # idle is something else
        connection.sendall(GET)
        assert answer(connection).startswith(b"HTTP/1.1 200")
        connection.sendall(HALF)
        assert rest_of(connection).startswith(b"HTTP/1.1 408")


def test_idle_connections_end() -> None:
    with serving(idle_seconds=0.3, header_seconds=30.0) as server, server.connect(GET) as connection:
        assert answer(connection).startswith(b"HTTP/1.1 200")
        assert rest_of(connection) == b""


def test_a_body_that_trickles_in_has_a_deadline_whatever_the_application_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "GRACE", 0.3)
    head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"
    with serving(body_seconds=0.2) as server, server.connect(head) as connection:
        taken = trickle(connection, b"x" * 10_000, 0.02)
        assert 0.4 < taken < 10


def test_whoever_takes_nothing_of_an_answer_is_not_waited_for() -> None:
    with serving(send_seconds=0.3) as server:
        with server.connect(GET.replace(b"/ ", b"/large ")) as connection:
            wait_until(lambda: server.under_way == 1)
            wait_until(lambda: server.under_way == 0)
            assert len(rest_of(connection)) < LARGE
        large = httpx.get(f"http://127.0.0.1:{server.port}/large", timeout=20)
        assert len(large.content) == LARGE


@pytest.mark.parametrize("path", ["/", "/early"])
def test_a_body_that_is_none_is_refused_without_a_complaint(path: str) -> None:
    """Before and after the answer has begun; what the application sends then goes nowhere."""
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    complaints: list[logging.LogRecord] = []
    listener = logging.Handler(logging.ERROR)
    listener.emit = complaints.append  # type: ignore[method-assign]
    with serving() as server:
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).addHandler(listener)
        try:
            with server.connect(head) as connection:
                wait_until(lambda: server.under_way == 1)
                connection.sendall(b"no chunk\r\n")
                assert rest_of(connection).startswith(b"HTTP/1.1 200" if path == "/early" else b"HTTP/1.1 400")
            wait_until(lambda: server.under_way == 0)
            assert server.get() == 200
        finally:
            for name in ("uvicorn.error", "asyncio"):
                logging.getLogger(name).removeHandler(listener)
    assert complaints == []


# -- bounds ------------------------------------------------------------------------------------------------------------


def test_half_sent_headers_keep_nobody_out() -> None:
    """More connections than there may be, all from the address of one who is honest, and none of them ends."""
    with serving(most_connections=40) as server, ExitStack() as crowd:
        halves = [crowd.enter_context(server.connect(HALF)) for _ in range(100)]
        assert [server.get() for _ in range(5)] == [200] * 5
        for late in halves[-10:]:  # the newest of them can still finish
            late.sendall(b".0.0.1\r\n\r\n")
            assert late.recv(1000).startswith(b"HTTP/1.1 200")
        assert rest_of(halves[0]) == b""  # the oldest gave way


def test_requests_under_way_are_never_the_ones_to_give_way() -> None:
    """An address has half of all. Where all of them are in use, a new connection there is answered 503."""
    with serving(most_connections=8) as server, ExitStack() as crowd:
        slow = [crowd.enter_context(server.connect(GET.replace(b"/ ", b"/slow "))) for _ in range(4)]
        wait_until(lambda: server.under_way == 4)
        with server.connect() as refused:
            assert rest_of(refused).startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        with server.connect(GET, at="127.0.0.2") as other:
            assert other.recv(1000).startswith(b"HTTP/1.1 200")
        server.go.set()
        assert all(one.recv(1000).startswith(b"HTTP/1.1 200") for one in slow)
        assert server.get() == 200  # those that are idle now give way


def test_no_address_fills_the_server() -> None:
    with serving(most_connections=8) as server, ExitStack() as crowd:
        for _ in range(3):
            for at in ("127.0.0.2", "127.0.0.3"):
                for _ in range(4):
                    crowd.enter_context(server.connect(HALF, at=at))
        assert server.get() == 200


def test_nobody_can_claim_another_address() -> None:
    with serving() as server:
        httpx.get(f"http://127.0.0.1:{server.port}/", headers={"x-forwarded-for": "198.51.100.7"}, timeout=20)
        assert server.addresses == {"127.0.0.1"}


@pytest.mark.slow
def test_eleven_hundred_half_sent_headers() -> None:
    with serving() as server, ExitStack() as crowd:
        for number in range(1100):
            crowd.enter_context(server.connect(HALF))
            if number % 100 == 0:
                assert server.get() == 200
        assert server.get() == 200
