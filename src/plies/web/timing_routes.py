"""What each heuristic of a game costs and what it is worth: `plies time` for the browser."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from plies.arena.plan.timing import Plan
from plies.errors import Refused, UnknownName
from plies.games.contract import Game
from plies.web import models
from plies.web.jobs import time_heuristics
from plies.web.jobs.children import event_stream, run
from plies.web.own.files import heuristics_for
from plies.web.play.replay import game_of
from plies.web.server.streams import EventStream
from plies.web.tree.subject import read_position

router = APIRouter(prefix="/api/timing", tags=["timing"], responses=models.PROBLEMS)

SECONDS = 600.0
MOST_GAMES = 40
#: orders beside the heuristics: the engine's own and none
ORDERS = ("engine", "none")


class TimingRequest(models.Asked):
    """Pairs of games from random openings against the default engine, at equal depth and at equal time."""

    game: str = Field(max_length=80)
    position: str | None = Field(None, max_length=1000, description="a line of text; the start when left out")
    role: Literal["evaluate", "order"] = Field("evaluate", description="what heuristics do: value leaves, order moves")
    heuristics: list[Annotated[str, Field(max_length=80)]] = Field(
        [], max_length=30, description="none: all of the game"
    )
    depth: int = Field(6, ge=1, le=16, description="plies at equal depth")
    seconds: float = Field(0.02, ge=0.002, le=0.5, allow_inf_nan=False, description="per move at equal time")
    games: int = Field(4, ge=2, le=MOST_GAMES, description="per heuristic in each table, an even number")
    seed: int = Field(0, ge=0, lt=2**31)


def _plan(asked: TimingRequest) -> Plan:
    """What is to be measured, checked."""
    game: Game = game_of(asked.game)
    own = {one.label: one.choice for one in heuristics_for(game)}
    known = [*(ORDERS if asked.role == "order" else ()), *game.heuristics, *own]
    if not set(asked.heuristics) <= set(known):
        raise UnknownName(f"no such heuristic here; known: {', '.join(known)}")
    if asked.games % 2:
        raise Refused("games come in pairs, so an even number from 2")
    if read_position(game, asked.position).outcome is not None:
        raise Refused("the game is over there; nothing can be timed")
    files = tuple((name, own[name]) for name in asked.heuristics if name in own)
    return Plan(asked.role, tuple(asked.heuristics), asked.depth, asked.seconds, asked.games // 2, asked.seed, files)


@router.post("", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def measure(asked: TimingRequest, request: Request) -> EventStream:
    """Events: `progress` for every game, then `done` with the report, or `error`. Closing the stream stops them."""
    plan = await run_in_threadpool(_plan, asked)
    job = time_heuristics.Request(asked.game, asked.position, plan)
    return event_stream(request.app, _measuring(job))


async def _measuring(job: time_heuristics.Request) -> AsyncGenerator[dict[str, Any]]:
    async with aclosing(run(job, SECONDS)) as messages:
        async for message in messages:
            if isinstance(message, time_heuristics.Progress):
                yield {"kind": "progress", **asdict(message)}
            else:
                yield {"kind": "done", "report": asdict(message)}
