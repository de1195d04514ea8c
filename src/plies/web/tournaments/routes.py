"""Tournaments: start, watch, stop and resume them; their tables, reports and games. They continue without visitors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from plies.arena.plan.tournament import Tournament
from plies.arena.store.ledger import TournamentEntry
from plies.errors import Refused
from plies.registry import families
from plies.web import models
from plies.web.play.replay import game_of
from plies.web.play.views import algorithm_views
from plies.web.server import errors
from plies.web.server.streams import EventStream, while_connected
from plies.web.tournaments import definition as tournament_definition
from plies.web.tournaments.models import (
    Detail,
    GamePage,
    GameView,
    GoOn,
    PresetView,
    TournamentAsked,
    TournamentView,
)
from plies.web.tournaments.service import HouseFull, Tournaments
from plies.web.tournaments.views import game_page, game_view

NOT_HERE: dict[str, object] = {"model": models.Problem, "description": "there is no such tournament or game"}
FULL: dict[str, object] = {"model": models.Problem, "description": "another tournament runs, or too many wait"}
router = APIRouter(
    prefix="/api/tournaments", tags=["tournaments"], responses={**models.PROBLEMS, 404: NOT_HERE, 429: FULL}
)
STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {}}, "description": "events"}}
PAGE: dict[int | str, dict[str, Any]] = {200: {"content": {"text/html": {}}, "description": "a page to keep"}}
TYPES = {"json": "application/x-ndjson", "csv": "text/csv"}
OTHER = "text/plain"
FILES: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind: {} for kind in (*TYPES.values(), OTHER)}, "description": "a file to keep"}
}
#: what the form begins with: for native speed, and for plain Python
USUAL = {"seconds": (0.1, 0.1), "depth": (6, 3), "nodes": (10_000, 1_000)}
#: tournaments that are listed
LISTED = 200

Id = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="a tournament's id")]
Name = Annotated[str | None, Query(max_length=200)]


def tournaments_of(app: FastAPI) -> Tournaments:
    state = app.state
    if not hasattr(state, "tournaments"):
        state.tournaments = Tournaments(state.settings)
        state.stack.push_async_callback(state.tournaments.close)
    found: Tournaments = state.tournaments
    return found


async def _service(request: Request) -> Tournaments:
    return tournaments_of(request.app)


Service = Annotated[Tournaments, Depends(_service)]


async def _entry(service: Service, id: Id) -> TournamentEntry:
    found = await service.stored.entry(id)
    if found is None:
        raise HTTPException(404)
    return found


Entry = Annotated[TournamentEntry, Depends(_entry)]


async def _begin(service: Tournaments, tournament: Tournament, minutes: float | None) -> Any:
    await service.check_size(tournament)
    try:
        await service.start(tournament, minutes)
    except HouseFull:
        return errors.answer(429, "Busy", "another tournament is running; stop it or wait for its end")
    entry = await service.stored.entry(tournament.id)
    assert entry is not None
    return await service.view(entry)


@router.get("")
async def all_tournaments(service: Service) -> list[TournamentView]:
    """The stored tournaments, the newest first, and how each of them is."""
    return [await service.view(entry) for entry in (await service.stored.entries())[:LISTED]]


@router.post("", response_model=TournamentView)
async def create(asked: TournamentAsked, service: Service, request: Request) -> Any:
    """Starts a tournament, or resumes it when it is stored. It continues when the client disconnects."""
    tournament = await run_in_threadpool(tournament_definition.make, asked, request.app.state.settings)
    return await _begin(service, tournament, asked.minutes)


@router.get("/presets")
def presets() -> list[PresetView]:
    """Tournaments that games bring with them, each stage as a request that can be sent."""
    return tournament_definition.preset_views()


@router.get("/algorithms")
def algorithms(request: Request) -> list[models.AlgorithmView]:
    """Every algorithm that may play in a tournament here, with its options. The first is the usual one."""
    return algorithm_views(tournament_definition.bounded(request.app.state.settings), USUAL)


@router.get("/games/{game}")
async def one_game(
    game: Annotated[str, Path(pattern=r"^[0-9a-f]{20}$", description="a game's id")], service: Service
) -> GameView:
    """A stored game with its moves and what the players thought."""
    found = await service.stored.games(id=game, limit=1)
    if not found:
        raise HTTPException(404)
    return await run_in_threadpool(game_view, found[0])


@router.get("/{id}")
async def detail(entry: Entry, service: Service, request: Request) -> Detail:
    """A tournament with its standings: all tables of the report, as data and as blocks of a page."""
    tables = await while_connected(request, service.tables(entry))
    return Detail(tournament=await service.view(entry), **dict(tables))


@router.post("/{id}/stop")
async def stop(entry: Entry, service: Service) -> TournamentView:
    """Stops a tournament; nothing that was played is lost. One that does not run is left as it is."""
    await service.stop(entry.id)
    return await service.view(await service.stored.entry(entry.id) or entry)


@router.post("/{id}/resume", response_model=TournamentView)
async def resume(entry: Entry, asked: GoOn, service: Service, request: Request) -> Any:
    """Resumes a stored tournament, with more games if asked for."""
    tournament = entry.definition if asked.games is None else entry.definition.with_games(asked.games)
    problem = tournament_definition.why_not(tournament, request.app.state.settings)
    if problem:
        raise Refused(problem)
    return await _begin(service, tournament, asked.minutes)


@router.get("/{id}/events", response_class=Response, response_model=None, responses=STREAM)
async def events(entry: Entry, service: Service) -> EventStream:
    """The progress of a tournament, as games are stored.

    Events are JSON objects with `type`: `progress` with the `tournament` (see TournamentView), the short table of its
    `players`, and `live`, the blocks of a page that show it; and at last `end`, also for one that does not run.
    """
    return EventStream(service.events(entry.id))


@router.get("/{id}/games")
async def games(
    entry: Entry,
    service: Service,
    player: Name = None,
    board: Name = None,
    result: Annotated[
        Literal["win", "draw", "loss"] | None, Query(description="of the player; without one of the first side")
    ] = None,
    termination: Name = None,
    newest: bool = False,
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> GamePage:
    """The games of a tournament, page by page."""
    score = {"win": 1.0, "draw": 0.5, "loss": 0.0, None: None}[result]
    found = await service.stored.games(
        entry.id,
        player=player,
        game=board,
        score=score if player is None or result == "draw" else None,
        winner=player if result == "win" else None,
        loser=player if result == "loss" else None,
        termination=termination,
        newest=newest,
        limit=limit + 1,
        offset=offset,
    )
    return game_page(found[:limit], more=len(found) > limit)


@router.get("/{id}/report", response_class=Response, responses=PAGE)
async def report(entry: Entry, service: Service, request: Request) -> Response:
    """The report: one page with all tables and plots that needs nothing else."""
    page = await while_connected(request, service.report(entry))
    return Response(page, media_type="text/html", headers=_attached(f"tournament-{entry.id}.html"))


@router.get("/{id}/export", response_class=StreamingResponse, responses=FILES)
async def export(
    entry: Entry,
    service: Service,
    request: Request,
    format: Annotated[models.Name, Query(description="`json` (a line per game, everything), `csv`, or a game's own")],
    board: Name = None,
) -> StreamingResponse:
    """The games of a tournament as a file."""
    _check_format(entry, format, board)
    parts = service.parts(entry, board, format)
    first = await anext(parts, b"")  # what is refused is refused before the answer begins
    suffix = {"json": "jsonl", "csv": "csv"}.get(format, format)
    headers = _attached(f"tournament-{entry.id}.{suffix}")
    return StreamingResponse(_all(first, parts), media_type=TYPES.get(format, OTHER), headers=headers)


def _check_format(entry: TournamentEntry, chosen: str, board: str | None) -> None:
    boards = [name for name in entry.definition.games if board in (None, name)]
    if not boards:
        raise Refused("this tournament has no such board")
    if chosen == "json":
        return
    if any(name.partition(":")[0] not in families() for name in boards):
        raise Refused("games on the board of a file are exported as json, or by plies archive")
    if chosen != "csv" and any(chosen not in game_of(name).formats for name in boards):
        known = set.intersection(*(set(game_of(name).formats) for name in boards))
        raise Refused(f"no such format for these games; known: {', '.join(['json', 'csv', *sorted(known)])}")


async def _all(first: bytes, parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    async with aclosing(parts):  # type: ignore[type-var]
        yield first
        async for part in parts:
            yield part


def _attached(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
