"""Which games there are, and what can be chosen in each."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from plies.errors import UnknownName
from plies.games.contract import Family, Game, Heuristic
from plies.registry import families
from plies.web import models
from plies.web.models import view_of
from plies.web.own.files import Found, heuristics_for
from plies.web.play.replay import game_of
from plies.web.play.views import near_side, piece_view, unit_view

router = APIRouter(prefix="/api", tags=["games"])


class OptionView(BaseModel):
    """A number from low to high, one of the choices, or a text where there are neither."""

    name: str
    default: str
    low: int | None
    high: int | None
    choices: list[str]
    hint: str


class HeuristicView(BaseModel):
    name: str
    about: str
    centre: float
    unit: models.UnitView | None = Field(description="what its values are counted in")
    terms: dict[str, float] = Field(description="the weight of each term; none for a plain function")


class FormatView(BaseModel):
    key: str
    name: str
    suffix: str


class EditingView(BaseModel):
    """What may be put on a cell by hand: pieces, shades by their letters, or numbers up to `most`."""

    pieces: list[models.PieceView]
    shades: dict[str, str]
    most: int


class GameView(BaseModel):
    name: str
    family: str
    about: str
    sides: list[str]
    default: str
    authors_default: str = Field(description="the default of the game's authors, where the default is a learned one")
    heuristics: list[HeuristicView]
    formats: list[FormatView]
    editing: EditingView | None
    one_square: bool
    word_example: str
    start: str
    near: int = Field(description="the side at the bottom when the board is not flipped")
    bounds: dict[str, float] = Field(description="the largest limits of a player, by their names")


class FamilyView(BaseModel):
    name: str
    about: str
    options: str = Field(description="what may follow the colon of the name, in words")
    default: str
    examples: list[str]
    fields: list[OptionView]
    game: GameView = Field(description="the game with its default options")


class Chosen(models.Asked):
    """A family and what was chosen for its fields, or its options as a text."""

    family: models.Name = Field(description="such as GET /api/games lists")
    values: dict[models.Name, models.Name] = Field({}, max_length=20, description="texts by the names of its fields")
    text: models.Name | None = Field(None, description="its options as they are written, such as 8x8")


def _heuristic_view(heuristic: Heuristic) -> HeuristicView:
    names = [feature.name for feature in heuristic.features]
    weights = dict(zip(names, heuristic.weights, strict=True))
    return view_of(HeuristicView, heuristic, unit=unit_view(heuristic.unit), terms=weights)


def _own_view(found: Found) -> HeuristicView:
    one = found.heuristic
    unit = models.UnitView(name=one.unit, worth=one.worth) if one.unit else None
    return HeuristicView(name=found.label, about=one.about, centre=one.centre, unit=unit, terms=dict(one.terms))


def _editing_view(game: Game) -> EditingView | None:
    if game.editing is None or game.board is None:
        return None
    board = game.board(game.first)
    pieces = [piece_view(piece, board) for piece in game.editing.pieces]
    return view_of(EditingView, game.editing, pieces=pieces)


def game_view(game: Game) -> GameView:
    return view_of(
        GameView,
        game,
        family=game.name.partition(":")[0],
        heuristics=[
            *(_heuristic_view(one) for one in game.heuristics.values()),
            *(_own_view(one) for one in heuristics_for(game)),
        ],
        formats=[FormatView(key=key, name=one.name, suffix=one.suffix) for key, one in game.formats.items()],
        editing=_editing_view(game),
        start=game.start().text,
        near=near_side(game),
        bounds={
            "depth": models.BOUNDS.most_depth,
            "nodes": models.BOUNDS.most_nodes,
            "seconds": models.BOUNDS.move_seconds,
        },
    )


def _family_view(family: Family) -> FamilyView:
    fields = [
        view_of(OptionView, one, low=one.low if one.high else None, high=one.high or None) for one in family.fields
    ]
    return view_of(FamilyView, family, fields=fields, game=game_view(game_of(family.name)))


@router.get("/games")
def all_games() -> list[FamilyView]:
    """Every registered family of games, with its options, heuristics and formats."""
    return [_family_view(family) for _, family in sorted(families().items())]


@router.get("/game")
def one_game(name: Annotated[str, Query(max_length=200)]) -> GameView:
    """One game at one size: its sides, heuristics, formats, and what can be put on its board by hand."""
    return game_view(game_of(name))


@router.post("/choose")
def choose(chosen: Chosen) -> GameView:
    """The game that a choice of options means."""
    family = families().get(chosen.family)
    if family is None:
        raise UnknownName(f"no such game; known: {', '.join(sorted(families()))}")
    if not set(chosen.values) <= {one.name for one in family.fields}:
        raise UnknownName(f"no such option; known: {', '.join(one.name for one in family.fields) or 'none'}")
    if chosen.text is not None:
        return game_view(game_of(f"{family.name}:{chosen.text}" if chosen.text else family.name))
    return game_view(game_of(family.named(chosen.values)))
