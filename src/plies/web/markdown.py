"""The part of Markdown that the guides to the games use, as data; the page makes elements of it, never HTML.

    {"kind": "heading", "level": 2, "spans": [...]}          {"kind": "paragraph", "spans": [...]}
    {"kind": "list", "ordered": true, "items": [[...]]}      {"kind": "code", "text": "..."}
    {"kind": "table", "head": [[...]], "rows": [[[...]]], "right": [false, true]}

A span is {"text": "..."} with `code`, `strong` or `emphasis` set to true where it applies. Links are shown as their
text: the guides are read where their targets may not be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Block = dict[str, Any]
Span = dict[str, Any]

_HEADING = re.compile(r"(#{1,4}) +(.*)")
_ITEM = re.compile(r" {0,3}(?:[-*]|(\d+)\.) +(.*)")
_SPAN = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)")


def parse(text: str) -> list[Block]:
    """The blocks of a text."""
    lines = text.splitlines()
    blocks, at = [], 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        block, at = _block(lines, at)
        blocks.append(block)
    return blocks


def _block(lines: list[str], at: int) -> tuple[Block, int]:
    """The block that begins at a line, and the line after it."""
    line = lines[at]
    if line.startswith("```"):
        end = next((n for n in range(at + 1, len(lines)) if lines[n].startswith("```")), len(lines))
        return {"kind": "code", "text": "\n".join(lines[at + 1 : end])}, end + 1
    if line.startswith("    "):
        return _indented(lines, at)
    if heading := _HEADING.fullmatch(line):
        return {"kind": "heading", "level": len(heading[1]), "spans": spans(heading[2])}, at + 1
    if line.startswith("|") and at + 1 < len(lines) and re.fullmatch(r"[|:\- ]+", lines[at + 1]):
        return _table(lines, at)
    if _ITEM.fullmatch(line):
        return _list(lines, at)
    end = at + 1
    while end < len(lines) and lines[end].strip() and not _begins(lines[end]):
        end += 1
    return {"kind": "paragraph", "spans": spans(" ".join(part.strip() for part in lines[at:end]))}, end


def _begins(line: str) -> bool:
    """Whether a line ends the paragraph above it."""
    return line.startswith(("```", "|")) or bool(_HEADING.fullmatch(line) or _ITEM.fullmatch(line))


def _indented(lines: list[str], at: int) -> tuple[Block, int]:
    end = at
    while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
        end += 1
    return {"kind": "code", "text": "\n".join(line[4:] for line in lines[at:end]).rstrip()}, end


def _list(lines: list[str], at: int) -> tuple[Block, int]:
    """Items begin with a dash or a number; indented lines go on with the item above."""
    items: list[str] = []
    first = _ITEM.fullmatch(lines[at])
    ordered = first is not None and first[1] is not None
    while at < len(lines) and lines[at].strip():
        item = _ITEM.fullmatch(lines[at])
        if item is not None:
            items.append(item[2])
        elif lines[at].startswith(" "):
            items[-1] += " " + lines[at].strip()
        else:
            break
        at += 1
    return {"kind": "list", "ordered": ordered, "items": [spans(item) for item in items]}, at


def _table(lines: list[str], at: int) -> tuple[Block, int]:
    head, marks = _cells(lines[at]), _cells(lines[at + 1])
    end = at + 2
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    rows = [[spans(cell) for cell in _cells(line)] for line in lines[at + 2 : end]]
    right = [mark.endswith(":") for mark in marks]
    return {"kind": "table", "head": [spans(cell) for cell in head], "rows": rows, "right": right}, end


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def spans(text: str) -> list[Span]:
    """A line of text taken apart."""
    return list(_spans(text))


def _spans(text: str) -> Iterator[Span]:
    at = 0
    for found in _SPAN.finditer(text):
        if found.start() > at:
            yield {"text": text[at : found.start()]}
        code, strong, emphasis, link = found.groups()
        if code is not None:
            yield {"text": code, "code": True}
        elif strong is not None:
            yield {"text": strong.replace("`", ""), "strong": True}
        elif emphasis is not None:
            yield {"text": emphasis, "emphasis": True}
        else:
            yield {"text": link.replace("`", "")}
        at = found.end()
    if at < len(text):
        yield {"text": text[at:]}
