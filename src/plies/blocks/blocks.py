"""The content of a page, apart from how it is shown.

    Table("players", (Column("player"), Column("rating", ELO)), [("ari", 112.4), ("hoddi", -112.4)])

Each block has an id, unique on its page: an anchor for links, the name of a plot's file, what stays open when a page is
drawn again. Cells hold values; the format of their column writes them, in the same words everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from plies.blocks.formats import TEXT, Format, Row


@dataclass(frozen=True)
class Heading:
    """Begins a section. `level` is that of HTML."""

    id: str
    text: str
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    id: str
    text: str


@dataclass(frozen=True)
class Column:
    """Where a screen is too narrow, columns of the highest `priority` number go first; those of 0 stay."""

    title: str
    format: Format = TEXT
    priority: int = 0


@dataclass(frozen=True)
class Table:
    """The first column names the rows, and leads to `links` if there are any, one for each row. `folded`: closed until
    asked for, where that can be shown."""

    id: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    caption: str = ""
    folded: bool = False
    links: Sequence[str] = ()

    def texts(self) -> list[list[str]]:
        """The cells as they are written."""
        formats = [column.format for column in self.columns]
        return [[write(value) for write, value in zip(formats, row, strict=True)] for row in self.rows]

    def shades(self) -> list[list[float | None]]:
        """The shares that colour cells, from 0 to 1; None for a cell without a colour."""
        formats = [column.format for column in self.columns]
        return [[one.shade(value) for one, value in zip(formats, row, strict=True)] for row in self.rows]


@dataclass(frozen=True)
class Mark:
    """A line across a plot."""

    at: float
    label: str = ""


@dataclass(frozen=True)
class Axis:
    """The axis of a plot's values."""

    title: str
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Point:
    """A value in a row of a plot, its interval if it has one, and how it is written."""

    row: int
    value: float
    label: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Series:
    """Points that look alike."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Dots:
    """A plot with a line for each row and points on it. `joined`: the points of a row belong together, the first series
    filled and the second hollow."""

    id: str
    caption: str
    axis: Axis
    rows: tuple[str, ...]
    series: tuple[Series, ...]
    joined: bool = False


@dataclass(frozen=True)
class Panel:
    """One histogram: where each bar begins, and how high it is."""

    name: str
    bars: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Histograms:
    """Histograms below each other on one axis, with bars of one width; heights are shares."""

    id: str
    caption: str
    axis: Axis
    width: float
    panels: tuple[Panel, ...]


Plot = Dots | Histograms
Block = Heading | Paragraph | Table | Plot


def part(blocks: Sequence[Block], number: int) -> list[Block]:
    """The blocks of one of several parts of a page: its headings below the part's, its ids apart from the others'."""
    made: list[Block] = []
    for block in blocks:
        lower = replace(block, level=block.level + 1) if isinstance(block, Heading) else block
        made.append(replace(lower, id=f"{number}-{block.id}"))
    return made


def as_data(blocks: Sequence[Block]) -> list[dict[str, Any]]:
    """As data for JSON: what a page in the browser draws. The cells of tables are texts there."""
    return [{"kind": type(block).__name__.lower(), **_fields(block)} for block in blocks]


def _fields(block: Block) -> dict[str, Any]:
    if not isinstance(block, Table):
        return asdict(block)
    columns = [
        {"title": one.title, "align": "right" if one.format.right else "left", "priority": one.priority}
        for one in block.columns
    ]
    cells = {"columns": columns, "rows": block.texts(), "shades": block.shades()}
    return {"id": block.id, **cells, "caption": block.caption, "folded": block.folded, "links": list(block.links)}
