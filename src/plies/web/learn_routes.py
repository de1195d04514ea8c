"""A page for each game: its guide, its heuristics term by term, its notation, a board."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, HTTPException, Response
from fastapi import Path as InPath
from pydantic import BaseModel, Field

import plies.games
from plies.games.board import to_svg
from plies.games.contract import Family, Game, Heuristic
from plies.registry import families
from plies.web import markdown
from plies.web.models import view_of
from plies.web.own.files import Found, heuristics_for

router = APIRouter(prefix="/api/guides", tags=["games"])

Name = Annotated[str, InPath(max_length=80, description="a name that GET /api/guides lists")]


def _guides() -> dict[str, Path | None]:
    """Every family, and the games of another contract whose folders declare a GUIDE."""
    found: dict[str, Path | None] = {name: family.guide for name, family in sorted(families().items())}
    for info in pkgutil.iter_modules(plies.games.__path__):
        if info.ispkg:
            guide = getattr(importlib.import_module(f"plies.games.{info.name}"), "GUIDE", None)
            if isinstance(guide, Path):
                found[info.name] = guide
    return found


def _blocks(name: str) -> list[markdown.Block]:
    guide = _guides()[name]
    return [] if guide is None else _parsed(guide.read_text(encoding="utf-8"))


@lru_cache(maxsize=64)
def _parsed(text: str) -> list[markdown.Block]:
    return markdown.parse(text)


def _title(name: str) -> str:
    head = next((block for block in _blocks(name) if block["kind"] == "heading"), None)
    return name.capitalize() if head is None else "".join(span["text"] for span in head["spans"])


class TermOfHeuristic(BaseModel):
    """A feature with its weight; the two differ where the heuristic looks at the sides differently."""

    name: str
    first: float = Field(description="the weight for the first side")
    second: float


class HeuristicTerms(BaseModel):
    name: str
    about: str
    default: bool
    centre: float = Field(description="the number that stands for a level game")
    same: bool = Field(description="both sides weigh alike")
    terms: list[TermOfHeuristic]
    windows: int = Field(description="of its patterns: groups of cells, with a weight for every combination")


class GameFacts(BaseModel):
    """The facts of a game: sides, heuristics, notation."""

    name: str
    about: str
    options: str
    examples: list[str]
    sides: list[str]
    start: str
    move: str
    most_moves: int
    ends: list[str]
    formats: list[str]
    has_board: bool
    heuristics: list[HeuristicTerms]


class GuideTitle(BaseModel):
    name: str
    title: str


class Guide(GuideTitle):
    blocks: list[markdown.Block]
    game: GameFacts | None = Field(description="null for a game of another contract")


def _heuristic(game: Game, one: Heuristic) -> HeuristicTerms:
    """Terms with their weights; two columns where the sides weigh differently."""
    names = [feature.name for feature in one.features]
    second, first = one.weights, one.weights_for(0)
    terms = zip(names, first, second, strict=True)
    return view_of(
        HeuristicTerms,
        one,
        default=one.name == game.default,
        same=first == second,
        terms=[TermOfHeuristic(name=name, first=a, second=b) for name, a, b in terms],
        windows=0 if one.patterns is None else len(one.patterns.windows),
    )


def _own(found: Found) -> HeuristicTerms:
    """A heuristic of a file, which weighs for both sides alike as far as is known."""
    one = found.heuristic
    terms = [TermOfHeuristic(name=name, first=weight, second=weight) for name, weight in one.terms]
    return HeuristicTerms(
        name=found.label, about=one.about, default=False, centre=one.centre, same=True, terms=terms, windows=0
    )


def _facts(family: Family) -> GameFacts:
    game = family.make(family.default)
    rules = game.rules
    ends = [f"no move is a {rules.without_moves} for the side to move"]
    if rules.can_repeat:
        ends.append("the third time a position comes up is a draw")
    if rules.plies_without_progress:
        ends.append(f"{rules.plies_without_progress} plies without {game.progress_name} are a draw")
    return view_of(
        GameFacts,
        family,
        name=game.name,
        sides=game.sides,
        start=game.start().text,
        move=game.word_example,
        most_moves=rules.most_moves,
        ends=ends,
        formats=[one.name for one in game.formats.values()],
        has_board=game.board is not None,
        heuristics=[
            *(_heuristic(game, one) for one in game.heuristics.values()),
            *(_own(one) for one in heuristics_for(game)),
        ],
    )


@router.get("")
def guides() -> list[GuideTitle]:
    """The games that have a page."""
    return [GuideTitle(name=name, title=_title(name)) for name in _guides()]


@router.get("/{name}")
def guide(name: Name) -> Guide:
    """The guide as blocks of text, and the facts of the game."""
    if name not in _guides():
        raise HTTPException(404)
    family = families().get(name)
    return Guide(name=name, title=_title(name), blocks=_blocks(name), game=None if family is None else _facts(family))


@router.get("/{name}/board", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def board(name: Name) -> Response:
    """The position that the game begins with, as a picture."""
    family = families().get(name)
    game = family and family.make(family.default)
    if not game or game.board is None:
        raise HTTPException(404)
    return Response(to_svg(game.board(game.first)), media_type="image/svg+xml")
