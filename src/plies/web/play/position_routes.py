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
from plies.games.lines import Walked, count, format_line, parse_line, walk
from plies.games.position import Position
from plies.games.records import Item, Played, Record, Setup
from plies.web import models
from plies.web.play.replay import Replays, game_of, heuristic_of, reading_elsewhere
from plies.web.play.views import evaluation_view, position_view
from plies.web.server.errors import given, without_echo
from plies.web.tables.opened import OpenTables
from plies.web.tables.service import Builds

router = APIRouter(prefix="/api", tags=["positions"])


def replays(request: Request) -> Replays:
    found: Replays = request.app.state.replays
    return found


class Evaluating(models.Spot):
    heuristics: list[models.Choice] = Field([], max_length=8, description="none: the game's default")
    me: int | None = Field(None, ge=0, le=1, description="the side that is asked about; left out: the side to move")


Line = Annotated[str, Field(max_length=60_000)]
#: of a game with its variations, all moves together
MOST_MOVES = 4 * models.BOUNDS.most_plies


class Exporting(models.Spot):
    format: models.Name = Field(description="`text`, `svg`, or one of the game's formats")
    line: Line | None = Field(None, description="the whole game as a line with variations; left out: the moves alone")


class Exported(BaseModel):
    text: str
    suffix: str


class Importing(models.Asked):
    game: models.Name
    text: Line = Field(
        description="a position as one line, moves as words (with variations), or a file in one of the game's formats"
    )


class Imported(models.PositionView):
    """The position at the end of the main line, and the whole game."""

    line: str = Field(description="the moves since the start with variations and comments, as /api/line takes them")


class Lining(models.Asked):
    """A game with its variations: `11-15 23-19 ( 22-18 15x22 {old} ) 8-11`."""

    game: models.Name
    start: models.Text | None = Field(None, description="a position as one line; left out: the game's own start")
    line: Line = Field(
        description="moves as words, variations in parentheses after the move they replace, comments in braces"
    )


class Lined(BaseModel):
    line: str = Field(description="what of it can be played, in the game's own words")
    moves: int = Field(description="how many moves that are, with those of variations")
    problem: str | None = Field(description="why the rest cannot be played; null: there is no rest")


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
    position = await run_in_threadpool(replays(request).position, spot)
    return await shown(position, request)


async def shown(position: Position, request: Request) -> models.PositionView:
    """A position with what tables know of it. One that was played to may have a table built."""
    tables: OpenTables = request.app.state.tables
    builds: Builds = request.app.state.builds
    look = await run_in_threadpool(tables.look, position)
    solving = bool(position.parent is not None or look.unready) and builds.played(position.game, look)
    return await run_in_threadpool(position_view, position, look, solving)


@router.post("/evaluate")
def evaluate(asked: Evaluating, request: Request) -> list[models.EvaluationView]:
    """Heuristics taken apart in this position: each term with both sides' counts, its weight and what it adds."""
    position = replays(request).walk(asked.game, asked.start, asked.moves)
    me = position.state.turn if asked.me is None else asked.me
    choices = asked.heuristics or [models.DEFAULT]
    return [evaluation_view(position, heuristic_of(position.game, one), me) for one in choices]


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
    return Exported(text=chosen.write([_record(position, asked.line)]), suffix=chosen.suffix)


def _record(position: Position, line: str | None) -> Record:
    first = position
    while first.parent is not None:
        first = first.parent
    if line is None:
        return Record((), first.text, tuple(Played(word) for word in position.line))
    walked = walk(first, _parsed(line))
    if walked.problem is not None:
        raise walked.problem
    return Record((), first.text, tuple(walked.items))


def _parsed(line: str) -> tuple[Item, ...]:
    items = parse_line(line)
    if count(items) > MOST_MOVES:
        raise Refused(f"a game has at most {MOST_MOVES} moves here, those of variations among them")
    if sum(isinstance(item, Played) for item in items) > models.BOUNDS.most_plies:
        raise Refused(f"a game has at most {models.BOUNDS.most_plies} plies here")
    return items


@router.post("/line")
def check_line(asked: Lining, request: Request) -> Lined:
    """What of a game with variations can be played, and why the rest cannot."""
    game = game_of(asked.game)
    walked = walk(game.start() if asked.start is None else game.position(asked.start), _parsed(asked.line))
    problem = None if walked.problem is None else without_echo(str(walked.problem), given(request))
    return Lined(line=format_line(walked.items), moves=count(walked.items), problem=problem)


@router.post("/import")
def import_text(asked: Importing) -> Imported:
    """The position or game that a text describes, whichever of the game's ways of writing it is in.

    A position that fits another board of the same family is answered as one of that game.
    """
    game, text = game_of(asked.game), asked.text.strip()
    if not text:
        raise InvalidPosition("there is no text")
    problems: list[PliesError] = []
    readers: list[Callable[[Game, str], Walked]] = [
        _of_position,
        _of_words,
        *(partial(_of_file, chosen=one) for one in game.formats.values()),
    ]
    for read in readers:
        try:
            return _imported(read(game, text))
        except PliesError as problem:
            problems.append(problem)
    other = reading_elsewhere(game, text)
    if other is not None:
        return _imported(Walked(other))
    raise _likely(game, text, problems)


def _imported(walked: Walked) -> Imported:
    if walked.problem is not None:
        raise walked.problem
    return Imported(**position_view(walked.position).model_dump(), line=format_line(walked.items))


def _likely(game: Game, text: str, problems: list[PliesError]) -> PliesError:
    """The problem of the reader that was meant: a file has lines, a list of moves begins with a move."""
    if "\n" in text and game.formats:
        return problems[-1]
    return problems[1] if re.fullmatch(game.word_pattern, text.split()[0]) else problems[0]


def _of_position(game: Game, text: str) -> Walked:
    return Walked(game.position(text))


def _of_words(game: Game, text: str) -> Walked:
    return walk(game.start(), _parsed(text))


def _of_file(game: Game, text: str, chosen: Format) -> Walked:
    """The first game of a file, from the last position that is set up in it."""
    file = chosen.read(text)
    if not file.records:
        raise file.problem or InvalidFile(f"no game in this text, read as {chosen.name}")
    record = file.records[0]
    start, items = record.start, record.items
    for number, item in enumerate(record.items):
        if isinstance(item, Setup):
            start, items = item.text, record.items[number + 1 :]
    return walk(game.position(start), _parsed(format_line(items)))


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
