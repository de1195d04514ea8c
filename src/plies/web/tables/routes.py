"""The tables of this server: which there are, what they hold, and building small ones."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Request
from fastapi import Path as InPath
from fastapi.concurrency import run_in_threadpool

from plies.blocks.blocks import as_data
from plies.blocks.formats import size
from plies.errors import PliesError, Refused
from plies.registry import families
from plies.tables import folder
from plies.tables.codes import read_code
from plies.tables.file.header import Header
from plies.tables.folder import Entry
from plies.web.jobs.children import places
from plies.web.models import view_of
from plies.web.play.replay import game_of
from plies.web.tables.description import contents_blocks, list_blocks, title_of_scope
from plies.web.tables.models import (
    BuildView,
    ContentsView,
    KnownView,
    LongWinView,
    TableAsked,
    TablesView,
    TableView,
)
from plies.web.tables.opened import OpenTables
from plies.web.tables.service import Build, Builds

router = APIRouter(prefix="/api/tables", tags=["tables"])

Name = Annotated[str, InPath(max_length=300, description="a name that GET /api/tables lists")]
#: the stages of a build, in words
STAGES = {
    "": "preparing",
    "positions": "finding positions",
    "values": "solving",
    "file": "writing the file",
    "audit": "auditing",
}


def _opened(request: Request) -> OpenTables:
    found: OpenTables = request.app.state.tables
    return found


def _builds(request: Request) -> Builds:
    found: Builds = request.app.state.builds
    return found


def table_view(entry: Entry) -> TableView:
    header, scope = entry.header, entry.scope
    assert header is not None
    assert scope is not None
    return view_of(
        TableView,
        header,
        name=entry.file.stem,
        title=title_of_scope(scope),
        position=header.origin,
        start=_start(header),
        bytes=entry.bytes,
    )


def _start(header: Header) -> KnownView | None:
    found = read_code(header.start)
    return None if found is None else KnownView(result=found[0], plies=found[1])


def build_view(build: Build) -> BuildView:
    return view_of(
        BuildView,
        build,
        game=build.scope.game,
        title=title_of_scope(build.scope),
        stage=STAGES[build.stage],
        share=min(1.0, build.done / build.total) if build.total else None,
    )


@router.get("")
async def all_tables(request: Request) -> TablesView:
    """The tables of this server with their counts, and those that are being built."""
    opened, builds = _opened(request), _builds(request)
    entries = await run_in_threadpool(opened.entries)
    problems = [_without_place(entry, entry.problem or opened.problem_of(entry.file)) for entry in entries]
    used, limit = sum(entry.bytes for entry in entries), folder.limit()
    return TablesView(
        tables=[table_view(entry) for entry in entries if entry.header is not None],
        problems=[one for one in problems if one],
        bytes=used,
        limit=limit,
        room=f"{size(used)} of the {size(limit)} that tables may take.",
        build_seconds=request.app.state.settings.build_seconds,
        builds=[build_view(one) for one in builds.shown()],
        blocks=as_data(list_blocks(entries)),
    )


@router.post("")
async def build(asked: TableAsked, request: Request) -> BuildView:
    """Builds a table if that is expected to take under half a minute; GET /api/tables says how far it is."""
    game = await run_in_threadpool(game_of, asked.game)
    return build_view(_builds(request).ask(game, asked.part))


@router.get("/{name}")
async def contents(name: Name, request: Request) -> ContentsView:
    """What a table holds: its values by distance, and its longest wins with best play."""
    entries = await run_in_threadpool(_opened(request).entries)
    entry = next((one for one in entries if one.file.stem == name and one.header is not None), None)
    if entry is None or entry.scope is None:
        raise HTTPException(404)
    if entry.scope.game.partition(":")[0] not in families():
        raise Refused("the rules of this game are in a file, which pages do not read; plies table show has its counts")
    try:
        found = await _builds(request).contents_of(entry, places(request.app))
    except PliesError as error:
        raise Refused(_without_place(entry, str(error))) from None
    return ContentsView(
        table=table_view(entry),
        win=list(found.win),
        loss=list(found.loss),
        longest=[view_of(LongWinView, one, line=list(one.line)) for one in found.longest],
        blocks=as_data(contents_blocks(entry, found)),
    )


def _without_place(entry: Entry, text: str) -> str:
    """A message that names the table's file without its folder: where that is, visitors need not know."""
    return text.replace(str(entry.file), entry.file.name)
