"""Blocks as files to keep: one HTML page that needs nothing else, and the same as Markdown with its plots beside it.

Nothing in them depends on the day or the place of writing: the same blocks give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plies.blocks import html, markdown, plots
from plies.blocks.blocks import Block, Dots, Histograms, Paragraph
from plies.errors import InvalidFile

PAGE, TEXT = "index.html", "report.md"
WITHOUT_PLOTS = "The plots are left out: they need matplotlib (pip install 'plies[plots]')."


@dataclass(frozen=True)
class Written:
    """The files, and a line for people where something was left out."""

    page: Path
    markdown: Path
    plots: tuple[Path, ...]
    notice: str = ""


def drawable(blocks: Sequence[Block]) -> list[Block]:
    """The blocks as they are, or without their plots and with a line that reports it where matplotlib is missing."""
    if plots.available():
        return list(blocks)
    kept: list[Block] = [block for block in blocks if not isinstance(block, Dots | Histograms)]
    return [*kept, Paragraph("without-plots", WITHOUT_PLOTS)]


def write(folder: str | Path, title: str, blocks: Sequence[Block]) -> Written:
    """Writes a page, its Markdown and its plots into a folder."""
    place, shown = Path(folder), drawable(blocks)
    drawn = {
        place / f"{block.id}.svg": plots.for_file(block) for block in shown if isinstance(block, Dots | Histograms)
    }
    texts = {place / PAGE: html.render(title, shown), place / TEXT: markdown.render(title, shown), **drawn}
    try:
        place.mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8", newline="\n", errors="replace")
    except OSError as error:
        raise InvalidFile(f"cannot write the report into {folder}: {error.strerror}") from None
    return Written(place / PAGE, place / TEXT, tuple(drawn), "" if plots.available() else WITHOUT_PLOTS)
