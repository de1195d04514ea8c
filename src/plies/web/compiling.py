"""Sees to it that a game's engine is compiled before the server uses it, in a child process that fills the cache."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys

from plies.games.contract import Game, Heuristic


class Compiling:
    """Which engines are ready, and the child processes that make others so; one at a time."""

    def __init__(self) -> None:
        self.tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self.children: set[asyncio.subprocess.Process] = set()
        self.one = asyncio.Semaphore(1)

    async def is_ready(self, game: Game, heuristic: Heuristic) -> bool:
        """Whether a search can begin without compiling first."""
        task = self.tasks.get(self._key(game, heuristic))
        if task is not None:
            return task.done()
        ready = await asyncio.to_thread(_on_disk, game, heuristic)
        if ready:
            done = asyncio.create_task(asyncio.sleep(0))
            self.tasks[self._key(game, heuristic)] = done
            await done
        return ready

    async def prepare(self, game: Game, heuristic: Heuristic) -> None:
        """Waits until the engine is compiled. Who stops waiting does not stop the others."""
        key = self._key(game, heuristic)
        if key not in self.tasks:
            self.tasks[key] = asyncio.create_task(self._compile(game, heuristic))
        await asyncio.shield(self.tasks[key])

    async def _compile(self, game: Game, heuristic: Heuristic) -> None:
        async with self.one:
            child = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "plies.web.warm", game.name, _base(heuristic), str(os.getpid())),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )
            self.children.add(child)
            try:
                await child.wait()  # whether it could or not: what is missing then is compiled by the search itself
            finally:
                self.children.discard(child)

    async def close(self) -> None:
        for child in list(self.children):
            with contextlib.suppress(ProcessLookupError):
                child.kill()
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
    from plies.search import build, evaluators

    return build.is_compiled(game) and evaluators.is_compiled(game, heuristic)
