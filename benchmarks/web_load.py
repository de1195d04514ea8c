"""The server under load: other requests while every slot searches, a hundred users at once, memory after a
thousand games, and how soon a closed tab frees its slot. And a crowd that means no good: half-sent headers, a visitor
with a thousand tabs, a thousand watchers of one tournament. Bounds stand in for the peer.

python benchmarks/web_load.py           all of it (about four minutes)
python benchmarks/web_load.py --brief   a tenth of it
python benchmarks/web_load.py --crowd   the crowd alone
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from harness import Row, say
from web_crowd import GAME, LONG, User, crowd

#: the usual limit of open files
FILES = 1024


@contextlib.contextmanager
def serving(files: int | None = None) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server with a ledger of its own; `files`: how many files it may have open at most."""
    command = [sys.executable, "-m", "plies", "serve", "--port", "0", "--no-open", "--no-compile-ahead"]
    if files is not None:
        command = ["/bin/sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command]
    folder = tempfile.TemporaryDirectory(prefix="plies-")
    place = {**os.environ, "PLIES_LEDGER": str(Path(folder.name) / "ledger.sqlite")}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=place)
    assert server.stdout is not None
    try:
        found = re.search(r":(\d+)/", server.stdout.readline())
        assert found
        yield server, int(found[1])
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()
        folder.cleanup()


@contextlib.asynccontextmanager
async def users(port: int, count: int) -> AsyncIterator[list[User]]:
    """Visitors, each with a page open and so with a cookie of its own."""
    made = [User(port) for _ in range(count)]
    try:
        for one in made:
            await one.ask("/")
        yield made
    finally:
        for one in made:
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
    async with users(port, count) as all_users:
        taken = await asyncio.gather(*(one_user(one, moves_each, i, refused) for i, one in enumerate(all_users)))
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

    async with users(port, 10) as players:
        for first in range(0, count, 10):
            await asyncio.gather(*(play(one, first + i) for i, one in enumerate(players)))


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


# -- a crowd ---------------------------------------------------------------------------------------------------------


async def gets(port: int, count: int, *paths: str) -> list[float]:
    """Seconds that each GET takes on a connection of its own, with the time to connect; for ever when it is refused."""
    taken = []
    for number in range(count):
        user, began = User(port), time.perf_counter()
        try:
            async with asyncio.timeout(30):
                status, _ = await user.ask(paths[number % len(paths)])
            taken.append(time.perf_counter() - began if status == 200 else float("inf"))
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            taken.append(float("inf"))
        finally:
            user.close()
        await asyncio.sleep(0.05)
    return taken


async def moves(port: int, count: int) -> list[float]:
    """Seconds that each move of 100 ms takes; for ever when it is refused."""
    taken = []
    async with users(port, 1) as (user,):
        for _ in range(count):
            began = time.perf_counter()
            status, _ = await user.ask("/api/move", {"game": GAME, "limits": {"seconds": 0.1}})
            taken.append(time.perf_counter() - began if status == 200 else float("inf"))
    return taken


async def begin_tournament(port: int) -> str:
    """The id of a tournament that runs for some minutes and stores many games a second."""
    random_players = [{"heuristic": "random"}, {"heuristic": "random"}]
    asked = {"boards": ["pawns:5x5"], "players": random_players, "openings": {"kind": "start"}, "games": 100_000}
    async with users(port, 1) as (user,):
        status, made = await user.ask("/api/tournaments", asked)
        assert status == 200, made
        while (await user.ask(f"/api/tournaments/{made['id']}"))[1]["tournament"]["games"] < 10:
            await asyncio.sleep(0.2)
    return str(made["id"])


def crowd_rows(scale: float = 1.0) -> list[Row]:
    half, tabs, watchers = int(1100 * scale), int(1000 * scale), int(1000 * scale)
    say(f"{half} half-sent headers ...")
    with serving(FILES) as (_, port), crowd("half", port, half):
        honest = asyncio.run(gets(port, 100, "/", "/api/games"))
    say(f"a visitor with {tabs} tabs ...")
    with serving() as (_, port):
        asyncio.run(warm(port))
        with crowd("tabs", port, tabs) as many:
            others = asyncio.run(moves(port, 12))
    say(f"{watchers} watchers ...")
    with serving() as (_, port):
        id = asyncio.run(begin_tournament(port))
        with crowd("watch", port, watchers, id) as seen:
            beside = asyncio.run(gets(port, 200, "/api/games", f"/api/tournaments/{id}", "/tournaments"))
    worst, late = max(honest) * 1000, part(beside, 0.99) * 1000
    note = f"{len(others)} moves of 100 ms, {sum(map(math.isinf, others))} refused; of the other's {many['refused']}"
    return [
        _row(f"a GET beside {half:,} half-sent headers, worst", worst, 1000, "ms", f"{FILES:,} descriptors"),
        _row(f"a move beside a visitor with {tabs:,} tabs, worst", max(others), 8, "s", note),
        _row(f"a GET beside {watchers:,} watchers, p99", late, 500, "ms", f"{seen['streams']:,} streams"),
    ]


def _row(name: str, ours: float, bound: float, unit: str, note: str = "") -> Row:
    return Row(name, ours, bound, bound / max(ours, 1e-9), 1.0, unit, note)


async def warm(port: int) -> None:
    async with users(port, 1) as (one,):
        for game in (GAME, LONG, "pawns:5x5"):
            await one.ask("/api/move", {"game": game, "limits": {"depth": 1}})


def rows(brief: bool = False) -> list[Row]:
    scale = 0.1 if brief else 1.0
    with serving() as (server, port):
        say("compiling ...")
        asyncio.run(warm(port))
        say("other requests while every slot searches ...")
        busy = asyncio.run(others_while_busy(port, 20 * scale))
        say("a closed tab ...")
        closed = asyncio.run(closed_tab(port, max(2, int(10 * scale))))
        say("a hundred users ...")
        moved, refused = asyncio.run(hundred_users(port, 100, max(2, int(10 * scale))))
        say("a thousand games ...")
        asyncio.run(whole_games(port, int(200 * scale)))
        before = memory(server)
        asyncio.run(whole_games(port, int(1000 * scale)))
        grown = memory(server) - before
    p99, p95 = part(busy, 0.99), part(moved, 0.95)
    return [
        _row("other requests, slots full, p99", p99 * 1000, 50, "ms", f"{len(busy)} requests"),
        _row("a closed tab frees its slot, worst", closed * 1000, 250, "ms"),
        _row(
            "a move for 100 users, p95",
            p95 if not refused else float("inf"),
            12,
            "s",
            f"{len(moved)} moves of 100 ms, {refused} refused",
        ),
        _row("memory grown by 1,000 games", max(grown, 0.0), 50, "MB", f"from {before:.0f} MB"),
        *crowd_rows(scale),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--brief", action="store_true", help="a tenth of it")
    parser.add_argument("--crowd", action="store_true", help="the crowd alone")
    chosen = parser.parse_args()
    for found in crowd_rows() if chosen.crowd else rows(chosen.brief):
        print(f"{found.name:50} {found.ours:10.2f} {found.unit:6} bound {found.peer:g}  {found.note}")
