"""The maps of solved boards: who wins from the start of each board of a family (`plies solve --map`)."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from plies.errors import InvalidFile, Refused
from plies.games.contract import Family
from plies.games.titles import title_of
from plies.registry import families
from plies.solve.board_map import Board, read_map, sizes
from plies.web.models import view_of
from plies.web.play.replay import game_of

router = APIRouter(prefix="/api/maps", tags=["tables"])


class BoardView(BaseModel):
    """What is known of the first position of one board, for the side that begins."""

    game: str
    title: str
    width: int
    height: int
    result: str = Field(description="win, loss, draw or unknown")
    plies: int | None = Field(description="the distance, or a bound of it if it is not the shortest; null: none")
    shortest: bool
    method: str
    nodes: int
    seconds: float
    budget: float = Field(description="the seconds it was tried with")


class MapView(BaseModel):
    family: str
    title: str
    first: str = Field(description="the side that begins")
    boards: list[BoardView]
    problem: str = Field(description="why the map cannot be read; empty: it can")


def _has_map(family: Family) -> bool:
    try:
        return bool(sizes(family, 10**6))
    except Refused:
        return False


def _board(family: Family, board: Board) -> BoardView:
    name = family.named({"width": str(board.width), "height": str(board.height)})
    return view_of(BoardView, board, game=name, title=title_of(name))


def _map(family: Family) -> MapView:
    found: list[Board] = []
    problem = ""
    try:
        found = read_map(family)
    except InvalidFile:
        problem = f"the file of the map of {family.name} cannot be read"
    return MapView(
        family=family.name,
        title=title_of(family.name),
        first=game_of(family.name).sides[0],
        boards=[_board(family, one) for one in found],
        problem=problem,
    )


@router.get("")
async def maps() -> list[MapView]:
    """A map for every family that has a width and a height, with the boards that were tried on this machine."""
    return [await run_in_threadpool(_map, one) for _, one in sorted(families().items()) if _has_map(one)]
