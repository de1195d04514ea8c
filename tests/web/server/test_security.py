"""The door: names, origins, the token, bodies, headers; and a hostile corpus that never makes the server fail."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from plies.web.server.security import Door, is_loopback, is_number, name_of
from plies.web.server.settings import Settings
from tests.web.serving import serving

STATIC = Path(__import__("plies.web").web.__file__).parent / "static"
POSTS = ["choose", "position", "evaluate", "export", "import", "compose", "move", "analyse", "graph"]
MARKER = "zzMARKERzz"


@pytest.fixture(scope="module")
def guarded() -> Iterator[httpx.Client]:
    """A server that asks for a token, as one that others can reach does."""
    with serving(Settings(host="0.0.0.0", token="a-long-secret", names=frozenset({"lab.example.org"}))) as client:
        yield client


def test_every_answer_carries_the_policy(shared_client: httpx.Client) -> None:
    for path in ("/", "/api/games", "/static/js/common.js", "/nothing", "/api/docs"):
        headers = shared_client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers.get("server", "uvicorn") == "uvicorn", "a version helps nobody but attackers"


def test_pages_have_nothing_inline_and_no_other_host() -> None:
    for file in [*STATIC.glob("**/*.html"), *STATIC.glob("**/*.js"), *STATIC.glob("**/*.css")]:
        text = file.read_text()
        assert not re.search(r"https?://(?!www\.w3\.org/)", text), file
        if file.suffix == ".html":
            assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=", text), file


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "10.0.0.1", "[::2]", "x:y:z", ""])
def test_other_names_are_refused(shared_client: httpx.Client, host: str) -> None:
    assert shared_client.get("/api/games", headers={"host": host}).status_code == 421


ODD_HOSTS = [
    ("localhost", "localhost"),
    ("LocalHost:8000", "localhost"),
    ("127.0.0.1:", "127.0.0.1"),
    ("127.0.0.1:65535", "127.0.0.1"),
    ("[::1]", "::1"),
    ("[::1]:8000", "::1"),
    ("[::FFFF:127.0.0.1]", "::ffff:127.0.0.1"),
    ("lab.example.org", "lab.example.org"),
    *((text, "") for text in ("evil.com@localhost", "evil.com@localhost:8000", "a:b@localhost", "@localhost")),
    *((text, "") for text in ("localhost@evil.com", "localhost#@evil.com", "localhost/evil", "localhost?x", "l\\")),
    *((text, "") for text in ("", ":", ":8000", " localhost", "localhost ", "local host", "localhost\t", "a,b")),
    *((text, "") for text in ("localhost:x", "localhost:-1", "localhost:65536", "localhost:800000", "a:80:80")),
    *((text, "") for text in ("::1", "[::1", "::1]", "[[::1]]", "[::1]x", "[]", "[localhost]", "[127.0.0.1]")),
    *((text, "") for text in ("[::1%25lo]", "[v1.x]", "%6cocalhost", "a%00", "l\u00f6calhost", "a\x00", "http://a")),
]


@pytest.mark.parametrize(("host", "name"), ODD_HOSTS)
def test_hosts_are_read_strictly(host: str, name: str) -> None:
    assert name_of(host) == name


@pytest.mark.parametrize("host", ["evil.com@localhost", "evil.com@127.0.0.1", "a:b@localhost", "::1", "[127.0.0.1]"])
def test_hosts_with_a_user_are_refused(shared_client: httpx.Client, host: str) -> None:
    assert shared_client.get("/api/games", headers={"host": host}).status_code == 421
    assert "@" not in shared_client.get("/api/games", headers={"host": host}).text


def test_two_hosts_are_refused() -> None:
    """The protocol refuses them before the door does; neither may depend on the other."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def never(*_: Any) -> Any:
        raise AssertionError

    twice = [(b"host", b"localhost"), (b"Host", b"localhost")]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": twice}
    asyncio.run(Door(never, Settings())(scope, never, send))
    assert sent[0]["status"] == 400


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://", "http://[", "ftp://127.0.0.1"]
)
def test_other_origins_are_refused(shared_client: httpx.Client, origin: str) -> None:
    reply = shared_client.post("/api/position", json={"game": "checkers"}, headers={"origin": origin})
    assert reply.status_code == 403
    assert (
        shared_client.post(
            "/api/position", json={"game": "checkers"}, headers={"sec-fetch-site": "cross-site"}
        ).status_code
        == 403
    )


def test_the_own_origin_is_welcome(shared_client: httpx.Client) -> None:
    origin = str(shared_client.base_url).rstrip("/")
    assert shared_client.post("/api/position", json={"game": "checkers"}, headers={"origin": origin}).status_code == 200


def test_the_token_is_asked_for(guarded: httpx.Client) -> None:
    assert guarded.get("/").status_code == 401
    assert guarded.get("/api/games", headers={"authorization": "Bearer wrong"}).status_code == 401
    assert guarded.get("/api/games", headers={"authorization": "Bearer a-long-secret"}).status_code == 200
    assert guarded.get("/?token=wrong-but-long").status_code == 401
    shown = guarded.get("/", headers={"accept": "text/html"})  # a person is told on a page
    assert (shown.status_code, shown.headers["content-type"]) == (401, "text/html; charset=utf-8")
    assert "<p>This server asks for its token: open the address it printed.</p>" in shown.text
    assert guarded.get("/api/games", headers={"accept": "text/html"}).json()["error"] == "Refused"
    assert guarded.get("/api/games", headers={"cookie": "plies_token=\x01;=;;"}).status_code == 401
    with socket.create_connection((guarded.base_url.host, guarded.base_url.port), timeout=30) as connection:
        connection.sendall(b"GET //evil.example/?token=a-long-secret HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        answer = connection.recv(2000).decode()
    assert answer.startswith("HTTP/1.1 303")
    assert "\r\nlocation: /evil.example/\r\n" in answer
    assert "HttpOnly; SameSite=Strict" in answer
    with httpx.Client(base_url=guarded.base_url) as browser:
        browser.get("/?token=a-long-secret")
        assert browser.get("/api/games").status_code == 200
        for host, status in (("lab.example.org", 401), ("10.1.2.3:8000", 401), ("evil.example", 421)):
            assert guarded.get("/api/games", headers={"host": host}).status_code == status


def test_addresses() -> None:
    assert is_loopback("localhost")
    assert is_loopback("::1")
    assert not is_loopback("example.org")
    assert is_number("10.0.0.1")
    assert not is_number("ten.example")


def memory() -> int:
    """The memory of this process, in bytes; the server is a thread of it."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def test_large_bodies_end_at_the_limit(shared_client: httpx.Client) -> None:
    """200 MB with a length, 200 MB in chunks without one: refused early, and nothing of it is kept."""
    shared_client.post("/api/position", content=b"x")
    before = memory()
    address = (shared_client.base_url.host, shared_client.base_url.port)
    head = f"POST /api/position HTTP/1.1\r\nHost: {address[0]}\r\nContent-Type: application/json\r\n"
    for length, chunked in ((200_000_000, False), (0, True)):
        with socket.create_connection(address, timeout=30) as connection:
            kind = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {length}"
            connection.sendall(f"{head}{kind}\r\n\r\n".encode())
            block = b"x" * 65536
            sent = 0
            try:
                while sent < 200_000_000:
                    connection.sendall(b"10000\r\n" + block + b"\r\n" if chunked else block)
                    sent += len(block)
            except OSError:
                pass  # the server has hung up, as it should
            assert sent < 50_000_000
            try:
                answer = connection.recv(200)
            except OSError:
                answer = b""
            assert answer == b"" or answer.startswith(b"HTTP/1.1 413")
    assert memory() - before < 50_000_000
    assert shared_client.post("/api/position", content=b" " * 70_000).status_code == 413
    assert shared_client.post("/api/position", content=(b" " * 1000 for _ in range(70))).status_code == 413


def corpus() -> list[bytes]:
    """Bodies that have made other servers fail."""
    spots: list[dict[str, Any]] = [
        {"game": MARKER},
        {"game": f"pawns:{MARKER}"},
        {"game": "pawns:6x6", "start": MARKER},
        {"game": "pawns:6x6", "moves": [MARKER]},
        {"game": "checkers", "start": f"B:W{MARKER}:B1"},
        {"game": f"/etc/passwd{MARKER}.py"},
        {"game": f"{__file__}"},
        {"game": "wumpus:6", "start": f"WHMWHM/6/6/6/{MARKER}/whmwhm lower"},
        {"game": "pawns:6x6", MARKER: 1},
        {"game": "pawns:6x6", "heuristic": {"name": MARKER}, "heuristics": [{"name": MARKER}], "format": MARKER},
        {"game": "pawns:6x6", "heuristic": {"name": f"/tmp/{MARKER}.py:f"}},
        {"game": "pawns:6x6", "heuristic": {"weights": {MARKER: 1}}},
        {"game": "pawns:6x6", "text": MARKER},
        {"game": "checkers", "text": f'[Event "{MARKER}"]\n1. {MARKER}'},
        {"game": "pawns:6x6", "cells": {MARKER: "w"}, "turn": 0},
        {"game": "pawns:6x6", "cells": {"a1": "zzMARKE"}, "turn": 0},
        {"family": MARKER, "values": {MARKER: MARKER}},
        {"family": "pawns", "values": {"width": MARKER}},
        {"game": "pawns:6x6\x00", "start": "\x00" * 1000},
        {"game": "pebbles:4x2", "start": "9" * 4000},
        {"game": "pawns:6x6", "limits": {"depth": 10**30, "seconds": 1e308, "nodes": -1}},
    ]
    texts = [json.dumps(one).encode() for one in spots]
    texts += [
        b'{"game":"pawns:6x6","limits":{"seconds":NaN}}',
        b'{"game":"pawns:6x6","heuristic":{"weights":{"pawns":Infinity}}}',
        b'{"game":"pawns:6x6","heuristics":[{"weights":{"pawns":-1e999}}]}',
        b'{"game":"\\ud800"}',
        b'{"game":"pawns:6x6","moves":["\\udfff"]}',
        b'{"\\ud800":1}',
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b'{"game":' + b"9" * 60_000 + b"}",
        b"\xff\xfe\x00",
        b"",
        b"null",
        b"[]",
        b'"x"',
        b"{",
        b'{"game":"pawns:6x6","moves":' + json.dumps(["a2-a3"] * 1001).encode() + b"}",
    ]
    return texts


@pytest.mark.parametrize("path", POSTS)
def test_a_hostile_corpus_is_refused_without_echo(shared_client: httpx.Client, path: str) -> None:
    for body in corpus():
        reply = shared_client.post(f"/api/{path}", content=body, headers={"content-type": "application/json"})
        assert reply.status_code < 500, (path, body[:80])
        if reply.status_code >= 400:
            assert MARKER not in reply.text, (path, body[:80], reply.text)
            assert "zzMARKE" not in reply.text
            assert len(reply.content) < 2000
            assert set(reply.json()) == {"error", "message"}


@pytest.mark.parametrize("evil", ["zzmarker", "Zz-Marker_9", "x'y\"zzmm", "<b>zzmm</b>", "zzzz yyyyy", "12345678"])
def test_no_text_of_the_sender_comes_back(shared_client: httpx.Client, evil: str) -> None:
    """Wherever a request takes a text, whole or as a part of one that almost fits."""
    starts = [
        evil,
        f"B:W{evil}:B1",
        f"B:W1,{evil}:BK3",
        f"bbbbbb/{evil}/6/6/6/wwwwww w",
        f"2,2/{evil} A",
        f"6/6 {evil}",
    ]
    bodies: list[tuple[str, dict[str, Any]]] = []
    for game in ("pawns:6x6", "checkers", "pebbles:4x2", "wumpus:6"):
        bodies += [("position", {"game": game, "start": start}) for start in starts]
        bodies += [("import", {"game": game, "text": start}) for start in [*starts, f'[Event "{evil}"]\n1. {evil}']]
        bodies += [("position", {"game": game, "moves": [evil]}), ("position", {"game": f"{game}{evil}"})]
        bodies += [("move", {"game": game, "heuristic": {"name": evil}}), ("export", {"game": game, "format": evil})]
    for path, body in bodies:
        reply = shared_client.post(f"/api/{path}", json=body)
        message = reply.json()["message"] if reply.status_code >= 400 else ""
        pieces = {evil[at : at + 5] for at in range(len(evil) - 4)}
        assert not [piece for piece in pieces if piece in message], (body, message)


@pytest.mark.parametrize(
    ("body", "reported"),
    [
        ({"game": "pawns:6x6", "moves": ["b2xc3"]}, "move 1: this move is not legal here; legal: a2-a3 b2-b3"),
        ({"game": "pawns:6x6", "moves": ["b2-b3", "nonsense"]}, "this is not a move; a move looks like b2-b3 or b2xc3"),
        ({"game": "pawns:6x6", "start": "position is rows and"}, "a position is rows and the side to move, 'w' or 'b'"),
        ({"game": "wumpus:6", "start": "lower"}, "the side to move, 'lower' or 'upper', after one space"),
    ],
)
def test_our_own_words_and_examples_stay(shared_client: httpx.Client, body: dict[str, Any], reported: str) -> None:
    assert reported in shared_client.post("/api/position", json=body).json()["message"]


def test_a_body_that_never_comes_is_not_waited_for() -> None:
    with serving(Settings(body_seconds=0.1)) as client:
        address = (client.base_url.host, client.base_url.port)
        with socket.create_connection(address, timeout=30) as connection:
            connection.sendall(b"POST /api/position HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n{")
            assert connection.recv(200).startswith(b"HTTP/1.1 408")


def test_a_failure_is_reported_without_details() -> None:
    with serving() as client:
        client.app.state.replays = None  # type: ignore[attr-defined]
        reply = client.post("/api/position", json={"game": "checkers"})
        assert reply.status_code == 500
        assert reply.json()["message"] == "the server failed; its log shows where"
        assert "content-security-policy" in reply.headers


def test_websockets_are_closed() -> None:
    """Whatever the server in front of it understands, nothing behind the door ever sees one."""
    reached, sent = [], []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope)

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    door = Door(app, Settings())
    asyncio.run(door({"type": "websocket", "path": "/", "headers": [(b"host", b"127.0.0.1")]}, receive, send))
    assert reached == []
    assert sent == [{"type": "websocket.close", "code": 1008}]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/static/../app.py", 404),
        ("/static/%2e%2e/app.py", 404),
        ("/static//etc/passwd", 404),
        ("/%00", 404),
        ("/api/game?name=%00", 400),
        ("/api/game", 422),
        ("/api/game?name=" + "x" * 5000, 422),
    ],
)
def test_strange_paths_and_queries(shared_client: httpx.Client, path: str, status: int) -> None:
    reply = shared_client.get(path)
    assert reply.status_code == status
    assert set(reply.json()) == {"error", "message"}


def test_other_methods(shared_client: httpx.Client) -> None:
    assert shared_client.put("/api/position").status_code == 405


def test_two_tabs_cannot_disturb_each_other(shared_client: httpx.Client) -> None:
    """Many requests about different games at once: each answer is about the game that was asked for."""
    asked = [("pawns:6x6", ["a2-a3"]), ("pawns:6x6", ["b2-b3"]), ("checkers", ["11-15"]), ("pebbles:4x2", ["1"])]
    wrong: list[Any] = []

    def tab(number: int) -> None:
        for step in range(25):
            game, moves = asked[(number + step) % len(asked)]
            shown = shared_client.post("/api/position", json={"game": game, "moves": moves}).json()
            if shown["game"] != game or shown["moves"] != moves:
                wrong.append((game, moves, shown))

    threads = [threading.Thread(target=tab, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert wrong == []
