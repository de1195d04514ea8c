"""The files that the server was given, for pages to show."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, Field

from plies.web.models import view_of
from plies.web.own.files import OwnFile, own_files

router = APIRouter(prefix="/api/files", tags=["games"])


class OwnHeuristicView(BaseModel):
    name: str = Field(description="as players and heuristics are named here, such as mine.py:duo")
    about: str
    line: int = Field(description="where in the file it begins; 0: not known")
    games: list[str] = Field(description="the families of games that it fits")


class OwnFileView(BaseModel):
    name: str
    game: str = Field(description="the family of games that it declares; empty: none")
    heuristics: list[OwnHeuristicView]
    version: str = Field(description="another one when the file, or what it uses, has changed")
    problem: str = Field(description="why nothing of it can be used; empty: all is well")
    line: int = Field(description="where the problem is; 0: in the file as a whole")


@router.get("")
def files() -> list[OwnFileView]:
    """The files that `plies serve` was given, as they stand now."""
    return [_view(one) for one in own_files()]


def _view(file: OwnFile) -> OwnFileView:
    heuristics = [
        OwnHeuristicView(name=f"{file.label}:{one.name}", about=one.about, line=one.line, games=list(one.games))
        for one in file.heuristics
    ]
    return view_of(OwnFileView, file, name=file.label, heuristics=heuristics)
