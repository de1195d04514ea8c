"""Who can play: the algorithms with their options, and a player that was put together from them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool

from plies.players.notation import format_player
from plies.web import models
from plies.web.play.players import player_of, shown
from plies.web.play.replay import game_of
from plies.web.play.views import algorithm_views
from plies.web.server.settings import Settings

router = APIRouter(prefix="/api", tags=["players"])

#: what a form begins with: for native speed, and for plain Python
USUAL = {"seconds": (1.0, 1.0), "depth": (8, 4), "nodes": (100_000, 10_000)}


class Checking(models.Asked):
    game: models.Name
    player: models.PlayerAsked


@router.get("/algorithms")
def all_algorithms(request: Request) -> list[models.AlgorithmView]:
    """Every algorithm that may play here, with its options within this server's bounds. The first is the usual one."""
    settings: Settings = request.app.state.settings
    return algorithm_views(settings, USUAL)


@router.post("/player")
async def check(asked: Checking, request: Request) -> models.PlayerView:
    """The player that a choice means, or what is wrong with it."""
    game = game_of(asked.game)
    player = await run_in_threadpool(player_of, asked.player, game, request.app.state.settings)
    return models.PlayerView(text=format_player(shown(player)))
