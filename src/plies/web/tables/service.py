"""Builds small tables in child processes, one at a time: of games that are played, and of those that visitors ask for.

A build has a low priority and leaves a core to others. Whoever asks again is told how far it is. A table that turned
out to be too large is not tried again while the server runs.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from plies.errors import PliesError, Refused
from plies.games.contract import Game
from plies.solve.tables.contents import Contents
from plies.tables.folder import Entry, Scope, tables_folder
from plies.web.jobs import build_table, children, read_table
from plies.web.server.clients import Client, asking
from plies.web.server.errors import Busy
from plies.web.server.settings import Settings
from plies.web.server.shares import Bounds
from plies.web.server.turns import Turns
from plies.web.tables.opened import Look, OpenTables

#: builds that are remembered when they are over, and tables whose contents are
KEPT = 256
#: seconds after which a child is given up
LONGEST = 600.0
#: longest wins that are shown of a table
SHOWN = 8
FAILED = "the server failed; its log shows where"
log = logging.getLogger("uvicorn.error")


@dataclass(eq=False)
class Build:
    """A table that is to be built, or something that is compiled for one that is there."""

    scope: Scope
    request: Any
    #: whether a visitor asked for it; else its game is being played
    asked: bool
    state: Literal["waiting", "building", "done", "refused"] = "waiting"
    #: the stage, how far it is, and what would be all
    stage: str = ""
    done: int = 0
    total: int = 0
    #: why it was refused, and whether that would be so again
    message: str = ""
    is_final: bool = False
    #: who it works for, and who else asked for it
    client: Client = field(default_factory=asking)
    clients: set[Client] = field(default_factory=lambda: {asking()})
    task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        return self.state in ("done", "refused")

    def take(self, message: Any) -> None:
        if isinstance(message, build_table.Progress):
            self.stage, self.done, self.total = message.stage, message.done, message.total
        else:
            self.message, self.is_final = message.text, True

    def refuse(self, why: str) -> None:
        self.state, self.message = "refused", why


class Builds:
    """What is being built, what was, and what each table holds."""

    def __init__(self, settings: Settings, tables: OpenTables) -> None:
        self.settings, self.tables = settings, tables
        self.turns = Turns(1, Bounds.of(settings.waiting_builds, settings.visitor_builds), "tables")
        #: the last builds, and by game what is compiled for tables that are there
        self.builds: OrderedDict[Scope, Build] = OrderedDict()
        self.opening: dict[str, Build] = {}
        #: what tables hold, by the digest of all their values
        self.contents: OrderedDict[str, asyncio.Task[Contents]] = OrderedDict()

    async def close(self) -> None:
        builds = [*self.builds.values(), *self.opening.values()]
        tasks: list[asyncio.Task[Any]] = [one.task for one in builds if one.task is not None]
        tasks += self.contents.values()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- builds --------------------------------------------------------------------------------------------------------

    def played(self, game: Game, look: Look) -> bool:
        """A game is being played, and this is what tables know of it. Whether they will soon know more."""
        if look.unready:
            if game.name not in self.opening:
                opening = self._build(game, None, asked=False)
                self.opening[game.name] = self._begin(replace(opening, request=replace(opening.request, builds=False)))
            return not self.opening[game.name].is_over
        if look.usable:
            return False
        scope = Scope(game.name)
        if self.settings.builds_tables and scope not in self.builds:
            self._keep(self._begin(self._build(game, None, asked=False)))
        return scope in self.builds and not self.builds[scope].is_over

    def ask(self, game: Game, part: int | None) -> Build:
        """A visitor wants a table: the build that makes it, or did. Refused if it is known to be too large."""
        scope = _scope(game, part)
        known = self.builds.get(scope)
        if known is not None and known.is_final:
            raise Refused(known.message)
        if known is not None and not known.is_over:
            known.asked = True
            known.clients.add(asking())
            return known
        self.turns.check(asking())
        build = self._build(game, part, asked=True)
        self._keep(self._begin(build))
        return build

    def _build(self, game: Game, part: int | None, asked: bool) -> Build:
        chosen = self.settings
        request = build_table.Request(game.name, part, chosen.build_seconds, chosen.build_memory, chosen.build_threads)
        return Build(_scope(game, part), request, asked)

    def _begin(self, build: Build) -> Build:
        build.task = asyncio.get_running_loop().create_task(self._run(build))
        return build

    def _keep(self, build: Build) -> None:
        self.builds[build.scope] = build
        self.builds.move_to_end(build.scope)
        for old in [scope for scope, one in self.builds.items() if one.is_over][: max(0, len(self.builds) - KEPT)]:
            del self.builds[old]

    async def _run(self, build: Build) -> None:
        try:
            async with self.turns.slot(build.client, urgent=build.asked):
                build.state = "building"
                async with aclosing(children.run(build.request, LONGEST)) as messages:
                    async for message in messages:
                        build.take(message)
            build.state = "refused" if build.is_final else "done"  # when its process has ended
        except Busy as error:
            build.refuse(str(error))
            if not build.asked:  # the next move tries again
                self.builds.pop(build.scope, None)
        except PliesError as error:
            build.refuse(_without_place(str(error)))
        except children.ChildFailed as error:
            log.error("%s", error)
            build.refuse(FAILED)

    def shown(self) -> list[Build]:
        """What runs or waits, and what became of that which this visitor asked for."""
        mine = asking()
        return [one for one in self.builds.values() if not one.is_over or (one.asked and mine in one.clients)]

    # -- what tables hold ----------------------------------------------------------------------------------------------

    async def contents_of(self, entry: Entry, places: children.Places) -> Contents:
        """What a table holds, read once for all who look at it."""
        assert entry.header is not None
        assert entry.scope is not None
        key = entry.header.sums
        known = self.contents.get(key)
        if known is None or (known.done() and (known.cancelled() or known.exception())):
            places.check()
            known = asyncio.get_running_loop().create_task(self._read(entry.scope, places))
            self.contents[key] = known
            while len(self.contents) > KEPT:
                self.contents.popitem(last=False)[1].cancel()
        return await asyncio.shield(known)  # a visitor who leaves does not stop it for the others

    async def _read(self, scope: Scope, places: children.Places) -> Contents:
        async with places.one(), aclosing(children.run(read_table.Request(scope, SHOWN), LONGEST)) as messages:
            async for message in messages:
                found: Contents = message
        return found


def _scope(game: Game, part: int | None) -> Scope:
    """What a table of a game, or of a part of its index, covers; Refused where it has no such part."""
    if part is None:
        return Scope(game.name)
    from plies.solve.tables.builder.building import part_text

    return Scope(game.name, "", part_text(game, part))


def _without_place(text: str) -> str:
    """A message without the folder of tables: where that is, visitors need not know."""
    return text.replace(str(tables_folder()), "the folder of tables")
