"""The report as files: complete, self-contained, the same bytes again, and unmoved by what names contain."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from plies.arena.report.description import description
from plies.arena.report.report import report_page, write_report
from plies.arena.report.result import Result
from plies.blocks.blocks import Heading, Table
from plies.blocks.files import Written
from plies.blocks.markdown import escape
from tests.arena.report.made import many_games
from tests.blocks.page import NASTY, Page


@pytest.fixture(scope="module")
def result() -> Result:
    return replace(many_games(), title="Pawns <settled>")


@pytest.fixture(scope="module")
def written(result: Result, tmp_path_factory: pytest.TempPathFactory) -> Written:
    return write_report(tmp_path_factory.mktemp("report") / "new", result.title, [result])


def test_the_page_has_every_block_and_needs_nothing_else(result: Result, written: Written) -> None:
    page = Page(written.page.read_text(encoding="utf-8"))
    blocks = description(result)
    assert page.fetched == []
    assert max(Counter(page.identifiers).values()) == 1
    assert {block.id for block in blocks} <= set(page.identifiers)
    assert page.tags["svg"] == len(written.plots) == 6
    assert "Pawns <settled>" in page.texts
    for block in blocks:
        if isinstance(block, Heading):
            assert block.text in page.texts
        if isinstance(block, Table):
            assert all(cell in page.texts for row in block.texts() for cell in row if cell)


def test_markdown_has_every_cell(result: Result, written: Written) -> None:
    lines = set(written.markdown.read_text(encoding="utf-8").splitlines())
    for block in description(result):
        if isinstance(block, Table):
            for row in block.texts():
                assert "| " + " | ".join(map(escape, row)) + " |" in lines


def test_names_are_only_text(written: Written) -> None:
    assert NASTY in Page(written.page.read_text(encoding="utf-8")).texts
    assert "<script" not in written.markdown.read_text(encoding="utf-8")
    for plot in written.plots:
        assert ElementTree.fromstring(plot.read_text(encoding="utf-8")).tag.endswith("svg")


def test_the_same_bytes_again(result: Result, written: Written, tmp_path: Path) -> None:
    again = write_report(tmp_path, result.title, [replace(many_games(), title=result.title)])
    both = ((found.page, found.markdown, *found.plots) for found in (written, again))
    for one, other in zip(*both, strict=True):
        assert one.read_bytes() == other.read_bytes()
    assert report_page(result) == written.page.read_text(encoding="utf-8")


def test_several_parts_have_plots_of_their_own(result: Result, tmp_path: Path) -> None:
    both = write_report(tmp_path, "Both", [result, replace(result, title="Other")])
    names = [plot.name for plot in both.plots]
    assert len(names) == len(set(names)) == 12
    page = Page(both.page.read_text(encoding="utf-8"))
    assert max(Counter(page.identifiers).values()) == 1
    assert page.links == ["#part-1", "#part-2"]
