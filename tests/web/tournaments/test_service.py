"""Tournaments of several visitors take turns, and one reader serves all who watch; the child that plays is made up."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from plies.arena.plan.openings import Openings
from plies.arena.plan.tournament import Tournament
from plies.arena.report.result import Gathered
from plies.players.notation import parse_player
from plies.web.jobs import children
from plies.web.jobs.play_tournament import Ended, Ready, Request, Standings
from plies.web.server import turns
from plies.web.server.clients import Client, answering
from plies.web.server.errors import Busy
from plies.web.server.settings import Settings
from plies.web.tournaments.running import Running
from plies.web.tournaments.service import QUEUED, HouseFull, Tournaments
from plies.web.tournaments.stored import Stored
from plies.web.tournaments.tables import tables_of, write_tables

FIRST, SECOND, THIRD = (Client("here", name, 1.0) for name in "abc")


def tournament(seed: int) -> Tournament:
    players = [parse_player(f"random@name={name}") for name in ("one", "other")]
    return Tournament.of(["pebbles:2x1"], players, openings=Openings("start"), games_per_pairing=1000, seed=seed)


class Playing:
    """Stands in for the child: counts a game now and then until it is interrupted or has played `most`."""

    def __init__(self, most: int = 10**9) -> None:
        self.most = most
        self.games: Counter[str] = Counter()
        self.order: list[str] = []
        self.minutes: list[float | None] = []
        self.interrupted: set[str] = set()

    async def run(self, request: Request, seconds: float) -> AsyncIterator[Any]:
        self.interrupted.discard(request.id)
        self.order.append(request.id)
        self.minutes.append(request.minutes)
        yield Ready(1)
        tables = write_tables(tables_of(Gathered(tournament(0)), tournament(0)))
        while request.id not in self.interrupted and self.games[request.id] < self.most:
            yield Standings(self.games[request.id], None, tables)
            await asyncio.sleep(0.005)
            self.games[request.id] += 1
        yield Ended(self.games[request.id] < self.most)

    def signal(self, running: Running) -> None:
        if running.process is not None:
            self.interrupted.add(running.tournament.id)


@pytest.fixture
def playing(monkeypatch: pytest.MonkeyPatch) -> Playing:
    made = Playing()
    monkeypatch.setattr(children, "run", made.run)
    monkeypatch.setattr(Running, "_signal", lambda running: made.signal(running))
    monkeypatch.setattr(turns, "GLANCE", 0.01)
    return made


def run(path: Path, trial: Callable[[Tournaments], Awaitable[None]], **bounds: Any) -> None:
    async def whole() -> None:
        service = Tournaments(Settings(ledger=path / "ledger.sqlite", **bounds))
        try:
            async with asyncio.timeout(30):
                await trial(service)
        finally:
            await service.close()
        assert not service.running
        assert service.turns.free == 1
        assert not service.turns.used

    asyncio.run(whole())


async def start(service: Tournaments, client: Client, seed: int, minutes: float | None = None) -> str:
    answering(client)
    await service.start(tournament(seed), minutes)
    await asyncio.sleep(0.02)
    return tournament(seed).id


async def view(service: Tournaments, id: str) -> Any:
    entry = await service.stored.entry(id)
    assert entry is not None
    return await service.view(entry)


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.005)


def test_two_visitors_take_turns(playing: Playing, tmp_path: Path) -> None:
    async def trial(service: Tournaments) -> None:
        first, second = await start(service, FIRST, 1, minutes=5), await start(service, SECOND, 2)
        with pytest.raises(HouseFull):
            await start(service, FIRST, 3)
        waiting = await view(service, second)
        assert (waiting.state, waiting.notices, waiting.seconds_left) == ("running", [QUEUED], None)
        await until(lambda: len(playing.order) >= 4)
        assert playing.order[:4] == [first, second, first, second]
        assert playing.games[first] > 1
        assert playing.minutes[0] == 5
        assert 4.9 < (playing.minutes[2] or 0) < 5  # less what it has had
        for id in (first, second):
            await service.stop(id)
            stopped = await view(service, id)
            assert (stopped.state, stopped.problem, stopped.notices) == ("stopped", "", [])

    run(tmp_path, trial, tournament_turn=0.3)


def test_alone_it_goes_on(playing: Playing, tmp_path: Path) -> None:
    async def trial(service: Tournaments) -> None:
        await start(service, FIRST, 1)
        await until(lambda: playing.games.total() > 30)
        assert len(playing.order) == 1

    run(tmp_path, trial, tournament_turn=0.01)


def test_one_that_ends_leaves_its_turn_to_the_next(playing: Playing, tmp_path: Path) -> None:
    playing.most = 5

    async def trial(service: Tournaments) -> None:
        first, second = await start(service, FIRST, 1), await start(service, SECOND, 2)
        await until(lambda: not service.running)
        assert playing.order == [first, second]

    run(tmp_path, trial)


def test_one_that_waits_can_be_stopped_and_too_many_are_refused(playing: Playing, tmp_path: Path) -> None:
    async def trial(service: Tournaments) -> None:
        first, second = await start(service, FIRST, 1), await start(service, SECOND, 2)
        with pytest.raises(Busy, match="too many tournaments"):
            await start(service, THIRD, 3)
        await service.stop(second)
        assert (await view(service, second)).state == "stopped"
        assert list(service.running) == [first]
        assert playing.order == [first]

    run(tmp_path, trial, waiting_tournaments=1)


def test_one_reader_serves_all_watchers(playing: Playing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty streams: the ledger is read when the reader begins and when it ends, and all are told the same end."""
    reads: list[str] = []
    entry = Stored.entry

    async def counted(self: Stored, id: str) -> Any:
        reads.append(id)
        return await entry(self, id)

    async def watch(service: Tournaments, id: str) -> list[Any]:
        found = b"".join([part async for part in service.events(id)])
        return [json.loads(part.removeprefix(b"data: ")) for part in found.split(b"\n\n") if part.startswith(b"data")]

    async def trial(service: Tournaments) -> None:
        id = await start(service, FIRST, 1)
        monkeypatch.setattr(Stored, "entry", counted)
        watchers = [asyncio.create_task(watch(service, id)) for _ in range(50)]
        await until(lambda: playing.games[id] > 20)
        assert len(reads) == 1
        await service.stop(id)
        told = await asyncio.gather(*watchers)
        assert len(reads) == 2
        assert all(one[-1] == told[0][-1] for one in told)
        assert (told[0][-1]["type"], told[0][-1]["tournament"]["state"]) == ("end", "stopped")
        assert max(map(len, told)) > 3
        assert not service.watches.watched

    run(tmp_path, trial)
