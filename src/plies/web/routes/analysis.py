"""Searches: a move for a game, an analysis that streams, and the values along a game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from plies.errors import PliesError, Refused
from plies.games.contract import Heuristic
from plies.games.position import Position
from plies.web import models
from plies.web.play.replay import Replays, heuristic_of
from plies.web.play.searches import Searches, Work
from plies.web.play.views import found_view
from plies.web.server.errors import Busy, Given, given, without_echo
from plies.web.server.streams import EventStream, while_connected

router = APIRouter(prefix="/api", tags=["searches"])

STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {}}, "description": "events"}}


class Searching(models.Spot):
    heuristic: models.Choice = models.DEFAULT
    limits: models.Limited = models.UNLIMITED


class Analysing(Searching):
    lines: int = Field(1, ge=1, le=models.BOUNDS.most_lines, description="how many of the best moves to follow")


class Graphing(models.Spot):
    heuristic: models.Choice = models.DEFAULT
    nodes: int = Field(20_000, ge=100, le=1_000_000, description="nodes for each position")


def _searches(request: Request) -> Searches:
    found: Searches = request.app.state.searches
    return found


async def _position(request: Request, asked: models.Spot) -> Position:
    replays: Replays = request.app.state.replays
    return await run_in_threadpool(replays.walk, asked.game, asked.start, asked.moves)


def _limits(asked: models.Limited, most: float) -> Any:
    from plies.search.limits import Limits

    return Limits(depth=asked.depth, nodes=asked.nodes, seconds=min(asked.seconds or most, most))


@router.post("/move")
async def move(asked: Searching, request: Request) -> models.FoundView:
    """The move that a heuristic plays within its limits (one second where none is given)."""
    position = await _position(request, asked)
    _check_running(position)
    heuristic = heuristic_of(position.game, asked.heuristic)
    settings = request.app.state.settings
    none = asked.limits.depth is None and asked.limits.nodes is None and asked.limits.seconds is None
    limits = _limits(asked.limits, 1.0 if none else settings.move_seconds)
    work = Work(position, heuristic, limits)
    found = await while_connected(request, _searches(request).search(work))
    return found_view(position, found)


def _check_running(position: Position) -> None:
    if position.outcome is not None:
        raise Refused(f"the game is over ({position.outcome.reason}); there is no move to search for")


@router.post("/analyse", response_class=Response, response_model=None, responses=STREAM)
async def analyse(asked: Analysing, request: Request) -> EventStream:
    """Searches deeper and deeper, an event for each depth, until a limit is reached or the connection is closed.

    Events are JSON objects with `type`: `compiling`, `waiting` (with how many are `ahead`), `found` (one for each
    depth, see FoundView), and at last `end` with the `reason`: `done`, `others` (somebody else waits), or `error`.
    """
    position = await _position(request, asked)
    _check_running(position)
    heuristic = heuristic_of(position.game, asked.heuristic)
    limits = _limits(asked.limits, request.app.state.settings.analysis_seconds)
    work = Work(position, heuristic, limits, asked.lines, urgent=False)
    return EventStream(_analysis(work, _searches(request), given(request)))


async def _analysis(work: Work, searches: Searches, sent: Given) -> AsyncIterator[dict[str, Any]]:
    events: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

    def report(kind: str, what: Any) -> None:
        if kind == "found":
            events.put_nowait({"type": "found", **found_view(work.position, what).model_dump()})
        elif kind == "waiting":
            events.put_nowait({"type": "waiting", "ahead": what})
        else:
            events.put_nowait({"type": kind})

    async def run() -> None:
        try:
            report("found", await searches.search(work))
            events.put_nowait({"type": "end", "reason": "others" if work.yielded else "done"})
        except PliesError as error:
            message = without_echo(str(error), sent)
            events.put_nowait({"type": "end", "reason": "error", "message": message})
        except Busy:
            events.put_nowait({"type": "end", "reason": "busy"})
        finally:
            events.put_nowait(None)

    work.report = report
    task = asyncio.create_task(run())
    try:
        while (event := await events.get()) is not None:
            yield event
        await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@router.post("/graph", response_class=Response, response_model=None, responses=STREAM)
async def graph(asked: Graphing, request: Request) -> EventStream:
    """The value of every position of a game, from its start to its end, each by a small search.

    Events: `compiling`, `value` with the `ply`, the `value` for the first side and the `proof`, and `end`.
    """
    position = await _position(request, asked)
    heuristic = heuristic_of(position.game, asked.heuristic)
    return EventStream(_values(position, heuristic, asked.nodes, _searches(request)))


async def _values(
    last: Position, heuristic: Heuristic, nodes: int, searches: Searches
) -> AsyncIterator[dict[str, Any]]:
    way = [last]
    while (parent := way[-1].parent) is not None:
        way.append(parent)
    if not await searches.compiling.is_ready(last.game, heuristic):
        yield {"type": "compiling"}
    limits = _limits(models.Limited.model_validate({"nodes": nodes}), 1.0)
    for ply, position in enumerate(reversed(way)):
        if position.outcome is not None:
            winner = position.outcome.winner
            sign = 0 if winner is None else 1 if winner == last.game.sides[0] else -1
            yield {"type": "value", "ply": ply, "value": 0.0, "decided": sign, "over": True}
            continue
        try:
            found = found_view(position, await searches.search(Work(position, heuristic, limits)))
        except Busy:
            yield {"type": "end", "reason": "busy"}
            return
        proof = found.lines[0].proof
        first_value = found.first_value or 0.0
        sign = 0 if proof is None or proof.result == "draw" else 1 if first_value > 0 else -1
        value = 0.0 if sign else first_value
        yield {"type": "value", "ply": ply, "value": value, "decided": sign, "over": False}
    yield {"type": "end", "reason": "done"}
