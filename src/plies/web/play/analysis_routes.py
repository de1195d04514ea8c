"""Searches: a move for a game, an analysis that streams, and the values along a game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from plies.errors import PliesError, Refused
from plies.games.contract import Game
from plies.games.position import Position
from plies.players.options import write_seconds
from plies.players.player import ENGINE, Player
from plies.players.registry import algorithm
from plies.values import Result
from plies.web import models
from plies.web.play.players import player_of
from plies.web.play.position_routes import replays, shown
from plies.web.play.review import Point, Verdict, exact_point, share_of, verdict
from plies.web.play.searches import Searches, Work
from plies.web.play.views import found_view
from plies.web.server.errors import Busy, Given, given, without_echo
from plies.web.server.streams import EventStream, while_connected
from plies.web.tables.opened import OpenTables

if TYPE_CHECKING:
    from plies.search.answer import Answer

router = APIRouter(prefix="/api", tags=["searches"])

#: the most seconds for one position of the graph of a game
GRAPH_SECONDS = 1.0
STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {}}, "description": "events"}}


class Searching(models.Spot):
    """The player that is asked: `player`; or the engine with a `heuristic` and `limits`, as in the first release."""

    player: models.PlayerAsked | None = None
    heuristic: models.Choice = models.DEFAULT
    limits: models.Limited = models.UNLIMITED


class Analysing(Searching):
    lines: int = Field(
        1,
        ge=1,
        le=models.BOUNDS.most_lines,
        description="how many of the best moves to follow; a player may follow fewer",
    )


class Graphing(models.Spot):
    heuristic: models.Choice = models.DEFAULT
    nodes: int = Field(20_000, ge=100, le=1_000_000, description="nodes for each position")


def _searches(request: Request) -> Searches:
    found: Searches = request.app.state.searches
    return found


async def _position(request: Request, asked: models.Spot) -> Position:
    return await run_in_threadpool(replays(request).walk, asked.game, asked.start, asked.moves)


async def _player(request: Request, asked: Searching, game: Game, usual: str = "") -> Player:
    choice: models.PlayerAsked | None = asked.player
    if choice is None:
        choice = models.PlayerChoice(algorithm=ENGINE, heuristic=asked.heuristic, options={}, limits=asked.limits)
    elif asked.model_fields_set & {"heuristic", "limits"}:
        raise Refused("player brings its own heuristic and limits; leave out those beside it")
    return await run_in_threadpool(player_of, choice, game, request.app.state.settings, usual)


class Moved(models.FoundView):
    """What a player found, and the position after its move."""

    position: models.PositionView


@router.post("/move")
async def move(asked: Searching, request: Request) -> Moved:
    """The move that a player chooses within its limits (one second where none is given), and what comes of it."""
    position = await _position(request, asked)
    _check_running(position)
    player = await _player(request, asked, position.game)
    work = Work(position, player, request.app.state.settings.move_seconds)
    found = await while_connected(request, _searches(request).search(work))
    after = await run_in_threadpool(
        replays(request).walk, asked.game, asked.start, [*position.line, found.lines[0].move]
    )
    return Moved(**found_view(position, found).model_dump(), position=await shown(after, request))


class Readiness(BaseModel):
    """Whether a search can begin at once; else what is compiled first, and about how many seconds that takes."""

    ready: bool
    what: str = ""
    seconds: int = 0


@router.post("/ready")
async def ready(asked: Searching, request: Request) -> Readiness:
    """Whether the player's search can begin at once. It begins to compile what is missing, and answers meanwhile."""
    position = await _position(request, asked)
    player = await _player(request, asked, position.game)
    compiling = _searches(request).compiling
    if not algorithm(player.algorithm).is_native or await compiling.is_ready(position.game, player):
        return Readiness(ready=True)
    compiling.begin(position.game, player)
    return Readiness(ready=False, **asdict(compiling.wait(position.game, player)))


def _check_running(position: Position) -> None:
    if position.outcome is not None:
        raise Refused(f"the game is over ({position.outcome.reason}); there is no move to search for")


@router.post("/analyse", response_class=Response, response_model=None, responses=STREAM)
async def analyse(asked: Analysing, request: Request) -> EventStream:
    """Searches deeper and deeper, an event for each depth, until a limit is reached or the connection is closed.

    Events are JSON objects with `type`: `compiling` (with `what` and about how many `seconds` that takes), `waiting`
    (with how many are `ahead`), `found` (one for each depth, see FoundView), and at last `end` with the `reason`:
    `done`, `others` (another request waits), or `error`.
    """
    position = await _position(request, asked)
    _check_running(position)
    seconds: float = request.app.state.settings.analysis_seconds
    player = await _player(request, asked, position.game, write_seconds(seconds))
    work = Work(position, player, seconds, asked.lines, urgent=False)
    return EventStream(_analysis(work, _searches(request), given(request)))


async def _analysis(work: Work, searches: Searches, sent: Given) -> AsyncIterator[dict[str, Any]]:
    events: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

    def report(kind: str, what: Any) -> None:
        if kind == "found":
            events.put_nowait({"type": "found", **found_view(work.position, what).model_dump()})
        elif kind == "waiting":
            events.put_nowait({"type": "waiting", "ahead": what})
        else:
            events.put_nowait({"type": kind, **asdict(what)})

    async def run() -> None:
        try:
            report("found", await searches.search(work))
            events.put_nowait({"type": "end", "reason": "others" if work.yielded else "done"})
        except PliesError as error:
            message = without_echo(str(error), sent)
            events.put_nowait({"type": "end", "reason": "error", "message": message})
        except Busy:
            events.put_nowait({"type": "end", "reason": "others" if work.yielded else "busy"})
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
    """The value of every position of a game, from its start to its end, and a verdict on every move.

    Tables give exact values; other positions get a small search each. Events: `compiling`, `value` (see Reviewed), and
    `end` with the `reason`.
    """
    position = await _position(request, asked)
    limits = models.Limited(depth=None, nodes=asked.nodes, seconds=None)
    choice = models.PlayerChoice(algorithm=ENGINE, heuristic=asked.heuristic, options={}, limits=limits)
    player = await run_in_threadpool(player_of, choice, position.game, request.app.state.settings)
    return EventStream(_values(position, player, _searches(request), request.app.state.tables))


class Reviewed(BaseModel):
    """A position of a game and the move that led to it."""

    type: Literal["value"] = "value"
    ply: int
    value: float = Field(description="for the first side")
    share: float = Field(description="the same from 0, lost for the first side, to 1, won for it")
    decided: int = Field(description="1: won for the first side, -1: lost for it, 0: not known to be either")
    over: bool
    exact: bool = Field(description="by a table, or by the rules")
    best: list[str] = Field(description="what should be played here, and what may follow")
    verdict: Verdict = Field(description="on the move that led here")


async def _values(
    last: Position, player: Player, searches: Searches, tables: OpenTables
) -> AsyncIterator[dict[str, Any]]:
    way = [last]
    while (parent := way[-1].parent) is not None:
        way.append(parent)
    before: Point | None = None
    for ply, position in enumerate(reversed(way)):
        found = await _settled(position, tables)
        if found is None:
            if not await searches.compiling.is_ready(last.game, player):
                yield {"type": "compiling", **asdict(searches.compiling.wait(last.game, player))}
            try:
                found = _estimated(position, await searches.search(Work(position, player, GRAPH_SECONDS)))
            except Busy:
                yield {"type": "end", "reason": "busy"}
                return
        point, reviewed = found
        reviewed.ply = ply
        if before is not None and position.parent is not None:
            word = position.game.word(position.parent.state, position.move)
            reviewed.verdict = verdict(before, point, position.parent.state.turn, word)
        before = point
        yield reviewed.model_dump()
    yield {"type": "end", "reason": "done"}


async def _settled(position: Position, tables: OpenTables) -> tuple[Point, Reviewed] | None:
    """A position whose result is certain; None for others."""
    mover = position.state.turn
    if position.outcome is not None:
        winner = position.outcome.winner
        result: Result = "draw" if winner is None else "win" if winner == position.turn else "loss"
        best: tuple[str, ...] = ()
    else:
        found = await run_in_threadpool(tables.best, position)
        if found is None:
            return None
        known, best = found
        result = known.result  # type: ignore[assignment]
    point = exact_point(result, mover, best)
    sign = round(2 * point.share) - 1
    return point, _reviewed(point, 0.0, sign, position.outcome is not None)


def _estimated(position: Position, answer: Answer) -> tuple[Point, Reviewed]:
    found = found_view(position, answer)
    line, first_value = found.lines[0], found.first_value or 0.0
    proof = line.proof
    sign = 0 if proof is None or proof.result == "draw" else 1 if first_value > 0 else -1
    value = 0.0 if sign else first_value
    share = share_of(value, sign, found.unit.worth if found.unit else 1.0)
    point = Point(share, None, tuple(line.moves))
    return point, _reviewed(point, value, sign, over=False)


def _reviewed(point: Point, value: float, decided: int, over: bool) -> Reviewed:
    """The place of the position in its game, and the verdict, are filled in afterwards."""
    exact = point.exact is not None
    return Reviewed(
        ply=0,
        value=value,
        share=point.share,
        decided=decided,
        over=over,
        exact=exact,
        best=[*point.best],
        verdict="",
    )
