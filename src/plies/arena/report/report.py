"""The report of a tournament: one self-contained HTML page, and the same as Markdown with its plots beside it.

    written = write_report(records, "results", title="Pawns, settled")

Both are made from one list of blocks (headings, paragraphs, tables, plots), so they say the same. Nothing in them
depends on the day or the place of writing: the same games give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plies.arena.report import plots
from plies.arena.run.record import GameRecord
from plies.errors import InvalidFile

if TYPE_CHECKING:
    from plies.arena.plan.tournament import Tournament

PAGE, TEXT = "index.html", "report.md"
WITHOUT_PLOTS = "The plots are left out: they need matplotlib (pip install 'plies[plots]')."


@dataclass(frozen=True)
class Heading:
    text: str
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Table:
    """Cells are texts; columns whose letter in `align` is `r` are numbers. `folded`: closed until asked for."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    align: str = ""
    caption: str = ""
    folded: bool = False

    def aligned(self, column: int) -> str:
        return self.align[column] if column < len(self.align) else "r" if column else "l"


@dataclass(frozen=True)
class Plot:
    name: str
    caption: str
    svg: str


Block = Heading | Paragraph | Table | Plot


@dataclass(frozen=True)
class Written:
    """The files of a report, and a line to tell people where something was left out."""

    page: Path
    markdown: Path
    plots: tuple[Path, ...]
    notice: str = ""


@dataclass(frozen=True)
class Part:
    """One tournament of a report: its records, or its standings as data. `extra` blocks follow the summary.

    Records, and the `tournament` where there is one, also tell where the part comes from: at its end. `records` are
    those behind standings that are given as data.
    """

    title: str
    source: Mapping[str, Any] | Iterable[GameRecord]
    extra: Sequence[Block] = ()
    tournament: Tournament | None = None
    records: Iterable[GameRecord] = ()


def write_report(
    source: Mapping[str, Any] | Iterable[GameRecord],
    folder: str | Path,
    title: str = "Tournament",
    extra: Sequence[Block] = (),
    tournament: Tournament | None = None,
    records: Iterable[GameRecord] = (),
) -> Written:
    """Writes the report of one tournament into a folder."""
    return write_parts(folder, title, [Part(title, source, extra, tournament, records)])


def write_parts(folder: str | Path, title: str, parts: Sequence[Part]) -> Written:
    """Writes one report of several tournaments into a folder, each under a heading of its own."""
    from plies.arena.report import html as report_html
    from plies.arena.report import markdown as report_markdown

    blocks: list[Block] = []
    for number, part in enumerate(parts, 1):
        inside = _blocks(part)
        blocks += inside if len(parts) == 1 else [Heading(part.title), *(_lowered(block, number) for block in inside)]
    notice = "" if plots.available() else WITHOUT_PLOTS
    blocks += [Paragraph(notice)] if notice else []
    place = Path(folder)
    drawn = {place / f"{block.name}.svg": block.svg for block in blocks if isinstance(block, Plot)}
    texts = {place / PAGE: report_html.render(title, blocks), place / TEXT: report_markdown.render(title, blocks)}
    texts |= {file: plots.for_file(svg) for file, svg in drawn.items()}
    try:
        place.mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8", newline="\n", errors="replace")
    except OSError as error:
        raise InvalidFile(f"cannot write the report into {folder}: {error.strerror}") from None
    return Written(place / PAGE, place / TEXT, tuple(drawn), notice)


def _blocks(part: Part) -> list[Block]:
    from plies.arena.numbers.standings import standings
    from plies.arena.report import origin as report_origin
    from plies.arena.report.sections import sections

    origin = report_origin.Origin()
    source = part.source
    data = dict(source) if isinstance(source, Mapping) else standings(origin.passing(source))
    for record in part.records:
        origin.add(record)
    drawn = plots.all_plots(data) if plots.available() else {}
    return [*sections(data, drawn, part.extra), *report_origin.blocks(origin, part.tournament, data["games"])]


def _lowered(block: Block, number: int) -> Block:
    """A block of one of several parts: its headings below the part's, its plots named apart."""
    if isinstance(block, Heading):
        return replace(block, level=block.level + 1)
    if isinstance(block, Plot):
        return replace(block, name=f"{number}-{block.name}")
    return block
