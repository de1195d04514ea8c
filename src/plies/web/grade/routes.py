"""Players and heuristics beside the truth: `plies grade` for the browser."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from plies.errors import PliesError, Refused, UnknownName
from plies.players.notation import distinct
from plies.tables.folder import entries, tables_of
from plies.web import models
from plies.web.grade import job
from plies.web.jobs.children import event_stream, run
from plies.web.own.files import heuristics_for
from plies.web.play.players import player_of
from plies.web.play.replay import game_of
from plies.web.server.settings import Settings
from plies.web.server.streams import EventStream
from plies.web.tournaments.definition import bounded

router = APIRouter(prefix="/api/grade", tags=["grading"], responses=models.PROBLEMS)

SECONDS = 600.0
MOST_POSITIONS, MOST_PLAYERS = 5000, 8


class GradeRequest(models.Asked):
    """Players and heuristics, and the positions of a game's table in which they are graded."""

    game: str = Field(max_length=80)
    players: list[models.PlayerAsked] = Field([], max_length=MOST_PLAYERS)
    heuristics: list[Annotated[str, Field(max_length=80)]] = Field(
        [], max_length=30, description="graded as bare numbers; those of the players are not added"
    )
    positions: int = Field(500, ge=1, le=MOST_POSITIONS)
    source: Literal["uniform", "games", "distance"] = Field("uniform", description="where the positions come from")
    seed: int = Field(0, ge=0, lt=2**31)


class GradedGame(BaseModel):
    """A game with a table on this server."""

    game: str
    table: str = Field(description="what the table covers, in words")
    positions: int


@router.get("")
def games() -> list[GradedGame]:
    """The games in which players can be graded."""
    found: dict[str, GradedGame] = {}
    for entry in entries():
        if entry.header is None or entry.scope is None or entry.header.game in found:
            continue
        try:
            game_of(entry.header.game)
        except PliesError:  # of a user-written file
            continue
        name = entry.header.game
        best = tables_of(name)[0]
        if best.scope is not None and best.header is not None:
            found[name] = GradedGame(game=name, table=best.scope.in_words(), positions=best.header.positions)
    return list(found.values())


@router.post("", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def grade(asked: GradeRequest, request: Request) -> EventStream:
    """Events: `progress` in words, then `done` with a title, the blocks of the report and the grading as data, or
    `error`. Closing the stream stops it."""
    wish = await run_in_threadpool(_read, asked, request.app.state.settings)
    return event_stream(request.app, _grading(wish))


def _read(asked: GradeRequest, settings: Settings) -> job.Request:
    game = game_of(asked.game)
    own = {one.label: one for one in heuristics_for(game)}
    if not set(asked.heuristics) <= {*game.heuristics, *own}:
        raise UnknownName(f"no such heuristic here; known: {', '.join([*game.heuristics, *own])}")
    if not asked.players and not asked.heuristics:
        raise Refused("name players or heuristics to be graded")
    if asked.source == "games" and not asked.players:
        raise Refused("positions from games need players that play them")
    if not tables_of(game.name):
        raise UnknownName(f"this server has no table of {game.name}; plies table build makes one")
    players = distinct([player_of(one, game, bounded(settings)) for one in asked.players])
    names = tuple(dict.fromkeys(asked.heuristics))
    in_files = tuple((name, own[name].choice, own[name].heuristic.term_names) for name in names if name in own)
    return job.Request(game.name, tuple(players), names, in_files, asked.positions, asked.source, asked.seed)


async def _grading(wish: job.Request) -> AsyncGenerator[dict[str, Any]]:
    async with aclosing(run(wish, SECONDS)) as messages:
        async for message in messages:
            if isinstance(message, job.Progress):
                yield {"kind": "progress", "text": message.text}
            else:
                yield {"kind": "done", **json.loads(message.data)}
