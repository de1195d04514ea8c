"""Who can play: the algorithms with their options, and a player that was put together from them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool

from plies.players.algorithm import Algorithm
from plies.players.notation import format_player
from plies.players.options import LIMITS, Option
from plies.web import models
from plies.web.play.players import OFFERED_LIMITS, offered, option_here, player_of
from plies.web.play.replay import game_of
from plies.web.server.settings import Settings

router = APIRouter(prefix="/api", tags=["players"])

#: what a form begins with: for native speed, and for plain Python
_USUAL = {"seconds": (1, 1), "depth": (8, 4), "nodes": (100_000, 10_000)}


class Checking(models.Asked):
    game: models.Name
    player: models.PlayerChoice


@router.get("/algorithms")
def all_algorithms(request: Request) -> list[models.AlgorithmView]:
    """Every algorithm that may play here, with its options within this server's bounds. The first is the usual one."""
    settings: Settings = request.app.state.settings
    return [_algorithm_view(one, settings) for one in offered()]


@router.post("/player")
async def check(asked: Checking, request: Request) -> models.PlayerView:
    """The player that a choice means, or what is wrong with it."""
    game = game_of(asked.game)
    player = await run_in_threadpool(player_of, asked.player, game, request.app.state.settings)
    return models.PlayerView(text=format_player(player))


def _algorithm_view(one: Algorithm, settings: Settings) -> models.AlgorithmView:
    most = {"seconds": settings.move_seconds, "depth": settings.most_depth, "nodes": settings.most_nodes}
    limits = [
        models.AlgorithmLimit(name=key, about=LIMITS[key].about, most=most[key], usual=_USUAL[key][not one.is_native])
        for key in OFFERED_LIMITS
        if key in one.limits
    ]
    return models.AlgorithmView(
        name=one.name,
        about=one.about,
        package=one.package,
        takes_heuristic=one.takes_heuristic,
        most_lines=min(one.most_lines, settings.most_lines),
        is_native=one.is_native,
        limits=limits,
        options=[_option_view(option_here(option, settings)) for option in one.options],
    )


def _option_view(option: Option) -> models.AlgorithmOption:
    is_number = option.form == "whole number"
    return models.AlgorithmOption(
        name=option.name,
        about=option.about,
        form=option.form,
        right=option.right,
        default=None if option.default is None else option.write(option.default),
        low=option.low if is_number else None,
        high=option.high if is_number else None,
        choices=list(option.choices),
    )
