"""Sees to it that a game's engine is compiled before the server uses it, in a child process that fills the cache."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing

from plies.errors import PliesError
from plies.games.contract import Game, Heuristic
from plies.web.jobs import children

#: engines known to be ready; others are looked for on disk again
KEPT = 256
#: seconds after which a child is given up
LONGEST = 600.0
log = logging.getLogger("uvicorn.error")


class Compiling:
    """Which engines are ready, and the child processes that make others so; one at a time."""

    def __init__(self) -> None:
        self.tasks: dict[tuple[str, str], asyncio.Task[None]] = {}  # at most KEPT of those that are done
        self.one = asyncio.Semaphore(1)

    async def is_ready(self, game: Game, heuristic: Heuristic) -> bool:
        """Whether a search can begin without compiling first."""
        task = self.tasks.get(self._key(game, heuristic))
        if task is not None:
            return task.done()
        ready = await asyncio.to_thread(_on_disk, game, heuristic)
        if ready:
            done = asyncio.create_task(asyncio.sleep(0))
            self._remember(self._key(game, heuristic), done)
            await done
        return ready

    def _remember(self, key: tuple[str, str], task: asyncio.Task[None]) -> None:
        for old in [one for one, kept in self.tasks.items() if kept.done()][: max(0, len(self.tasks) + 1 - KEPT)]:
            del self.tasks[old]
        self.tasks[key] = task

    async def prepare(self, game: Game, heuristic: Heuristic) -> None:
        """Waits until the engine is compiled. Who stops waiting does not stop the others."""
        key = self._key(game, heuristic)
        if key not in self.tasks:
            self._remember(key, asyncio.create_task(self._compile(game, heuristic)))
        await asyncio.shield(self.tasks[key])

    async def _compile(self, game: Game, heuristic: Heuristic) -> None:
        async with self.one:
            wanted = {"game": game.name, "heuristic": _base(heuristic)}
            try:
                async with aclosing(children.run("compile", wanted, LONGEST)) as messages:
                    async for _ in messages:
                        pass
            except (children.ChildFailed, PliesError) as error:  # what is missing is compiled by the search itself
                log.warning("%s was not compiled beforehand: %s", game.name, error)

    async def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    @staticmethod
    def _key(game: Game, heuristic: Heuristic) -> tuple[str, str]:
        return game.name, _base(heuristic)


def _base(heuristic: Heuristic) -> str:
    """The registered name: weights do not change what is compiled."""
    return heuristic.name.partition("(")[0]


def _on_disk(game: Game, heuristic: Heuristic) -> bool:
    from plies.compile import build, evaluators
    from plies.search.engine.worker import KERNEL

    return build.is_compiled(game, KERNEL) and evaluators.is_compiled(game, heuristic)
