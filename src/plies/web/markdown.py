"""The guides to the games as data: markdown-it reads them, and the page makes elements of what stands here, never HTML.

    {"kind": "heading", "level": 2, "spans": [...]}          {"kind": "paragraph", "spans": [...]}
    {"kind": "list", "ordered": true, "items": [[...]]}      {"kind": "code", "text": "..."}
    {"kind": "table", "head": [[...]], "rows": [[[...]]], "right": [false, true]}

A span is {"text": "..."} with `code`, `strong` or `emphasis` set to true where it applies. Links are shown as their
text: the guides are read where their targets may not be. Tags in a guide are shown as they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

Block = dict[str, Any]
Span = dict[str, Any]

_READER = MarkdownIt("commonmark", {"html": False}).enable("table")
_MARKS = {"strong": "strong", "em": "emphasis", "code_inline": "code"}


def parse(text: str) -> list[Block]:
    """The blocks of a text."""
    return list(_blocks(SyntaxTreeNode(_READER.parse(text))))


def _blocks(node: SyntaxTreeNode) -> Iterator[Block]:
    match node.type:
        case "heading":
            yield {"kind": "heading", "level": int(node.tag[1:]), "spans": spans(node)}
        case "paragraph":
            yield {"kind": "paragraph", "spans": spans(node)}
        case "fence" | "code_block":
            yield {"kind": "code", "text": node.content.rstrip("\n")}
        case "bullet_list" | "ordered_list":
            items = [spans(item) for item in node.children]
            yield {"kind": "list", "ordered": node.type == "ordered_list", "items": items}
        case "table":
            head, *rows = [row.children for part in node.children for row in part.children]
            right = [cell.attrs.get("style") == "text-align:right" for cell in head]
            cells = [[spans(cell) for cell in row] for row in (head, *rows)]
            yield {"kind": "table", "head": cells[0], "rows": cells[1:], "right": right}
        case _:  # the whole text, a quotation
            for child in node.children:
                yield from _blocks(child)


def spans(node: SyntaxTreeNode) -> list[Span]:
    """The text in a block, taken apart where its marks change."""
    parts = groupby(_parts(node, frozenset()), key=lambda part: part[1])
    return [{"text": "".join(text for text, _ in part), **dict.fromkeys(sorted(marks), True)} for marks, part in parts]


def _parts(node: SyntaxTreeNode, marks: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Every piece of text below a node with its marks; blocks in an item are set apart by a space."""
    if node.type in _MARKS:
        marks |= {_MARKS[node.type]}
    if node.type in ("softbreak", "hardbreak"):
        yield " ", marks
    if not node.children and node.content:
        yield node.content.rstrip("\n"), marks
    for number, child in enumerate(node.children):
        if number and child.block:
            yield " ", marks
        yield from _parts(child, marks)
