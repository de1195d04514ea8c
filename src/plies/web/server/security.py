"""The door: every request passes here before anything else looks at it, and every answer on its way out.

1. Host       a name that leads here by DNS rebinding is refused: only loopback names, numbers, and names of --name
2. Origin     other sites may not call: an Origin must be our own
3. token      when one is set: as `Authorization: Bearer`, as a cookie, or once in the address, which sets the cookie;
              the secret of the editor comes in the same ways, and without it the editor alone is closed (`may_edit`)
4. share      a visitor without a cookie gets one; whoever has too many requests under way waits (429)
5. body       at most `most_body` bytes, counted while they arrive, whatever Content-Length is
6. headers    a strict content security policy and its companions on every answer
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import logging
import re
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plies.web.server.settings import Settings
from plies.web.server.streams import refuse, refuse_page

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
COOKIE = "plies_token"
_HOST = re.compile(r"(?:(?P<name>[A-Za-z0-9._-]+)|\[(?P<number>[0-9A-Fa-f:.]+)\])(?::(?P<port>[0-9]{0,5}))?")
log = logging.getLogger("uvicorn.error")


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_number(host: str) -> bool:
    """An address in numbers, which no name server can redirect."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def name_of(host: str) -> str:
    """The name or number in a Host header, in small letters: `localhost` of `localhost:8000`, `::1` of `[::1]:8000`.

    Nothing of what is no `host [":" port]` (RFC 9110): with a user, a space, a path, an IPv6 address without brackets.
    """
    found = _HOST.fullmatch(host)
    if found is None or int(found["port"] or 0) > 65535:
        return ""
    if found["number"] is None:
        return found["name"].lower()
    return found["number"].lower() if ":" in found["number"] and is_number(found["number"]) else ""


class _TooLarge(Exception):
    pass


class Door:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        guarded = _with_headers(scope, send)
        if scope["type"] != "http":  # no websockets here
            await guarded({"type": "websocket.close", "code": 1008})
            return
        headers = {name.lower(): value for name, value in reversed(scope["headers"])}
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await (refuse_page if wants_page(scope, headers) else _refuse)(guarded, *refusal)
            return
        cookies = self._cookies(scope)
        if cookies:
            await _set_cookies(guarded, scope, cookies)
            return
        await self._admit(scope, headers, receive, guarded)

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        host = headers.get(b"host", b"").decode("latin-1")
        if sum(name.lower() == b"host" for name, _ in scope["headers"]) > 1:
            return 400, "a request has one Host header"
        if not self._known_host(host):
            return 421, "this server does not answer to that name; start it with --name to add one"
        origin = headers.get(b"origin")
        if origin is not None and urlsplit_host(origin.decode("latin-1")) != host.lower():
            return 403, "requests from other sites are refused"
        if origin is None and headers.get(b"sec-fetch-site") == b"cross-site" and scope["method"] != "GET":
            return 403, "requests from other sites are refused"
        if self.settings.token and not holds(scope, headers, COOKIE, self.settings.token):
            return 401, "this server asks for its token: open the address it printed"
        return None

    def _known_host(self, host: str) -> bool:
        name = name_of(host)
        if is_loopback(name) or name in self.settings.names:
            return True
        return not is_loopback(self.settings.host) and is_number(name)

    def _cookies(self, scope: Scope) -> dict[str, str]:
        """What a token in the address opens, to be kept by the browser."""
        keys = {COOKIE: self.settings.token, edit_cookie(self.settings): self.settings.secret}
        given = _token_in_address(scope) if scope["method"] == "GET" else ""
        return {name: key for name, key in keys.items() if key and _same(given, key)}

    async def _admit(self, scope: Scope, headers: dict[bytes, bytes], receive: Receive, send: Send) -> None:
        """The application sees a body that has been read and measured already."""
        length = headers.get(b"content-length", b"0")
        try:
            if not length.isdigit() or len(length) > 12 or int(length) > self.settings.most_body:
                raise _TooLarge
            async with asyncio.timeout(self.settings.body_seconds):
                body = await self._read(receive)
        except _TooLarge:
            await _refuse(send, 413, f"a request may have at most {self.settings.most_body} bytes", close=True)
            return
        except TimeoutError:
            await _refuse(send, 408, "the request took too long to arrive", close=True)
            return
        if body is None:
            return
        scope.setdefault("state", {})["body"] = body
        await self._call(scope, _replay(body, receive), send)

    async def _call(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The application; after an unexpected error the log has the traceback, and the answer only states it."""
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception:
            log.exception("a request failed")
            if not started:
                await _refuse(send, 500, "the server failed; its log shows where", close=True)

    async def _read(self, receive: Receive) -> bytes | None:
        parts, total = [], 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return None
            part = message.get("body", b"")
            total += len(part)
            if total > self.settings.most_body:
                raise _TooLarge
            parts.append(part)
            if not message.get("more_body", False):
                return b"".join(parts)


def edit_cookie(settings: Settings) -> str:
    """With the port, because browsers share cookies between the ports of a host."""
    return f"plies_edit_{settings.port}"


def holds(scope: Scope, headers: dict[bytes, bytes], cookie: str, key: str) -> bool:
    """Whether a request brings a key: in its headers, as a cookie, or in its address."""
    given = [headers.get(b"authorization", b"").decode("latin-1").removeprefix("Bearer ")]
    try:
        kept = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1")).get(cookie)
        given.append(kept.value if kept else "")
    except CookieError:
        pass
    given.append(_token_in_address(scope))
    return any(_same(one, key) for one in given)


def may_edit(scope: Scope, settings: Settings) -> bool:
    """Whether a request may use the editor: on this machine, under a loopback name, with the secret."""
    headers = {name.lower(): value for name, value in reversed(scope["headers"])}
    if not settings.secret or not is_loopback(name_of(headers.get(b"host", b"").decode("latin-1"))):
        return False
    client = scope.get("client")
    if not is_loopback(settings.host) or client is None or not is_loopback(client[0]):
        return False
    if headers.get(b"sec-fetch-site", b"same-origin") != b"same-origin":
        return False
    return holds(scope, headers, edit_cookie(settings), settings.secret)


def _same(given: str, key: str) -> bool:
    return hmac.compare_digest(given.encode(), key.encode())


def urlsplit_host(origin: str) -> str:
    """`127.0.0.1:8000` of `http://127.0.0.1:8000`; nothing of `null` and of nonsense."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc.lower() if parts.scheme in ("http", "https") else ""


def _token_in_address(scope: Scope) -> str:
    text: str = scope.get("query_string", b"").decode("latin-1")
    return parse_qs(text).get("token", [""])[0]


def _replay(body: bytes, receive: Receive) -> Receive:
    """Passes the body on once; then the messages of the connection, such as that it is closed."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def _with_headers(scope: Scope, send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = b"no-store" if scope.get("path", "").startswith("/api/") else b"no-cache"
            have = {name.lower() for name, _ in message["headers"]}
            more = [pair for pair in (*HEADERS, (b"cache-control", kept)) if pair[0] not in have]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sending


def wants_page(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    """Whether a person is to read the answer."""
    return b"text/html" in headers.get(b"accept", b"") and not scope["path"].startswith("/api/")


async def _refuse(send: Send, status: int, text: str, close: bool = False) -> None:
    await refuse(send, status, "Refused", text, *([(b"connection", b"close")] if close else []))


async def _set_cookies(send: Send, scope: Scope, cookies: dict[str, str]) -> None:
    """Takes the token out of the address, so that it does not stay in the history or in links."""
    kept = [f"{name}={key}; Path=/; HttpOnly; SameSite=Strict".encode() for name, key in cookies.items()]
    path = scope.get("raw_path", scope["path"].encode())
    where = b"/" + path.lstrip(b"/\\")  # never another host
    headers = [(b"location", where), *((b"set-cookie", one) for one in kept), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
