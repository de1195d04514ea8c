"""Blocks as Markdown."""

from __future__ import annotations

import re

from plies.blocks.markdown import escape, render
from tests.blocks.page import NASTY, PAGE, TABLE


def test_names_are_only_text() -> None:
    text = render(NASTY, PAGE)
    assert "<script" not in text
    assert "\x07" not in text
    assert escape(NASTY) in text
    assert escape(NASTY).count("|") == escape(NASTY).count("\\|") == 1


def test_every_block_is_there() -> None:
    lines = render("Title", PAGE).splitlines()
    assert lines[0] == "# Title"
    assert "## First" in lines
    assert f"Words of {escape(NASTY)}" in lines
    assert f"![Dots of {escape(NASTY)}](dots.svg)" in lines
    assert re.findall(r"\((\w+)\.svg\)", "\n".join(lines)) == ["dots", "joined", "bars"]
    assert escape(TABLE.caption) in lines
    at = lines.index("| --- | ---: | ---: | ---: |")
    assert lines[at - 1] == f"| {escape(NASTY)} | rating | interval | games |"
    assert lines[at + 2] == "| b | – | above +166 | 7 |"
    assert "| [x](</x?a&b>) | 1 |" in lines


def test_rows_are_as_long_as_their_heads() -> None:
    lines = render("Title", PAGE).splitlines()
    cells = [len(re.findall(r"(?<!\\)\|", line)) for line in lines]
    rows = [index for index, line in enumerate(lines) if line.startswith("| ") and lines[index - 1].startswith("|")]
    assert len(rows) == 9
    assert all(cells[index] == cells[index - 1] for index in rows)
