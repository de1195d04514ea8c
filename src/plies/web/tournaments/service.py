"""Tournaments of the server: each runs in a child process, is kept in the ledger, and can be stopped and resumed.

The server plays no game itself and makes no table: the child that plays reports the standings, and
other children read what is stored. So a tournament continues without visitors, and ends with the server. Tournaments
of several visitors take turns: one that has had its time gives way to those that wait, and goes on after them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from plies.arena.plan.tournament import Tournament
from plies.arena.report.result import Gathered
from plies.arena.store.ledger import TournamentEntry, default_path
from plies.errors import PliesError
from plies.web.jobs import children, export_games, make_standings, play_tournament, write_report
from plies.web.server.clients import asking
from plies.web.server.errors import Busy
from plies.web.server.settings import Settings
from plies.web.server.shares import Bounds
from plies.web.server.streams import encoded
from plies.web.server.turns import Turns
from plies.web.tournaments.definition import preset_of, why_not
from plies.web.tournaments.ends import Ends
from plies.web.tournaments.models import Tables, TournamentView
from plies.web.tournaments.running import Running
from plies.web.tournaments.stored import Stored
from plies.web.tournaments.tables import read_tables, tables_of
from plies.web.tournaments.views import tournament_view
from plies.web.tournaments.watching import BEAT, Watches

#: the longest that a tournament runs before it must be resumed, and that making a table, report or file may take
WEEK, LONGEST = 7 * 24 * 3600.0 + 3600, 600.0
#: seconds that a child is given to stop by itself
PATIENCE = 5.0
#: seconds between two signs of life in a stream of events
QUIET = 10.0
#: standings that are kept, and ends of tournaments that are remembered
KEPT = 8
log = logging.getLogger("uvicorn.error")


QUEUED = "It waits for its turn: a tournament of another visitor is being played."
GAVE_WAY = "it gave way to others, and too many wait; resume it later"


class HouseFull(Exception):
    """This visitor has as many tournaments running as may run."""


class Tournaments:
    """All tournaments of the ledger, and those that run."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.path = settings.ledger or default_path()
        self.stored = Stored(self.path)
        self.ends = Ends(self.path)
        self.running: dict[str, Running] = {}
        #: by id: how the last run ended, and tables with the number of games they were made of
        self.ended: OrderedDict[str, Running] = OrderedDict()
        self.kept: OrderedDict[str, tuple[int, Tables]] = OrderedDict()
        bounds = Bounds.of(settings.waiting_tournaments, settings.most_tournaments)
        self.turns = Turns(settings.most_tournaments, bounds, "tournaments", self._ask_to_yield)
        #: children that make tables; those of other pages have places of their own
        self.places = children.Places()
        self.watches = Watches(self._states)

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
                notices=[QUEUED, *running.notices] if running.queued else running.notices,
            )
        sprt = await self.stored.sprt(entry)
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

    async def tables(self, entry: TournamentEntry) -> Tables:
        """All tables; of a running tournament those it reported last."""
        running = self.running.get(entry.id)
        if running is not None and running.tables is not None:
            return running.tables
        games, tables = self.kept.get(entry.id, (None, None))
        if tables is None or games != entry.games:
            if entry.games:
                tables = read_tables(await self._made(make_standings.Request(entry.id, str(self.path))))
            else:
                tables = await asyncio.to_thread(tables_of, Gathered(entry.definition), entry.definition)
            self._keep(entry.id, entry.games, tables)
        return tables

    def _keep(self, id: str, games: int, tables: Tables) -> None:
        self.kept[id] = games, tables
        self.kept.move_to_end(id)
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)

    async def report(self, entry: TournamentEntry) -> bytes:
        """The page about a tournament."""
        return await self._made(write_report.Request(entry.id, str(self.path)))

    async def _made(self, request: make_standings.Request | write_report.Request) -> bytes:
        """What a child makes of a tournament, in one piece."""
        async with self.places.one(), aclosing(children.run(request, LONGEST)) as messages:
            async for made in messages:
                return bytes(made.data)
        raise children.ChildFailed(f"nothing was made for {request}")

    async def parts(self, entry: TournamentEntry, board: str | None, chosen: str) -> AsyncIterator[bytes]:
        """The games as a file, part by part."""
        request = export_games.Request(entry.id, str(self.path), board, chosen)
        async with self.places.one(), aclosing(children.run(request, LONGEST)) as messages:
            async for part in messages:
                yield part.data

    async def check_size(self, tournament: Tournament) -> None:
        """Refuses a tournament that is smaller than what has been played of it."""
        if self.path.exists():
            tournament.allow_for(await self.stored.pairs_begun(tournament.id))

    # -- playing -----------------------------------------------------------------------------------------------------

    async def start(self, tournament: Tournament, minutes: float | None) -> None:
        """Begins or resumes, or waits for a turn; one that runs already is left as it is."""
        if tournament.id in self.running:
            return
        client = asking()
        if sum(one.client == client for one in self.running.values()) >= self.settings.most_tournaments:
            raise HouseFull
        self.turns.check(client)
        running = self.running[tournament.id] = Running(tournament, minutes, client)  # before anything waits
        try:
            await self.stored.add(tournament)
        except BaseException:
            del self.running[tournament.id]
            raise
        self.ended.pop(tournament.id, None)
        running.task = asyncio.create_task(self._play(running))

    async def _play(self, running: Running) -> None:
        tournament = running.tournament
        try:
            while True:
                async with self.turns.slot(running.client, report=lambda ahead: running.wait()):
                    await self._play_on(running)
                if not running.yielding or running.stopping or running.finished:
                    break
        except PliesError as error:
            log.warning("tournament %s: %s", tournament.id, error)
            running.problem = str(error).replace(f" {self.path}", "")
        except children.ChildFailed as error:
            log.warning("tournament %s: %s", tournament.id, error)
            running.problem = "" if running.stopping else "its process ended; what was stored is safe"
        except Busy:
            running.problem = GAVE_WAY
        finally:
            self._end(running)

    async def _play_on(self, running: Running) -> None:
        """Plays until the end, until somebody stops it, or until its turn is over."""
        running.begin()
        id, games, workers = (
            running.tournament.id,
            running.tournament.games_per_pairing,
            self.settings.tournament_workers,
        )
        request = play_tournament.Request(id, str(self.path), games, workers, running.minutes_left)
        async with aclosing(children.run(request, WEEK)) as messages:
            async for message in messages:
                running.hear(message)
        running.pause()

    def _ask_to_yield(self) -> None:
        """While others wait: ends the turn of the tournament that plays longest, if it has had its time."""
        playing = [one for one in self.running.values() if not one.queued]
        had = [one for one in playing if one.had(self.settings.tournament_turn)]
        if had and not any(one.yielding or one.stopping for one in playing):
            min(had, key=lambda one: one.turn).give_way()

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
        await asyncio.wait({running.task}, timeout=0 if running.queued else PATIENCE)
        if not running.task.done():  # it waits or compiles: nothing that would be lost
            running.task.cancel()
            await asyncio.wait({running.task})

    async def close(self) -> None:
        """Stops all; no process stays behind."""
        await asyncio.gather(*(self.stop(id) for id in list(self.running)))
        await asyncio.to_thread(self.stored.close)

    # -- watching ----------------------------------------------------------------------------------------------------

    def events(self, id: str) -> AsyncIterator[bytes]:
        """How a tournament stands, again and again while it runs, and how it ended. All streams share one reader."""
        return self.watches.events(id)

    async def _states(self, id: str) -> AsyncIterator[bytes]:
        """For the reader: nothing is looked up or encoded while nothing changes."""
        entry = await self.stored.entry(id)
        while (running := self.running.get(id)) is not None:
            changed, tables = running.changed, running.tables
            if entry is not None:
                yield encoded({"type": "progress", **await self._progress(entry), **_short(tables)})
            while not await _is_set(changed, QUIET):
                yield BEAT
            entry = entry or await self.stored.entry(id)
        entry = await self.stored.entry(id)
        if entry is not None:
            _, tables = self.kept.get(id, (0, None))
            progress = await self._progress(entry)
            yield encoded({"type": "progress", **progress, **_short(tables)}) + encoded({"type": "end", **progress})

    async def _progress(self, entry: TournamentEntry) -> dict[str, Any]:
        return {"tournament": (await self.view(entry)).model_dump()}


def _short(tables: Tables | None) -> dict[str, Any]:
    """What is watched of a tournament."""
    return {"players": [], "live": []} if tables is None else tables.model_dump(include={"players", "live"})


async def _is_set(event: asyncio.Event, seconds: float) -> bool:
    """Whether it is set within that time."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True
