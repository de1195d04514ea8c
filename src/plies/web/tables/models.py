"""What requests about tables and their answers look like."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class KnownView(BaseModel):
    """An exact result for a side, by a table: draws by repetition and by lack of progress are not counted."""

    result: Literal["win", "loss", "draw"]
    plies: int | None = Field(description="to the end of the game; null for a draw")


class GivenAway(BaseModel):
    """A move after which its side had a worse result than before."""

    ply: int = Field(description="the number of the move, from 1")
    before: KnownView = Field(description="what its side had")
    after: KnownView = Field(description="what its side had left")


class TableAsked(BaseModel):
    """A table to build: of all that a game's start leads to, or of a part of its index."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, Field(max_length=200)] = Field(description="a game's name")
    part: int | None = Field(
        None, ge=0, le=1000, description="along the game's index: the value of its part, 0 for all; left out: the start"
    )


class TableView(BaseModel):
    """A table of this server. Counts cover all its positions, finished games included."""

    name: str
    game: str
    title: str
    part: str = Field(description="the part of the game's index; empty: what was found from its start")
    position: str = Field(description="the position that all was found from; empty: the start")
    positions: int
    win: int
    loss: int
    draw: int
    longest: int = Field(description="the most plies of any win or loss")
    start: KnownView | None = Field(description="the result of the start; null: it is not in the table")
    seconds: float
    audit_seconds: float | None = Field(description="null: it was not audited")
    bytes: int


class BuildView(BaseModel):
    """A table that is being built, or what became of that."""

    game: str
    title: str
    state: Literal["waiting", "building", "done", "refused"]
    stage: str = Field(description="what is being done, in words")
    share: float | None = Field(description="how much of this stage is done, 0 to 1; null: not known")
    message: str = Field(description="why it was refused")


class TablesView(BaseModel):
    """The tables of this server, and what is being built."""

    tables: list[TableView]
    problems: list[str] = Field(description="files that cannot be read as tables, and why")
    bytes: int
    limit: int = Field(description="bytes that all tables together may take")
    room: str = Field(description="the same in words")
    build_seconds: float = Field(description="tables that are expected to take longer are not built here")
    builds: list[BuildView]
    blocks: list[dict[str, Any]] = Field(description="the tables as blocks of a page")


class LongWinView(BaseModel):
    """A position that is won slowly, and best play from it."""

    position: str
    plies: int
    line: list[str]


class ContentsView(BaseModel):
    """All values of a table by distance, in pairs of plies and positions, and its longest wins."""

    table: TableView
    win: list[tuple[int, int]]
    loss: list[tuple[int, int]]
    longest: list[LongWinView]
    blocks: list[dict[str, Any]] = Field(description="the same as blocks of a page")
