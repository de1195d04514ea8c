"""Positions: what is on the board, what may be played, what heuristics give, and texts in and out."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from plies.errors import InvalidFile, InvalidPosition, PliesError, Refused, UnknownName
from plies.games.contract import Format, Game
from plies.games.position import Position
from plies.games.records import Played, Record, Setup
from plies.web import models
from plies.web.own import files as own
from plies.web.own.judging import Judging
from plies.web.play.players import heuristic_words
from plies.web.play.replay import Replays, game_of, heuristic_of, played, reading_elsewhere
from plies.web.play.views import evaluation_view, position_view
from plies.web.tables.opened import Look, OpenTables
from plies.web.tables.service import Builds

router = APIRouter(prefix="/api", tags=["positions"])


def replays(request: Request) -> Replays:
    found: Replays = request.app.state.replays
    return found


class Evaluating(models.Spot):
    heuristics: list[models.Choice] = Field([], max_length=8, description="none: the game's default")
    me: int | None = Field(None, ge=0, le=1, description="the side that is asked about; left out: the side to move")


class Exporting(models.Spot):
    format: models.Name = Field(description="`text`, `svg`, or one of the game's formats")


class Exported(BaseModel):
    text: str
    suffix: str


class Importing(models.Asked):
    game: models.Name
    text: Annotated[str, Field(max_length=60_000)] = Field(
        description="a position as one line, moves as words, or a file in one of the game's formats"
    )


class Composing(models.Asked):
    """A board put together by hand."""

    game: models.Name
    cells: dict[models.Name, Annotated[str, Field(max_length=8)]] = Field(
        max_length=400, description="letters or numbers by the names of cells; cells left out are empty"
    )
    turn: int = Field(ge=0, le=1)


@router.post("/position")
async def show(spot: models.Spot, request: Request) -> models.PositionView:
    """The position after the moves: its board, the legal moves, how the last move was walked, and what tables know."""
    position, look = await run_in_threadpool(_looked_at, spot, request)
    builds: Builds = request.app.state.builds
    solving = bool(spot.moves or look.unready) and builds.played(position.game, look)
    return await run_in_threadpool(position_view, position, look, solving)


def _looked_at(spot: models.Spot, request: Request) -> tuple[Position, Look]:
    tables: OpenTables = request.app.state.tables
    position = replays(request).position(spot)
    return position, tables.look(position)


@router.post("/evaluate")
async def evaluate(asked: Evaluating, request: Request) -> list[models.EvaluationView]:
    """Heuristics taken apart in this position: each term with both sides' counts, its weight and what it adds."""
    position = await run_in_threadpool(replays(request).walk, asked.game, asked.start, asked.moves)
    me = position.state.turn if asked.me is None else asked.me
    judging: Judging = request.app.state.judging
    return [await _evaluated(position, one, me, judging) for one in asked.heuristics or [models.DEFAULT]]


async def _evaluated(position: Position, choice: models.Choice, me: int, judging: Judging) -> models.EvaluationView:
    """User-written heuristics are asked in processes of their own."""
    words = await run_in_threadpool(heuristic_words, choice, position.game)
    if own.is_label(choice.name or ""):
        return evaluation_view(await judging.evaluate(position, words, me), own.labelled(words), None, me)
    heuristic = heuristic_of(position.game, choice)
    if heuristic.comes_with_plies:
        found = await run_in_threadpool(position.evaluate, heuristic, me)
    else:
        found = await judging.evaluate(position, words, me)
    return evaluation_view(found, heuristic.name, heuristic.unit, me)


@router.post("/export")
def export(asked: Exporting, request: Request) -> Exported:
    """The position as text or picture, or the whole game in one of the game's formats."""
    position = replays(request).walk(asked.game, asked.start, asked.moves)
    if asked.format == "text":
        return Exported(text=position.text, suffix=".txt")
    if asked.format == "svg":
        return Exported(text=position.svg(), suffix=".svg")
    chosen = position.game.formats.get(asked.format)
    if chosen is None:
        raise UnknownName(f"no such format; known: {', '.join(['text', 'svg', *position.game.formats])}")
    return Exported(text=chosen.write([_record(position)]), suffix=chosen.suffix)


def _record(position: Position) -> Record:
    first = position
    while first.parent is not None:
        first = first.parent
    return Record((), first.text, tuple(Played(word) for word in position.line))


@router.post("/import")
def import_text(asked: Importing) -> models.PositionView:
    """The position or game that a text describes, whichever of the game's ways of writing it is in.

    A position that fits another board of the same family is answered as one of that game.
    """
    game, text = game_of(asked.game), asked.text.strip()
    if not text:
        raise InvalidPosition("there is no text")
    problems: list[PliesError] = []
    readers: list[Callable[[Game, str], Position]] = [
        Game.position,
        _of_words,
        *(partial(_of_file, chosen=one) for one in game.formats.values()),
    ]
    for read in readers:
        try:
            return position_view(read(game, text))
        except PliesError as problem:
            problems.append(problem)
    other = reading_elsewhere(game, text)
    if other is not None:
        return position_view(other)
    raise _likely(game, text, problems)


def _likely(game: Game, text: str, problems: list[PliesError]) -> PliesError:
    """The problem of the reader that was meant: a file has lines, a list of moves begins with a move."""
    if "\n" in text and game.formats:
        return problems[-1]
    return problems[1] if re.fullmatch(game.word_pattern, text.split()[0]) else problems[0]


def _of_words(game: Game, text: str) -> Position:
    words = text.split()
    if len(words) > models.BOUNDS.most_plies:
        raise Refused(f"a game has at most {models.BOUNDS.most_plies} plies here")
    return played(game.start(), words)


def _of_file(game: Game, text: str, chosen: Format) -> Position:
    """The first game of a file."""
    file = chosen.read(text)
    if not file.records:
        raise file.problem or InvalidFile(f"no game in this text, read as {chosen.name}")
    record = file.records[0]
    here = game.position(record.start)
    for item in record.items[: models.BOUNDS.most_plies]:
        if isinstance(item, Setup):
            here = game.position(item.text)
        elif isinstance(item, Played):
            here = here.play(item.word)
    return here


@router.post("/compose")
def compose(asked: Composing) -> models.PositionView:
    """The position that a board put together by hand stands for."""
    game = game_of(asked.game)
    if game.editing is None or game.board is None:
        raise Refused(f"positions of {game.name} are written as text")
    known = {cell.name for cell in game.board(game.first).cells}
    if not set(asked.cells) <= known:
        raise InvalidPosition(f"no such cell on the board of {game.name}")
    allowed = {piece.letter for piece in game.editing.pieces} | set(game.editing.shades)
    for letter in asked.cells.values():
        is_count = letter.isascii() and letter.isdigit() and game.editing.most > 0
        if letter and letter not in allowed and not is_count:
            raise InvalidPosition(f"no such piece; known: {' '.join(sorted(allowed)) or 'numbers'}")
    letters = {name: letter for name, letter in asked.cells.items() if letter}
    if game.editing.pieces and all(letter in game.editing.shades for letter in letters.values()):
        raise InvalidPosition("the board is empty; put at least one piece on it")
    text = game.editing.compose(letters, asked.turn)
    try:
        return position_view(game.position(text))
    except InvalidPosition as problem:  # the sender has put pieces on a board and does not know this text
        raise InvalidPosition(str(problem).replace(repr(text), "this board")) from None
