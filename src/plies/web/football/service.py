"""The shipped playbook solved once for all visitors, by a child process, when the page is first asked for."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING

from plies.games.football.playbook import Playbook, shipped_playbook
from plies.web.football.views import ValueMap, value_map
from plies.web.jobs import solve_football
from plies.web.jobs.children import run

if TYPE_CHECKING:
    from plies.solve.football.solution import FootballSolution

#: the longest clock of the page
MOST_SECONDS = 180
SOLVE_SECONDS = 300.0


class Coach:
    """The solution of the shipped playbook, made once and shared by all visitors."""

    def __init__(self) -> None:
        self.playbook: Playbook = shipped_playbook()
        self.ticks = MOST_SECONDS // self.playbook.tick_seconds
        self.progress = 0.0
        self._task: asyncio.Task[FootballSolution] | None = None
        self._map: ValueMap | None = None

    def begin(self) -> None:
        """Starts solving, unless that was done; a failed attempt is made again."""
        if self._task is None or (self._task.done() and (self._task.cancelled() or self._task.exception())):
            self._task = asyncio.get_running_loop().create_task(self._solve())

    @property
    def ready(self) -> bool:
        task = self._task
        return task is not None and task.done() and not task.cancelled() and task.exception() is None

    async def solution(self) -> FootballSolution:
        self.begin()
        assert self._task is not None
        return await asyncio.shield(self._task)  # a visitor who leaves does not stop it for the others

    async def map(self) -> ValueMap:
        """The map of first and ten, made once."""
        if self._map is None:
            self._map = await asyncio.to_thread(value_map, await self.solution())
        return self._map

    async def close(self) -> None:
        """Stops solving; nothing stays behind."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _solve(self) -> FootballSolution:
        with tempfile.TemporaryDirectory(prefix="plies-") as folder:
            path = Path(folder) / "shipped.solution"
            async with aclosing(run(solve_football.Request(self.ticks, str(path)), SOLVE_SECONDS)) as messages:
                async for progress in messages:
                    self.progress = progress.done / progress.total
            return await asyncio.to_thread(_load, path)


def _load(path: Path) -> FootballSolution:
    from plies.solve.football.solution import load

    return load(path)
