"""The little of HTTP/1.0 that the protocol needs, on asyncio: one POST and one answer a connection, everything bounded.

Real game servers end lines with a bare line feed, and send a line feed more than they announce: both are taken.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus

from plies.errors import PliesError

#: the rules of large games come to about a hundred thousand letters
MOST_BYTES = 256 * 1024
LONGEST_LINE = 8 * 1024
MOST_LINES = 64
#: seconds a client may take to send its message, however slowly it drips
READ_SECONDS = 10.0
#: seconds and bytes granted to a client that still sends after it was answered
DRAIN_SECONDS, DRAIN_BYTES = 0.5, 64 * 1024
#: game servers that run in a browser's page may read the answers (CORS): the browser asks with OPTIONS first
_ANYBODY = (
    "Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Methods: POST, OPTIONS\r\n"
    "Access-Control-Allow-Headers: *\r\nAccess-Control-Max-Age: 86400\r\n"
)


class HttpError(PliesError):
    """A request or a response that cannot be taken; `status` is what the sender of a request is answered."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Request:
    """A message, and what its headers say about whom it is for; an OPTIONS request has no message."""

    text: str
    mark: str = ""
    is_options: bool = False


async def read_request(reader: asyncio.StreamReader) -> Request:
    """A POST, or an OPTIONS; raises HttpError for everything else. It takes READ_SECONDS at most."""
    try:
        async with asyncio.timeout(READ_SECONDS):
            first, headers = await _read_head(reader)
            if first.startswith("OPTIONS "):
                return Request("", is_options=True)
            if not first.startswith("POST "):
                raise HttpError(405, "POST a message of the General Game Playing protocol")
            if headers.get("content-length") is None:
                raise HttpError(411, "a message needs its Content-length")
            text = (await reader.readexactly(_length(headers["content-length"]))).decode("latin-1")
            return Request(text, mark=f"{first} {headers.get('receiver', '')}")
    except TimeoutError:
        raise HttpError(408, f"the message was not complete within {READ_SECONDS:g} seconds") from None
    except asyncio.IncompleteReadError as error:
        raise HttpError(400, f"the message ended after {len(error.partial)} bytes, before its Content-length") from None
    except (ConnectionError, OSError):
        raise HttpError(400, "the connection broke before the message was complete") from None


async def _read_head(reader: asyncio.StreamReader) -> tuple[str, dict[str, str]]:
    """The first line, and the headers by their names in small letters."""
    first = await _read_line(reader)
    headers: dict[str, str] = {}
    for _ in range(MOST_LINES):
        line = await _read_line(reader)
        if not line:
            return first, headers
        name, _, value = line.partition(":")
        name = name.strip().lower()
        if headers.setdefault(name, value.strip()) != value.strip() and name == "content-length":
            raise HttpError(400, "two different Content-lengths")
    raise HttpError(400, f"more than {MOST_LINES} lines before the message")


async def _read_line(reader: asyncio.StreamReader) -> str:
    try:
        line = await reader.readline()
    except ValueError:  # what asyncio raises for a line longer than its buffer
        raise HttpError(400, f"a line of more than {LONGEST_LINE} bytes before the message") from None
    if not line.endswith(b"\n"):
        raise HttpError(400, "the connection ended before the message began")
    return line.decode("latin-1").rstrip("\r\n")


def _length(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise HttpError(400, "the Content-length is not a number")
    if len(text) > 9 or int(text) > MOST_BYTES:
        raise HttpError(413, f"a message has at most {MOST_BYTES} bytes")
    return int(text)


async def send_answer(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, status: int, text: str, seconds: float = READ_SECONDS
) -> None:
    """Answers and ends the connection; a client that does not listen is left after a while."""
    body = text.encode()
    first = f"HTTP/1.0 {status} {HTTPStatus(status).phrase}"
    head = f"{first}\r\nContent-type: text/acl\r\n{_ANYBODY}Content-length: {len(body)}\r\n\r\n"
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(seconds):
            writer.write(head.encode() + body)
            await writer.drain()
            if writer.can_write_eof():
                writer.write_eof()
        # closing with unread bytes would reset the connection, and the client would never see the answer
        async with asyncio.timeout(DRAIN_SECONDS):
            left = DRAIN_BYTES
            while left > 0 and (chunk := await reader.read(left)):
                left -= len(chunk)
    writer.close()
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            await writer.wait_closed()


async def post(host: str, port: int, text: str) -> str:
    """Sends a message and returns the answer. Raises HttpError, or OSError when the connection cannot be had.

    It waits as long as it takes: the caller has the clock.
    """
    reader, writer = await asyncio.open_connection(host, port, limit=LONGEST_LINE)
    try:
        body = text.encode()
        head = (
            f"POST / HTTP/1.0\r\nHost: {host}:{port}\r\nAccept: text/delim\r\nSender: GAMESERVER\r\n"
            f"Receiver: GAMEPLAYER\r\nContent-type: text/acl\r\nContent-length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        await writer.drain()
        return await _read_response(reader)
    finally:
        writer.transport.abort()


async def _read_response(reader: asyncio.StreamReader) -> str:
    """The body of a response with status 200: as long as its header states, or until the connection ends."""
    first, headers = await _read_head(reader)
    parts = first.split(None, 2)
    if len(parts) < 2 or not parts[0].startswith("HTTP/"):
        raise HttpError(400, "the answer is not HTTP")
    if parts[1] != "200":
        raise HttpError(400, f"the answer has HTTP status {parts[1][:10]}, not 200")
    given = headers.get("content-length")
    try:
        body = await _read_rest(reader) if given is None else await reader.readexactly(_length(given))
    except asyncio.IncompleteReadError as error:
        body = error.partial  # some players count wrongly; what is there may be an answer
    return body.decode("latin-1").strip()


async def _read_rest(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while chunk := await reader.read(LONGEST_LINE):
        body += chunk
        if len(body) > MOST_BYTES:
            raise HttpError(413, f"the answer has more than {MOST_BYTES} bytes")
    return body
