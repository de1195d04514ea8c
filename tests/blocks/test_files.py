"""Blocks as files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from plies.blocks import files
from plies.errors import InvalidFile
from tests.blocks.page import PAGE, Page


def test_files_say_the_same_and_give_the_same_bytes_again(tmp_path: Path) -> None:
    one, other = (files.write(tmp_path / name, "Title", PAGE) for name in ("one", "new/other"))
    assert [file.name for file in one.plots] == ["dots.svg", "joined.svg", "bars.svg"]
    assert one.notice == ""
    for mine, theirs in zip(
        (one.page, one.markdown, *one.plots), (other.page, other.markdown, *other.plots), strict=True
    ):
        assert mine.read_bytes() == theirs.read_bytes()
    lines = one.markdown.read_text(encoding="utf-8").splitlines()
    page = Page(one.page.read_text(encoding="utf-8"))
    assert len([line for line in lines if set(line) <= set("|-: ") and "---" in line]) == page.tags["table"]
    assert len([line for line in lines if line.startswith("## ")]) == page.tags["h2"]
    assert len([line for line in lines if line.startswith("![")]) == page.tags["svg"]


def test_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    written = files.write(tmp_path, "Title", PAGE)
    assert written.notice == files.WITHOUT_PLOTS
    assert written.plots == ()
    page = Page(written.page.read_text(encoding="utf-8"))
    assert files.WITHOUT_PLOTS in page.texts
    assert page.tags["svg"] == 0
    assert "svg" not in written.markdown.read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidFile, match=r"cannot write the report into .*file"):
        files.write(tmp_path / "file", "Title", [])
