"""Blocks as Markdown. What comes from names is escaped, so that it shows as it is and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plies.blocks.blocks import Block, Heading, Paragraph, Table


def render(title: str, blocks: Sequence[Block]) -> str:
    return "\n\n".join([f"# {escape(title)}", *(_block(block) for block in blocks)]) + "\n"


def escape(text: str) -> str:
    """On one line, with a backslash before what Markdown reads as its own, and no HTML."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_{}\[\]|~#!$])", r"\\\1", line)


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {escape(block.text)}"
    if isinstance(block, Paragraph):
        return escape(block.text)
    if isinstance(block, Table):
        return _table(block)
    return f"![{escape(block.caption)}]({block.id}.svg)"


def _table(table: Table) -> str:
    marks = ["---:" if column.format.right else "---" for column in table.columns]
    head, *rows = [[escape(cell) for cell in row] for row in ([one.title for one in table.columns], *table.texts())]
    for row, link in zip(rows, table.links, strict=False):
        row[0] = f"[{row[0]}](<{link}>)"
    text = "\n".join("| " + " | ".join(line) + " |" for line in (head, marks, *rows))
    return f"{escape(table.caption)}\n\n{text}" if table.caption else text
