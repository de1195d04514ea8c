"""The server under load: other requests while every slot searches, a hundred users at once, memory after a
thousand games, and how soon a closed tab frees its slot. Bounds stand in for the peer.

python benchmarks/web_load.py           all of it (about two minutes)
python benchmarks/web_load.py --brief   a tenth of it
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from harness import Row, say

GAME = "pawns:8x8"
LONG = "checkers"


class User:
    """One connection that is kept open, as a browser does; plain sockets, so that the client costs little."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, path: str, body: Any = None) -> tuple[int, Any]:
        if self.writer is None or self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        self.writer.write(head.encode() + content)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"(?i)content-length: (\d+)", answer)
        status = int(answer.split(" ", 2)[1])
        if length is None:
            return status, None  # a stream, which continues
        text = await self.reader.readexactly(int(length[1]))
        return status, json.loads(text) if path.startswith("/api/") else text

    def close(self) -> None:
        if self.writer is not None:
            self.writer.transport.abort()


@contextlib.contextmanager
def serving() -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = [sys.executable, "-m", "plies", "serve", "--port", "0", "--no-open"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        found = re.search(r":(\d+)/", server.stdout.readline())
        assert found
        yield server, int(found[1])
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()


@contextlib.asynccontextmanager
async def users(port: int, count: int) -> AsyncIterator[list[User]]:
    crowd = [User(port) for _ in range(count)]
    try:
        yield crowd
    finally:
        for one in crowd:
            one.close()


def memory(server: subprocess.Popen[str]) -> float:
    """The server's memory in megabytes."""
    pages = int(Path(f"/proc/{server.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


def part(figures: list[float], share: float) -> float:
    return sorted(figures)[min(len(figures) - 1, int(share * len(figures)))]


async def others_while_busy(port: int, seconds: float) -> list[float]:
    """Seconds that positions, evaluations and files take while an analysis runs in every slot."""
    slots = len(os.sched_getaffinity(0))
    taken: list[float] = []
    choose = random.Random(1)
    async with users(port, slots) as busy, users(port, 1) as (user,):
        for one in busy:
            assert (await one.ask("/api/analyse", {"game": LONG}))[0] == 200
        await asyncio.sleep(1)
        end = time.monotonic() + seconds
        moves: list[str] = []
        while time.monotonic() < end:
            began = time.perf_counter()
            status, shown = await user.ask("/api/position", {"game": GAME, "moves": moves})
            taken.append(time.perf_counter() - began)
            assert status == 200
            moves = [] if shown["outcome"] or len(moves) > 60 else [*moves, choose.choice(shown["legal"])["word"]]
            for path, body in (("/api/evaluate", {"game": GAME, "moves": moves}), ("/static/js/board.js", None)):
                began = time.perf_counter()
                await user.ask(path, body)
                taken.append(time.perf_counter() - began)
            await asyncio.sleep(0.01)
    return taken


async def one_user(user: User, moves_each: int, seed: int, refused: list[int]) -> list[float]:
    """Plays random moves against the computer at 100 ms per move; how long each answer took."""
    choose, moves, taken = random.Random(seed), [], []
    limits = {"seconds": 0.1}
    await asyncio.sleep(choose.random())
    while len(taken) < moves_each:
        _, shown = await user.ask("/api/position", {"game": GAME, "moves": moves})
        if shown["outcome"]:
            moves = []
            continue
        moves = [*moves, choose.choice(shown["legal"])["word"]]
        _, shown = await user.ask("/api/position", {"game": GAME, "moves": moves})
        if shown["outcome"]:
            continue
        began = time.perf_counter()
        status, found = await user.ask("/api/move", {"game": GAME, "moves": moves, "limits": limits})
        taken.append(time.perf_counter() - began)
        if status == 429:
            refused.append(seed)
            continue
        moves = [*moves, found["lines"][0]["move"]]
    return taken


async def hundred_users(port: int, count: int, moves_each: int) -> tuple[list[float], int]:
    refused: list[int] = []
    async with users(port, count) as crowd:
        taken = await asyncio.gather(*(one_user(one, moves_each, i, refused) for i, one in enumerate(crowd)))
    return [one for each in taken for one in each], len(refused)


async def whole_games(port: int, count: int) -> None:
    """Games of different users on different boards, ten at a time, a search for every other move."""

    async def play(user: User, seed: int) -> None:
        choose, moves = random.Random(seed), []
        game = f"pawns:{choose.randint(3, 8)}x{choose.randint(4, 8)}"
        while True:
            _, shown = await user.ask("/api/position", {"game": game, "moves": moves})
            if shown["outcome"]:
                return
            word = choose.choice(shown["legal"])["word"]
            if len(moves) % 2:
                asked = {"game": game, "moves": moves, "limits": {"nodes": 200}}
                word = (await user.ask("/api/move", asked))[1]["lines"][0]["move"]
            moves = [*moves, word]

    async with users(port, 10) as crowd:
        for first in range(0, count, 10):
            await asyncio.gather(*(play(one, first + i) for i, one in enumerate(crowd)))


async def closed_tab(port: int, times: int) -> float:
    """Seconds from closing one of the analyses that fill all slots to the answer of a move that waited for a slot."""
    slots = len(os.sched_getaffinity(0))
    worst = 0.0
    for _ in range(times):
        async with users(port, slots) as busy, users(port, 1) as (user,):
            for one in busy:
                await one.ask("/api/analyse", {"game": LONG})
            await asyncio.sleep(0.3)
            waiting = asyncio.create_task(user.ask("/api/move", {"game": LONG, "limits": {"depth": 1}}))
            await asyncio.sleep(0.2)
            began = time.perf_counter()
            busy[0].close()
            await waiting
            worst = max(worst, time.perf_counter() - began)
    return worst


def _row(name: str, ours: float, bound: float, unit: str, note: str = "") -> Row:
    return Row(name, ours, bound, bound / max(ours, 1e-9), 1.0, unit, note)


def rows(brief: bool = False) -> list[Row]:
    scale = 0.1 if brief else 1.0
    with serving() as (server, port):

        async def warm() -> None:
            async with users(port, 1) as (one,):
                for game in (GAME, LONG, "pawns:5x5"):
                    await one.ask("/api/move", {"game": game, "limits": {"depth": 1}})

        say("compiling ...")
        asyncio.run(warm())
        say("other requests while every slot searches ...")
        busy = asyncio.run(others_while_busy(port, 20 * scale))
        say("a closed tab ...")
        closed = asyncio.run(closed_tab(port, max(2, int(10 * scale))))
        say("a hundred users ...")
        moves, refused = asyncio.run(hundred_users(port, 100, max(2, int(10 * scale))))
        say("a thousand games ...")
        asyncio.run(whole_games(port, int(200 * scale)))
        before = memory(server)
        asyncio.run(whole_games(port, int(1000 * scale)))
        grown = memory(server) - before
    p99, p95 = part(busy, 0.99), part(moves, 0.95)
    return [
        _row("other requests, slots full, p99", p99 * 1000, 50, "ms", f"{len(busy)} requests"),
        _row("a closed tab frees its slot, worst", closed * 1000, 250, "ms"),
        _row(
            "a move for 100 users, p95",
            p95 if not refused else float("inf"),
            12,
            "s",
            f"{len(moves)} moves of 100 ms, {refused} refused",
        ),
        _row("memory grown by 1,000 games", max(grown, 0.0), 50, "MB", f"from {before:.0f} MB"),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--brief", action="store_true", help="a tenth of it")
    for found in rows(parser.parse_args().brief):
        print(f"{found.name:40} {found.ours:10.2f} {found.unit:6} bound {found.peer:g}  {found.note}")
