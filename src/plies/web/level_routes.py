"""Levels of play: opponents of a game by one word, with what was measured of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from plies.games.contract import Game
from plies.players.levels.levels import USUAL, Level, levels_of
from plies.web import models
from plies.web.play.players import choice_of
from plies.web.play.replay import game_of
from plies.web.tables.opened import OpenTables

router = APIRouter(prefix="/api/levels", tags=["players"])


class RatingView(BaseModel):
    """Elo above the lowest level of the game, with the ends of a 95% interval."""

    elo: float | None = Field(description="null: a match on the way up was won without a lost point; `low` holds")
    low: float
    high: float | None
    games: int = Field(description="of its match against the level below it")


class LevelView(BaseModel):
    name: str
    text: str = Field(description="the player in one line, as the commands take it")
    player: models.PlayerChoice
    rating: RatingView | None = Field(description="null: not measured on this board")
    usual: bool = Field(description="what a form begins with")


def level_views(game: Game, tables: OpenTables) -> list[LevelView]:
    """The levels of a game on this server, the weakest first."""
    return [_view(level) for level in levels_of(game, tables.entries())]


def _view(level: Level) -> LevelView:
    return LevelView(
        name=level.name,
        text=level.player,
        player=choice_of(level.player),
        rating=None if level.rating is None else models.view_of(RatingView, level.rating),
        usual=level.name == USUAL,
    )


@router.get("")
async def levels(request: Request, game: Annotated[models.Name, Query(description="a game's name")]) -> list[LevelView]:
    """The levels of a game, from the lowest to perfect play, where a table of the game is on this server."""
    return await run_in_threadpool(level_views, game_of(game), request.app.state.tables)
