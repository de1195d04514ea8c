"""The editor's requests. They belong to whoever started the server, so they are no part of the described interface."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from plies.errors import InvalidFile, PliesError, Refused
from plies.players import copies
from plies.web import models
from plies.web.edit import saving, sources
from plies.web.edit.drafts import Drafts
from plies.web.own.files import broken, own_files
from plies.web.play.replay import game_of
from plies.web.play.views import evaluation_view
from plies.web.server.errors import Closed
from plies.web.server.security import may_edit
from plies.web.server.settings import Settings
from plies.web.server.streams import while_connected

Source = Annotated[str, Field(max_length=models.BOUNDS.longest_source)]
FileName = Annotated[str, Field(max_length=64)]


async def _open(request: Request) -> None:
    if not may_edit(request.scope, request.app.state.settings):
        raise Closed("the editor is closed: start plies serve --edit and open the address that it prints")


router = APIRouter(prefix="/api/edit", include_in_schema=False)
closed = APIRouter(dependencies=[Depends(_open)])


class Editor(BaseModel):
    """Whether the editor is open to this visitor, and which files it can open."""

    open: bool
    folder: str = ""
    files: list[str] = []


class Opened(BaseModel):
    text: str
    version: str = ""


class Drafted(models.Spot):
    """A text as it stands, the heuristic of it that is meant, and the position."""

    name: FileName
    text: Source
    heuristic: models.Name = Field("", description="left out: the last one of the text")
    me: int | None = Field(None, ge=0, le=1)


class Draft(BaseModel):
    """What is in a text, and what one of its heuristics gives; or what is wrong, and in which line."""

    heuristics: list[str] = []
    evaluation: models.EvaluationView | None = None
    problem: str = ""
    line: int = 0


class Saving(models.Asked):
    name: FileName
    text: Source
    over: Annotated[str, Field(max_length=64)] = Field("", description="the version that may be replaced")


class SavedView(BaseModel):
    saved: bool
    version: str
    heuristics: list[str] = Field(description="as players name them, such as mine.py:mine")
    problem: str = ""
    line: int = 0


def _folder(request: Request) -> Path:
    settings: Settings = request.app.state.settings
    return settings.folder


def _drafts(request: Request) -> Drafts:
    state = request.app.state
    if not hasattr(state, "drafts"):
        state.drafts = Drafts(state.settings.draft_seconds)
        state.stack.push_async_callback(state.drafts.close)
    found: Drafts = state.drafts
    return found


@router.get("")
async def state(request: Request) -> Editor:
    """Everybody may ask whether the editor is open."""
    if not may_edit(request.scope, request.app.state.settings):
        return Editor(open=False)
    folder = _folder(request)
    files = await run_in_threadpool(saving.editable, folder)
    return Editor(open=True, folder=folder.resolve().name or "/", files=files)


@closed.get("/begin")
def begin(game: Annotated[str, Query(max_length=200)], parent: Annotated[str, Query(max_length=200)]) -> Opened:
    """The text of a new heuristic: its parent's features and weights."""
    board = game_of(game)
    if parent not in board.heuristics:
        raise Refused(f"a new heuristic begins as one of the game: {', '.join(board.heuristics)}")
    return Opened(text=sources.beginning(board, parent))


@closed.get("/file")
def open_file(name: Annotated[str, Query(max_length=64)], request: Request) -> Opened:
    """A file of the folder."""
    folder = _folder(request)
    if name not in saving.editable(folder):
        raise HTTPException(404)
    data = saving.path_in(folder, name).read_bytes()
    if len(data) > models.BOUNDS.longest_source:
        raise Refused(f"it has more than {models.BOUNDS.longest_source} bytes, too many for the editor")
    return Opened(text=data.decode(errors="replace"), version=copies.digest_of(data))


@closed.post("/evaluate")
async def evaluate(asked: Drafted, request: Request) -> Draft:
    """What a text gives in a position, run and compiled in processes that can reach nothing; it is not saved."""
    position = await run_in_threadpool(request.app.state.replays.walk, asked.game, asked.start, asked.moves)
    path, names = saving.path_in(_folder(request), asked.name), list[str]()
    try:
        names = await run_in_threadpool(sources.heuristics_in, asked.text)
        chosen = asked.heuristic if asked.heuristic in names else names[-1]
        texts = await run_in_threadpool(copies.texts_of, str(path), asked.text.encode())
        me = position.state.turn if asked.me is None else asked.me
        work = _drafts(request).evaluate(position, f"{path}:{chosen}", me, texts)
        found = await while_connected(request, work)
    except InvalidFile as problem:
        return _wrong(path, problem, names)
    return Draft(heuristics=names, evaluation=evaluation_view(found, chosen, None, me))


def _wrong(path: Path, problem: PliesError, names: list[str]) -> Draft:
    found = broken(path, problem)
    return Draft(heuristics=names, problem=found.problem.replace(f"{path.parent}/", ""), line=found.line)


@closed.post("/save")
def save(asked: Saving, request: Request) -> SavedView:
    """Saves a text as a file of the folder, from then on one of the server's files. Where another is there already,
    nothing is written, and the answer has the version that would be replaced."""
    folder = _folder(request)
    sources.heuristics_in(asked.text)
    done = saving.save(folder, asked.name, asked.text, asked.over)
    if not done.done:
        return SavedView(saved=False, version=done.version, heuristics=[])
    path = saving.path_in(folder, asked.name)
    found = next(one for one in own_files() if one.path == path)
    names = [f"{found.label}:{one.name}" for one in found.heuristics]
    return SavedView(saved=True, version=done.version, heuristics=names, problem=found.problem, line=found.line)


router.include_router(closed)
