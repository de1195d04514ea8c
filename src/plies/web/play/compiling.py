"""Compiles what a player needs before the server uses it, in a child that fills the cache."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing

from plies.errors import PliesError
from plies.games.contract import Game, Heuristic
from plies.players.player import ENGINE, Player
from plies.players.resolution import heuristic_of, order_of
from plies.registry import file_of
from plies.user_files import files_of
from plies.web.jobs import children, compile_engine
from plies.web.server.clients import asking
from plies.web.server.shares import Bounds
from plies.web.server.turns import Turns

#: a game and the digests of its files, an algorithm, the heuristics that it values and orders by without their weights,
#: whether it probes a table
Key = tuple[str, object, str, str, str, bool]
#: engines known to be ready; others are looked for on disk again
KEPT = 256
#: requests bound how many wait
UNBOUNDED = Bounds(2**31, 2**31, 2**31)
#: seconds after which a child is given up
LONGEST = 600.0
log = logging.getLogger("uvicorn.error")


class Compiling:
    """Which engines are ready, and the child processes that make others so; one at a time."""

    def __init__(self) -> None:
        self.tasks: dict[Key, asyncio.Task[None]] = {}  # at most KEPT of those that are done
        self.turns = Turns(1, UNBOUNDED, "engines")

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

    def _remember(self, key: Key, task: asyncio.Task[None]) -> None:
        for old in [one for one, kept in self.tasks.items() if kept.done()][: max(0, len(self.tasks) + 1 - KEPT)]:
            del self.tasks[old]
        self.tasks[key] = task

    async def prepare(self, game: Game, player: Player) -> None:
        """Waits until the engine is compiled. A request that stops waiting does not stop the others."""
        key = self._key(game, player)
        if key not in self.tasks:
            self._remember(key, asyncio.create_task(self._compile(game, player)))
        await asyncio.shield(self.tasks[key])

    async def _compile(self, game: Game, player: Player) -> None:
        async with self.turns.slot(asking()):
            if await asyncio.to_thread(_on_disk, game, player):  # another game of the same kind was before it
                return
            wanted = compile_engine.Request(game.name, player)
            try:
                async with aclosing(children.run(wanted, LONGEST)) as messages:
                    async for _ in messages:
                        pass
            except (children.ChildFailed, PliesError) as error:  # what is missing is compiled by the search itself
                log.warning("%s was not compiled beforehand: %s", game.name, error)

    async def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    @staticmethod
    def _key(game: Game, player: Player) -> Key:
        heuristics = [choice.partition("(")[0] for choice in (player.choice, player.order or "")]
        path = file_of(game.name)
        files = None if path is None else tuple(files_of(path).items())
        return game.name, files, player.algorithm, heuristics[0], heuristics[1], bool(player.resolved.table)


def _on_disk(game: Game, player: Player) -> bool:
    """Whether all is in the cache; this is known of the engine alone."""
    from plies.compile import build, evaluators
    from plies.search.engine.worker import KERNEL, WITH_TABLES
    from plies.tables.table import PROBE

    if player.algorithm != ENGINE:
        return False
    used = [] if player.runs_user_file else _heuristics(game, player)  # what is compiled of files is kept nowhere
    if player.resolved.table and not (build.is_compiled(WITH_TABLES, game) and build.is_compiled(PROBE, game, "probe")):
        return False
    return build.is_compiled(KERNEL, game) and all(evaluators.is_compiled(game, one) for one in used)


def _heuristics(game: Game, player: Player) -> list[Heuristic]:
    order = order_of(player, game)
    return [heuristic_of(player, game), *([] if order is None or isinstance(order, str) else [order])]
