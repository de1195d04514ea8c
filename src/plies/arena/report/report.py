"""The report of a tournament, or of several: one self-contained HTML page, and the same as Markdown with its plots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from plies.arena.report.description import parts
from plies.arena.report.result import Result
from plies.blocks import files, html


def write_report(folder: str | Path, title: str, results: Sequence[Result]) -> files.Written:
    """Writes the report of tournaments into a folder."""
    return files.write(folder, title, parts(results))


def report_page(result: Result) -> str:
    """The HTML page of one tournament's report."""
    return html.render(result.title, files.drawable(parts([result])))
