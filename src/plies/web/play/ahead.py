"""Which engines visitors will probably ask for first; the server compiles those before anybody does."""

from __future__ import annotations

import asyncio

from plies.games.contract import Game
from plies.players.player import Player
from plies.registry import families
from plies.web.models import PlayerChoice
from plies.web.play.compiling import Compiling
from plies.web.play.players import player_of
from plies.web.play.replay import game_of
from plies.web.server.settings import Settings


def likeliest(settings: Settings) -> list[tuple[Game, Player]]:
    """Every family at its usual size with its usual opponent, in the order of the pages."""
    games = [game_of(name) for name in sorted(families())]
    return [(game, player_of(PlayerChoice.model_validate({}), game, settings)) for game in games]


async def compile_ahead(compiling: Compiling, settings: Settings) -> None:
    await compiling.ahead(await asyncio.to_thread(likeliest, settings))
