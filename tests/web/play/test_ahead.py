"""Engines are compiled before anybody asks, and who asks earlier is told what is compiled and for how long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from plies.players.notation import parse_player
from plies.registry import families, game
from plies.web.jobs import children, compile_engine
from plies.web.play import ahead_job
from plies.web.play import compiling as module
from plies.web.play.ahead import likeliest
from plies.web.play.compiling import USUAL, Compiling
from plies.web.server.settings import Settings

BOARD, PLAYER = game("pawns:3x5"), parse_player("ari@1s")


def test_the_likeliest_are_the_usual_games() -> None:
    assert [one.name.partition(":")[0] for one, _ in likeliest(Settings())] == sorted(families())


def test_what_is_compiled_ahead_is_ready_when_the_job_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[asyncio.Event] = [asyncio.Event(), asyncio.Event()]

    async def run(request: Any, seconds: float) -> AsyncGenerator[Any]:
        assert request == ahead_job.Request((compile_engine.Request(BOARD.name, PLAYER),))
        yield ahead_job.Begun(0)
        await steps[0].wait()
        yield ahead_job.Ready(0)
        await steps[1].wait()

    async def story() -> None:
        compiling = Compiling()
        assert not compiling.is_known_ready(BOARD, PLAYER)
        ahead = asyncio.create_task(compiling.ahead([(BOARD, PLAYER)]))
        await asyncio.sleep(0.01)
        assert not await compiling.is_ready(BOARD, PLAYER)
        told = compiling.wait(BOARD, PLAYER)
        assert (told.what, told.seconds) == ("the engine of Pawns, 3 by 5", int(USUAL))
        waiting = asyncio.create_task(compiling.prepare(BOARD, PLAYER))  # shares what is under way
        await asyncio.sleep(0.01)
        assert not waiting.done()
        steps[0].set()
        await waiting
        assert compiling.is_known_ready(BOARD, PLAYER)
        steps[1].set()
        await ahead

    monkeypatch.setattr(module.children, "run", run)
    asyncio.run(story())


def test_nobody_waits_for_a_job_that_broke_off(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(request: Any, seconds: float) -> AsyncGenerator[Any]:
        yield ahead_job.Begun(0)
        raise children.ChildFailed("killed")

    async def story() -> None:
        compiling = Compiling()
        await compiling.ahead([(BOARD, PLAYER)])
        assert compiling.is_known_ready(BOARD, PLAYER)  # the search compiles what is missing itself
        assert compiling.begun == {}

    monkeypatch.setattr(module.children, "run", run)
    asyncio.run(story())
