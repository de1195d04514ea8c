"""What the home page shows: the games, a position that is worth watching, and a first comparison of heuristics."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from plies.games.contract import Game
from plies.games.titles import title_of
from plies.registry import families, games_apart
from plies.web import models
from plies.web.level_routes import LevelView, level_views
from plies.web.play.ahead import likeliest
from plies.web.play.replay import game_of
from plies.web.play.searches import Searches
from plies.web.server.settings import Settings
from plies.web.tables.opened import OpenTables
from plies.web.tournaments.models import TournamentAsked

router = APIRouter(prefix="/api/home", tags=["games"])

#: what each player of the first comparison looks at before a move; forty games take a few seconds
NODES, GAMES = 1000, 40


class Card(BaseModel):
    """A game of the laboratory; a game of another contract has a page of its own instead of a board."""

    name: str
    title: str
    about: str
    game: str | None = Field(description="the name of its usual board; null: it is not played move by move")
    tree: str | None = Field(description="the name of a small board, whose search can be drawn")
    level: LevelView | None = Field(description="its usual opponent")


class Comparison(BaseModel):
    """Two heuristics of a game, and the tournament that says which is better."""

    title: str
    first: str
    second: str
    definition: TournamentAsked


class Home(BaseModel):
    cards: list[Card]
    demonstration: models.Spot = Field(description="a position of a game whose engine is ready, if there is one")
    title: str = Field(description="of that game")
    comparison: Comparison


def _cards(tables: OpenTables) -> list[Card]:
    played = [
        Card(
            name=family.name,
            title=title_of(family.name),
            about=family.about,
            game=(game := game_of(family.name)).name,
            tree=family.examples[min(1, len(family.examples) - 1)],
            level=next(level for level in level_views(game, tables) if level.usual),
        )
        for _, family in sorted(families().items())
    ]
    apart = [
        Card(name=name, title=title_of(name), about=about, game=None, tree=None, level=None)
        for name, (about, _) in games_apart().items()
    ]
    return played + apart


def _to_watch(searches: Searches, settings: Settings) -> Game:
    """The first of the usual games that is known to be searched at once, or the first of all."""
    usual = [(game, player) for game, player in likeliest(settings) if game.board is not None]
    ready = (game for game, player in usual if searches.compiling.is_known_ready(game, player))
    return next(ready, usual[0][0])


def _comparison(game: Game) -> Comparison:
    first = game.default
    second = next((name for name in game.heuristics if name != first), first)
    players = [f"{name}@nodes={NODES}" for name in (first, second)]
    definition = TournamentAsked.model_validate({"boards": [game.name], "players": players, "games": GAMES})
    return Comparison(title=title_of(game.name), first=first, second=second, definition=definition)


@router.get("")
async def home(request: Request) -> Home:
    """The games, what to watch, and what to compare."""
    game = await run_in_threadpool(_to_watch, request.app.state.searches, request.app.state.settings)
    moves = list(game.openings[0]) if game.openings else []
    return Home(
        cards=await run_in_threadpool(_cards, request.app.state.tables),
        demonstration=models.Spot(game=game.name, start=None, moves=moves),
        title=title_of(game.name),
        comparison=_comparison(game),
    )
