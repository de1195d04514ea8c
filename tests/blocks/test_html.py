"""Blocks as one HTML page that needs nothing else."""

from __future__ import annotations

import re
from collections import Counter

from plies.blocks import plots
from plies.blocks.html import render
from tests.blocks.page import NASTY, PAGE, SHADED, TABLE, Page


def test_the_page_is_whole_and_needs_nothing_else() -> None:
    text = render("Title", PAGE)
    page = Page(text)
    assert page.fetched == []
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert max(Counter(page.identifiers).values()) == 1
    assert {block.id for block in PAGE} <= set(page.identifiers)
    assert (page.tags["svg"], page.tags["table"], page.tags["details"], page.tags["h2"]) == (3, 3, 1, 2)
    assert not re.search(r"@import|url\((?!#)", text)
    assert "color-scheme: light dark" in text
    assert 'name="viewport"' in text
    assert "@media print" in text
    assert plots.INK not in text


def test_names_are_only_text() -> None:
    page = Page(render(NASTY, PAGE))
    assert page.texts.count(NASTY) == 6  # title twice, in the contents and over its section, a column and a row
    assert f"Words of {NASTY}" in page.texts


def test_sections_and_rows_are_linked() -> None:
    assert Page(render("Title", PAGE)).links == ["#first", "#second", "/x?a&b", "/y"]
    assert Page(render("Title", PAGE[:3])).links == []


def test_numbers_stand_on_the_right_and_shares_have_a_colour() -> None:
    text = render("Title", [TABLE, SHADED])
    assert '<td class="r">+12</td>' in text
    assert '<td class="r for" style="--part: 30%">90% (4)</td>' in text
    assert '<td class="r against" style="--part: 30%">10% (3)</td>' in text
