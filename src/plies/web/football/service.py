"""What the football page is told: the coach's view of a situation, a call in a drive, the maps.

The shipped playbook is solved once, by a child process, when the page is first asked for.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from plies.games.football.notation import format_situation
from plies.games.football.playbook import Playbook, shipped_playbook
from plies.games.football.rules import DOWNS, FIELD, FIRST_DOWN, Situation
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
        self._map: dict[str, Any] | None = None

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

    async def map(self) -> dict[str, Any]:
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
            async with aclosing(run("football", {"ticks": self.ticks, "path": str(path)}, SOLVE_SECONDS)) as messages:
                async for message, _ in messages:
                    if message["kind"] == "progress":
                        self.progress = message["done"] / message["total"]
            return await asyncio.to_thread(_load, path)


def _load(path: Path) -> FootballSolution:
    from plies.solve.football.solution import load

    return load(path)


def situation_data(situation: Situation, book: Playbook) -> dict[str, Any]:
    """A situation as people say it."""
    return {
        "yards": situation.yards,
        "down": DOWNS + 1 - situation.downs,
        "to_go": situation.to_go,
        "seconds": situation.ticks * book.tick_seconds,
        "text": format_situation(situation, book.tick_seconds),
    }


def describe(solution: FootballSolution, situation: Situation) -> dict[str, Any]:
    """Value, matrix, both mixes, and what every call is worth when the other side knows it."""
    book = solution.playbook
    matrix, mixes, value = solution.matrix(*situation), solution.mixes(*situation), solution.value(*situation)
    offence = _calls(book.plays, mixes.offence, matrix, value, book.formations)
    defence = _calls(book.formations, mixes.defence, 1.0 - matrix.T, 1.0 - value, book.plays)
    return {
        "situation": situation_data(situation, book),
        "value": value,
        "gap": solution.gap(*situation),
        "matrix": matrix.tolist(),
        "offence": offence,
        "defence": defence,
        "hopeless": not bool(np.any(matrix)),
    }


def _calls(
    names: tuple[str, ...], mix: NDArray[np.float64], wins: NDArray[np.float64], value: float, replies: tuple[str, ...]
) -> list[dict[str, Any]]:
    """One row for each call of a side; `wins` are that side's own chances."""
    rows = []
    for number, name in enumerate(names):
        worst = int(wins[number].argmin())
        cost = max(value - float(wins[number, worst]), 0.0)
        rows.append({"name": name, "share": float(mix[number]), "cost_if_known": cost, "best_reply": replies[worst]})
    return rows


def explain(solution: FootballSolution, situation: Situation, play: int, formation: int) -> dict[str, Any]:
    """How an entry of the matrix comes about, outcome by outcome."""
    book = solution.playbook
    lines = []
    for line in solution.explain(situation, play, formation):
        onward = line.leads_to
        lines.append(
            {
                "probability": line.probability,
                "yards": line.yards,
                "seconds": line.ticks * book.tick_seconds,
                "turnover": line.turnover,
                "leads_to": onward if isinstance(onward, str) else format_situation(onward, book.tick_seconds),
                "value": line.value,
            }
        )
    entry = float(solution.matrix(*situation)[play, formation])
    return {"play": book.plays[play], "formation": book.formations[formation], "value": entry, "outcomes": lines}


def call_made(
    solution: FootballSolution, situation: Situation, side: str, call: int, seed: int, drive: int, step: int
) -> dict[str, Any]:
    """One play of a drive; with the same seed the same drives as `plies football --play --seed`."""
    from plies.solve.football.drive import make_call

    played = make_call(solution, situation, side, call, seed, drive, step)
    onward = played.leads_to
    over = onward if isinstance(onward, str) else None
    won = over == "touchdown"
    return {
        "play": played.play,
        "formation": played.formation,
        "happened": played.happened,
        "cost": played.cost,
        "best": played.best,
        "over": over,
        "won": won,
        "situation": None if isinstance(onward, str) else situation_data(onward, solution.playbook),
        "value": float(won) if isinstance(onward, str) else solution.value(*onward),
    }


def value_map(solution: FootballSolution) -> dict[str, Any]:
    """On first and ten: the value [tick][yard] and each play's share [play][tick][yard]; null where nothing wins."""
    values: list[list[float]] = []
    shares: list[list[list[float | None]]] = [[] for _ in solution.playbook.plays]
    for tick in range(1, solution.ticks + 1):
        places = [(yards, DOWNS, min(FIRST_DOWN, yards), tick) for yards in range(1, FIELD + 1)]
        values.append([round(solution.value(*place), 4) for place in places])
        mixes = [solution.mixes(*place).offence.tolist() if solution.value(*place) > 0 else None for place in places]
        for play, rows in enumerate(shares):
            rows.append([None if mix is None else round(mix[play], 4) for mix in mixes])
    return {"tick_seconds": solution.playbook.tick_seconds, "values": values, "shares": shares}


def call_map(solution: FootballSolution, ticks: int) -> dict[str, Any]:
    """For each down, side and yard the shares of all calls with so much time left; null where nothing wins."""
    downs: list[dict[str, Any]] = []
    for left in range(DOWNS, 0, -1):
        rows: dict[str, list[list[float] | None]] = {"offence": [], "defence": []}
        for yards in range(1, FIELD + 1):
            where = (yards, left, min(FIRST_DOWN, yards), ticks)
            mixes = solution.mixes(*where) if solution.value(*where) > 0.0 else None
            for side in ("offence", "defence"):
                rows[side].append(None if mixes is None else [round(x, 4) for x in getattr(mixes, side).tolist()])
        downs.append({"down": DOWNS + 1 - left, **rows})
    return {"seconds": ticks * solution.playbook.tick_seconds, "downs": downs}
