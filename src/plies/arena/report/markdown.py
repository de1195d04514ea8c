"""Blocks of a report as Markdown. What comes from names is escaped, so that it shows as it is and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plies.arena.report.report import Block, Table


def render(title: str, blocks: Sequence[Block]) -> str:
    return "\n\n".join([f"# {escape(title)}", *(_block(block) for block in blocks)]) + "\n"


def escape(text: str) -> str:
    """On one line, with a backslash before what Markdown reads as its own, and no HTML."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_{}\[\]|~#!$])", r"\\\1", line)


def _block(block: Block) -> str:
    from plies.arena.report.report import Heading, Paragraph, Plot

    if isinstance(block, Heading):
        return f"{'#' * block.level} {escape(block.text)}"
    if isinstance(block, Paragraph):
        return escape(block.text)
    if isinstance(block, Plot):
        return f"![{escape(block.caption)}]({block.name}.svg)"
    return _table(block)


def _table(table: Table) -> str:
    marks = [("---:" if table.aligned(index) == "r" else "---") for index in range(len(table.columns))]
    rows = [[escape(cell) for cell in row] for row in (table.columns, *table.rows)]
    lines = [rows[0], marks, *rows[1:]]
    text = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return f"{escape(table.caption)}\n\n{text}" if table.caption else text
