"""Compiles what a player needs before the server uses it, in a child that fills the cache."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass

from plies.errors import PliesError
from plies.games.contract import Game
from plies.games.titles import title_of
from plies.players.player import ENGINE, Player
from plies.players.resolution import heuristic_of, order_of
from plies.web.jobs import children, compile_engine
from plies.web.play import ahead_job
from plies.web.server.clients import asking
from plies.web.server.shares import Bounds
from plies.web.server.turns import Turns

#: a game, an algorithm, the heuristics that it values and orders by, without their weights, whether it probes a table
Key = tuple[str, str, str, str, bool]
#: engines known to be ready; others are looked for on disk again
KEPT = 256
#: requests bound how many wait
UNBOUNDED = Bounds(2**31, 2**31, 2**31)
#: seconds after which a child is given up
LONGEST = 600.0
#: seconds that an engine takes to compile, until one was compiled here
USUAL = 15.0
#: seconds under which nothing was compiled: all was on the disk
COMPILED = 3.0
log = logging.getLogger("uvicorn.error")


@dataclass(frozen=True)
class Wait:
    """What is compiled before a search can begin, in words, and about how many seconds are left."""

    what: str
    seconds: int


class Compiling:
    """Which engines are ready, and the child processes that make others so; one at a time for visitors."""

    def __init__(self) -> None:
        self.tasks: dict[Key, asyncio.Future[None]] = {}  # at most KEPT of those that are done
        self.turns = Turns(1, UNBOUNDED, "engines")
        #: when each was begun, by time.monotonic, and how long the last one took
        self.begun: dict[Key, float] = {}
        self.usual = USUAL

    def wait(self, game: Game, player: Player) -> Wait:
        """What a search of an engine that is not ready has to wait for."""
        begun = self.begun.get(self._key(game, player))
        passed = 0.0 if begun is None else time.monotonic() - begun
        left = max(self.usual - passed, passed / 2)  # what takes longer than usual will take a while yet
        return Wait(f"the engine of {title_of(game.name)}", max(1, math.ceil(left)))

    def is_known_ready(self, game: Game, player: Player) -> bool:
        """Whether a search can begin at once, as far as that is known without a look at the disk."""
        task = self.tasks.get(self._key(game, player))
        return task is not None and task.done()

    async def ahead(self, wanted: Sequence[tuple[Game, Player]]) -> None:
        """Gets ready what visitors will probably ask for, one after the other, without taking their turn. Who asks for
        one that has not been begun has it compiled at once."""
        request = ahead_job.Request(tuple(compile_engine.Request(game.name, player) for game, player in wanted))
        made: dict[Key, asyncio.Future[None]] = {}
        try:
            async with aclosing(children.run(request, LONGEST)) as messages:
                async for message in messages:
                    key = self._key(*wanted[message.number])
                    if isinstance(message, ahead_job.Ready):
                        self._end_ahead(key, made)
                    elif key not in self.tasks:
                        self.begun[key], made[key] = time.monotonic(), asyncio.get_running_loop().create_future()
                        self._remember(key, made[key])
        except (children.ChildFailed, PliesError) as error:
            log.warning("engines were not compiled ahead: %s", error)
        finally:
            for key in list(made):
                self._end_ahead(key, made)

    def _end_ahead(self, key: Key, made: dict[Key, asyncio.Future[None]]) -> None:
        if key in made:
            self._note_time(key)
            made.pop(key).set_result(None)

    def _note_time(self, key: Key) -> None:
        took = time.monotonic() - self.begun.pop(key)
        self.usual = took if took > COMPILED else self.usual

    async def is_ready(self, game: Game, player: Player) -> bool:
        """Whether a search can begin without compiling first."""
        task = self.tasks.get(self._key(game, player))
        if task is not None:
            return task.done()
        ready = await asyncio.to_thread(_on_disk, game, player)
        if ready:
            done = asyncio.create_task(asyncio.sleep(0))
            self._remember(self._key(game, player), done)
            await done
        return ready

    def _remember(self, key: Key, task: asyncio.Future[None]) -> None:
        for old in [one for one, kept in self.tasks.items() if kept.done()][: max(0, len(self.tasks) + 1 - KEPT)]:
            del self.tasks[old]
        self.tasks[key] = task

    async def prepare(self, game: Game, player: Player) -> None:
        """Waits until the engine is compiled. A request that stops waiting does not stop the others."""
        await asyncio.shield(self.begin(game, player))

    def begin(self, game: Game, player: Player) -> asyncio.Future[None]:
        """Has the engine compiled if nobody did yet, and does not wait for it."""
        key = self._key(game, player)
        if key not in self.tasks:
            self._remember(key, asyncio.create_task(self._compile(game, player)))
        return self.tasks[key]

    async def _compile(self, game: Game, player: Player) -> None:
        async with self.turns.slot(asking()):
            await self._make(game, player)

    async def _make(self, game: Game, player: Player) -> None:
        if await asyncio.to_thread(_on_disk, game, player):  # another game of the same kind was before it
            return
        key = self._key(game, player)
        self.begun[key] = time.monotonic()
        try:
            async with aclosing(children.run(compile_engine.Request(game.name, player), LONGEST)) as messages:
                async for _ in messages:
                    pass
        except (children.ChildFailed, PliesError) as error:  # what is missing is compiled by the search itself
            log.warning("%s was not compiled beforehand: %s", game.name, error)
        finally:
            self._note_time(key)

    async def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    @staticmethod
    def _key(game: Game, player: Player) -> Key:
        heuristics = [choice.partition("(")[0] for choice in (player.choice, player.order or "")]
        return game.name, player.algorithm, heuristics[0], heuristics[1], bool(player.resolved.table)


def _on_disk(game: Game, player: Player) -> bool:
    """Whether all is in the cache; this is known of the engine alone."""
    from plies.compile import build, evaluators
    from plies.search.engine.worker import KERNEL, WITH_TABLES
    from plies.tables.table import PROBE

    if player.algorithm != ENGINE:
        return False
    order = order_of(player, game)
    used = [heuristic_of(player, game), *([] if order is None or isinstance(order, str) else [order])]
    if player.resolved.table and not (build.is_compiled(WITH_TABLES, game) and build.is_compiled(PROBE, game, "probe")):
        return False
    return build.is_compiled(KERNEL, game) and all(evaluators.is_compiled(game, one) for one in used)
