"""Puts the server together: every router that is found, the security checks, and an orderly end."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.staticfiles import StaticFiles

import plies
from plies.game_files import announce
from plies.web import page_routes
from plies.web.models import PROBLEMS
from plies.web.own.judging import Judging
from plies.web.play.ahead import compile_ahead
from plies.web.play.replay import Replays, game_of
from plies.web.play.searches import Searches
from plies.web.server import errors, security
from plies.web.server.admission import Admission
from plies.web.server.settings import Settings
from plies.web.tables.opened import OpenTables
from plies.web.tables.service import Builds

HERE = Path(__file__).parent
STATIC = HERE / "static"


#: the tags of the routers, in the order in which the page of the interface shows them
SUBJECTS = (
    *("games", "positions", "players", "searches", "the search itself", "tables"),
    *("tournaments", "timing", "grading", "learning", "football"),
)


def routers() -> list[APIRouter]:
    """The `router` of every module below `plies.web` that is called `routes`, or `..._routes`."""
    files = sorted(HERE.rglob("*routes.py"))
    names = [".".join(("plies", "web", *file.relative_to(HERE).with_suffix("").parts)) for file in files]
    return [importlib.import_module(name).router for name in names]


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Whatever a route needs for the life of the server is entered on `app.state.stack` and closed at the end."""
    async with AsyncExitStack() as stack:
        app.state.stack = stack
        chosen: Settings = app.state.settings
        searches = Searches(chosen)
        app.state.searches = searches
        stack.push_async_callback(searches.close)
        app.state.judging = Judging()
        stack.push_async_callback(app.state.judging.close)
        if chosen.compiles_ahead:
            ahead = asyncio.create_task(compile_ahead(searches.compiling, chosen))
            stack.callback(ahead.cancel)
        app.state.builds = Builds(app.state.settings, app.state.tables)
        stack.push_async_callback(app.state.builds.close)
        yield


def create_app(settings: Settings | None = None) -> FastAPI:
    """The web application. `plies.web.server.serving` serves it; `plies serve` also chooses port and token."""
    chosen = settings or Settings()
    app = FastAPI(
        title="Plies",
        version=plies.__version__,
        description="Games, searches and exact answers. The pages do nothing that this interface cannot do.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
        openapi_tags=[{"name": name} for name in SUBJECTS],
    )
    if chosen.files:
        announce(chosen.files)
    app.state.settings = chosen
    app.state.replays = Replays(chosen.kept_plies)
    app.state.tables = OpenTables()
    for router in routers():
        app.include_router(router, responses=PROBLEMS)
    static = GZipMiddleware(StaticFiles(directory=STATIC), minimum_size=1000, compresslevel=5)
    app.mount("/static", static, name="static")
    errors.install(app, game_of)
    page_routes.install(app)
    app.add_middleware(Admission, settings=chosen)
    app.add_middleware(security.Door, settings=chosen)  # around everything else
    return app
