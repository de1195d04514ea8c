"""A crowd at the server, as a process of its own, so that measuring beside it is not delayed by it.

python benchmarks/web_crowd.py half PORT 1100       connections that never finish their headers
python benchmarks/web_crowd.py tabs PORT 1000       one visitor: analyses, and moves of thirty seconds, again and again
python benchmarks/web_crowd.py watch PORT 1000 ID   streams of a tournament, from many visitors at many addresses

Prints a line of figures when all are there, and stays until its standard input is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

GAME, LONG = "pawns:8x8", "checkers"
#: visitors at one address, and streams of one visitor
VISITORS, STREAMS = 10, 10


class User:
    """One connection that is kept open, as a browser does, with its cookie; plain sockets, so that it costs little."""

    def __init__(self, port: int, address: str = "127.0.0.1", cookie: str = "") -> None:
        self.port, self.address, self.cookie = port, address, cookie
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.writer is None or self.reader is None or self.writer.is_closing() or self.reader.at_eof():
            made = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
            self.reader, self.writer = made
        return self.reader, self.writer

    async def ask(self, path: str, body: Any = None) -> tuple[int, Any]:
        reader, writer = await self.connect()
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        head += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        writer.write(head.encode() + content)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        if given := re.search(r"(?i)set-cookie: ([^;]+)", answer):
            self.cookie = given[1]
        length = re.search(r"(?i)content-length: (\d+)", answer)
        status = int(answer.split(" ", 2)[1])
        if length is None:
            return status, None  # a stream, which continues
        text = await reader.readexactly(int(length[1]))
        return status, json.loads(text) if path.startswith("/api/") else text

    def close(self) -> None:
        if self.writer is not None:
            self.writer.transport.abort()
        self.reader = self.writer = None


@contextlib.contextmanager
def crowd(kind: str, port: int, count: int, *words: str) -> Iterator[dict[str, int]]:
    """The crowd while it is there, and what it says of itself."""
    command = [sys.executable, str(Path(__file__)), kind, str(port), str(count), *words]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.stdin.close()
        process.wait(30)
        process.stdout.close()


# -- the crowds ------------------------------------------------------------------------------------------------------


async def half(port: int, count: int) -> dict[str, int]:
    """Half-sent headers, a further byte every second; whoever is turned away comes again."""

    async def one(there: asyncio.Event) -> None:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET / HTTP/1.1\r\nHost: 127")
                while not writer.is_closing():
                    there.set()
                    await asyncio.sleep(1)
                    writer.write(b"x")
            await asyncio.sleep(1)

    arrived = [asyncio.Event() for _ in range(count)]
    _keep([asyncio.create_task(one(event)) for event in arrived])
    await asyncio.gather(*(event.wait() for event in arrived))
    return {"connections": count}


async def tabs(port: int, count: int) -> dict[str, int]:
    """One visitor with many tabs, half of them analyses, half of them moves; whoever is refused asks again."""
    first = User(port)
    await first.ask("/")
    answered = {200: 0, 429: 0}

    async def one(number: int, there: asyncio.Event) -> None:
        user = User(port, cookie=first.cookie)
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                if number % 2:
                    there.set()
                    limits = {"seconds": 30}
                    status, _ = await user.ask("/api/move", {"game": LONG, "limits": limits})
                else:
                    status, _ = await user.ask("/api/analyse", {"game": LONG})
                    there.set()
                    if status == 200 and user.reader is not None:
                        while await user.reader.readline() not in (b"", b"0\r\n"):
                            pass
                answered[status] += 1
            user.close()
            await asyncio.sleep(2)

    arrived = [asyncio.Event() for _ in range(count)]
    _keep([asyncio.create_task(one(number, event)) for number, event in enumerate(arrived)])
    await asyncio.gather(*(event.wait() for event in arrived))
    await asyncio.sleep(1)
    return {"tabs": count, "refused": answered[429]}


async def watch(port: int, count: int, id: str) -> dict[str, int]:
    """Streams of one tournament; all of them have been sent something."""
    users: list[User] = []
    for number in range(0, count, STREAMS):
        address = f"127.0.0.{2 + number // (STREAMS * VISITORS)}"
        first = User(port, address)
        await first.ask("/")
        first.close()
        users += [User(port, address, first.cookie) for _ in range(min(STREAMS, count - number))]

    async def one(user: User) -> int:
        status, _ = await user.ask(f"/api/tournaments/{id}/events")
        assert user.reader is not None
        if status == 200:
            await user.reader.readuntil(b"data: ")
            _keep([asyncio.create_task(read_on(user.reader))])
        return status

    async def read_on(reader: asyncio.StreamReader) -> None:
        while await reader.read(1 << 16):
            pass

    statuses = [
        status for at in range(0, count, 100) for status in await asyncio.gather(*map(one, users[at : at + 100]))
    ]
    return {"streams": sum(status == 200 for status in statuses)}


_kept: list[asyncio.Task[Any]] = []


def _keep(tasks: list[asyncio.Task[Any]]) -> None:
    _kept.extend(tasks)


async def main(kind: str, port: int, count: int, *words: str) -> None:
    made = {"half": half, "tabs": tabs, "watch": watch}[kind]
    print(json.dumps(await made(port, count, *words)), flush=True)  # type: ignore[operator]
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:]))
