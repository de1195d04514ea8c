"""Tournaments of the server: each runs in a child process, is kept in the ledger, and can be stopped and resumed.

The server plays no game itself and makes no table: the child that plays reports the standings, and
other children read what is stored. So a tournament continues without visitors, and ends with the server.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from typing import Any, Unpack

from plies.arena.numbers.sprt import SprtState
from plies.arena.plan.stopping import stored_state
from plies.arena.plan.tournament import Tournament
from plies.arena.report.result import Gathered
from plies.arena.run.record import GameRecord
from plies.arena.store.ledger import Filter, Ledger, TournamentEntry, Unreadable, default_path
from plies.errors import PliesError, Refused
from plies.web.jobs import children, export_games, make_standings, play_tournament, write_report
from plies.web.server.settings import Settings
from plies.web.tournaments.definition import preset_of, why_not
from plies.web.tournaments.ends import Ends
from plies.web.tournaments.models import Tables, TournamentView
from plies.web.tournaments.running import Running
from plies.web.tournaments.tables import read_tables, tables_of
from plies.web.tournaments.views import tournament_view

#: the longest that a tournament runs before it must be resumed, and that making a table, report or file may take
WEEK, LONGEST = 7 * 24 * 3600.0 + 3600, 600.0
#: seconds that a child is given to stop by itself
PATIENCE = 5.0
#: seconds between two signs of life in a stream of events
BEAT = 10.0
#: standings that are kept, and ends of tournaments that are remembered
KEPT = 8
log = logging.getLogger("uvicorn.error")


class HouseFull(Exception):
    """As many tournaments run as may."""


class Tournaments:
    """All tournaments of the ledger, and those that run."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.path = settings.ledger or default_path()
        self.ends = Ends(self.path)
        self.running: dict[str, Running] = {}
        #: by id: how the last run ended, and tables with the number of games they were made of
        self.ended: OrderedDict[str, Running] = OrderedDict()
        self.kept: OrderedDict[str, tuple[int, Tables]] = OrderedDict()

    # -- what is stored ----------------------------------------------------------------------------------------------

    async def entries(self) -> list[TournamentEntry]:
        """The tournaments of the ledger, the newest first; none where there is no ledger yet."""
        return await asyncio.to_thread(self._entries)

    def _entries(self) -> list[TournamentEntry]:
        if not self.path.exists():
            return []
        with self._open() as ledger:
            return ledger.tournaments()

    async def entry(self, id: str) -> TournamentEntry | None:
        return next((one for one in await self.entries() if one.id == id), None)

    async def games(self, tournament: str | None = None, **asked: Unpack[Filter]) -> list[GameRecord | Unreadable]:
        """Stored games, of one tournament or of all."""

        def read() -> list[GameRecord | Unreadable]:
            if not self.path.exists():
                return []
            with self._open() as ledger:
                return list(ledger.found(tournament, **asked))

        return await asyncio.to_thread(read)

    def _open(self) -> Ledger:
        try:
            return Ledger(self.path)
        except PliesError as error:
            log.error("%s", error)
            raise Refused("the server cannot read its file of games; its log shows why") from None

    # -- how they are ------------------------------------------------------------------------------------------------

    async def view(self, entry: TournamentEntry) -> TournamentView:
        preset = await asyncio.to_thread(preset_of, entry.id)
        running, definition = self.running.get(entry.id), entry.definition
        if running is not None:
            entry = TournamentEntry(entry.id, running.tournament, entry.created, max(entry.games, running.games))
            return tournament_view(
                entry,
                state="running",
                sprt=running.sprt,
                preset=preset,
                waits=running.waits,
                seconds_left=running.seconds_left,
                notices=running.notices,
            )
        sprt = await asyncio.to_thread(self._sprt, entry)
        last = self.ended.get(entry.id)
        done = self.ends.has(entry.id, definition.games_per_pairing, entry.games)
        over = entry.games >= definition.total or done or (sprt is not None and sprt.decision != "continue")
        return tournament_view(
            entry,
            state="finished" if over else "stopped",
            sprt=sprt,
            preset=preset,
            notices=last.notices if last else [],
            problem=last.problem if last else "",
            refused=why_not(definition, self.settings),
        )

    def _sprt(self, entry: TournamentEntry) -> SprtState | None:
        if entry.definition.sprt is None:
            return None
        with self._open() as ledger:
            return stored_state(entry.definition, ledger)

    async def tables(self, entry: TournamentEntry, places: children.Places) -> Tables:
        """All tables; of a running tournament those it reported last."""
        running = self.running.get(entry.id)
        if running is not None and running.tables is not None:
            return running.tables
        games, tables = self.kept.get(entry.id, (None, None))
        if tables is None or games != entry.games:
            if entry.games:
                tables = read_tables(await self._made(make_standings.Request(entry.id, str(self.path)), places))
            else:
                tables = await asyncio.to_thread(tables_of, Gathered(entry.definition), entry.definition)
            self._keep(entry.id, entry.games, tables)
        return tables

    def _keep(self, id: str, games: int, tables: Tables) -> None:
        self.kept[id] = games, tables
        self.kept.move_to_end(id)
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)

    async def report(self, entry: TournamentEntry, places: children.Places) -> bytes:
        """The page about a tournament."""
        return await self._made(write_report.Request(entry.id, str(self.path)), places)

    async def _made(self, request: make_standings.Request | write_report.Request, places: children.Places) -> bytes:
        """What a child makes of a tournament, in one piece."""
        async with places.one(), aclosing(children.run(request, LONGEST)) as messages:
            async for made in messages:
                return bytes(made.data)
        raise children.ChildFailed(f"nothing was made for {request}")

    async def parts(
        self, entry: TournamentEntry, places: children.Places, board: str | None, chosen: str
    ) -> AsyncIterator[bytes]:
        """The games as a file, part by part."""
        request = export_games.Request(entry.id, str(self.path), board, chosen)
        async with places.one(), aclosing(children.run(request, LONGEST)) as messages:
            async for part in messages:
                yield part.data

    async def check_size(self, tournament: Tournament) -> None:
        """Refuses a tournament that is smaller than what has been played of it."""
        if self.path.exists():
            tournament.allow_for(await asyncio.to_thread(self._pairs_begun, tournament.id))

    def _pairs_begun(self, id: str) -> int:
        with self._open() as ledger:
            return max(ledger.pairs_begun(id).values(), default=0)

    # -- playing -----------------------------------------------------------------------------------------------------

    async def start(self, tournament: Tournament, minutes: float | None) -> None:
        """Begins or resumes; one that runs already is left as it is."""
        if tournament.id in self.running:
            return
        if len(self.running) >= self.settings.most_tournaments:
            raise HouseFull
        running = self.running[tournament.id] = Running(tournament, minutes)  # before anything waits
        try:
            await asyncio.to_thread(self._note, tournament)
        except BaseException:
            del self.running[tournament.id]
            raise
        self.ended.pop(tournament.id, None)
        running.task = asyncio.create_task(self._play(running))

    def _note(self, tournament: Tournament) -> None:
        with self._open() as ledger:
            ledger.add_tournament(tournament)

    async def _play(self, running: Running) -> None:
        tournament = running.tournament
        games, workers = tournament.games_per_pairing, self.settings.tournament_workers
        request = play_tournament.Request(tournament.id, str(self.path), games, workers, running.minutes)
        try:
            async with aclosing(children.run(request, WEEK)) as messages:
                async for message in messages:
                    running.hear(message)
        except PliesError as error:
            log.warning("tournament %s: %s", tournament.id, error)
            running.problem = str(error).replace(f" {self.path}", "")
        except children.ChildFailed as error:
            log.warning("tournament %s: %s", tournament.id, error)
            running.problem = "" if running.stopping else "its process ended; what was stored is safe"
        finally:
            self._end(running)

    def _end(self, running: Running) -> None:
        id = running.tournament.id
        del self.running[id]
        if running.finished and running.games < running.tournament.total:
            self.ends.note(id, running.tournament.games_per_pairing, running.games)
        if running.tables is not None:
            self._keep(id, running.games, running.tables)
        running.tables = None
        self.ended[id] = running
        while len(self.ended) > KEPT:
            self.ended.popitem(last=False)
        running.tell()

    async def stop(self, id: str) -> None:
        """Stops a tournament and waits until it has; what it has played is kept."""
        running = self.running.get(id)
        if running is None or running.task is None:
            return
        running.interrupt()
        await asyncio.wait({running.task}, timeout=PATIENCE)
        if not running.task.done():  # it compiles: nothing that would be lost
            running.task.cancel()
            await asyncio.wait({running.task})

    async def close(self) -> None:
        """Stops all; no process stays behind."""
        await asyncio.gather(*(self.stop(id) for id in list(self.running)))

    # -- watching ----------------------------------------------------------------------------------------------------

    async def events(self, id: str) -> AsyncIterator[dict[str, Any]]:
        """How a tournament stands, again and again while it runs, and how it ended."""
        while (running := self.running.get(id)) is not None:
            changed, tables = running.changed, running.tables
            entry = await self.entry(id)
            if entry is not None and id in self.running:
                yield {"type": "progress", **await self._progress(entry), **_short(tables)}
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), BEAT)
        entry = await self.entry(id)
        if entry is not None:
            _, tables = self.kept.get(id, (0, None))
            yield {"type": "progress", **await self._progress(entry), **_short(tables)}
            yield {"type": "end", **await self._progress(entry)}

    async def _progress(self, entry: TournamentEntry) -> dict[str, Any]:
        return {"tournament": (await self.view(entry)).model_dump()}


def _short(tables: Tables | None) -> dict[str, Any]:
    """What is watched of a tournament."""
    return {"players": [], "live": []} if tables is None else tables.model_dump(include={"players", "live"})
