"""Plots as SVG: the data are in the drawing, in the ink of their place."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from plies.blocks import plots
from plies.blocks.blocks import Plot
from tests.blocks.page import BARS, DOTS, JOINED, NASTY

SVG = "{http://www.w3.org/2000/svg}"


def texts(plot: Plot) -> list[str]:
    drawing = ElementTree.fromstring(plots.for_file(plot))
    return ["".join(node.itertext()).strip() for node in drawing.iter(f"{SVG}text")]


def shapes(plot: Plot, colour: str) -> int:
    """Paths and uses that are drawn in a colour."""
    drawing = ElementTree.fromstring(plots.for_file(plot))
    return sum(colour.lower() in node.get("style", "").lower() for node in drawing.iter())


@pytest.mark.parametrize("plot", [DOTS, JOINED, BARS], ids=lambda plot: plot.id)
def test_ink(plot: Plot) -> None:
    page, file = plots.for_page(plot), plots.for_file(plot)
    assert plots.INK not in page + file
    assert "currentColor" in page
    assert "currentColor" not in file
    assert 'fill="#ffffff"' in file
    assert plots.for_file(replace(plot)) == file
    plots._svg.cache_clear()
    assert plots.for_file(plot) == file  # the same bytes again


def test_what_is_drawn() -> None:
    short = plots.short(NASTY)
    assert len(short) == plots.LONGEST_NAME
    assert {short, "b", "Elo", "bound"} <= set(texts(DOTS))
    assert {"a", "b", "score", "one", short} <= set(texts(JOINED))
    assert {"one", short, "plies", "%"} <= set(texts(BARS))


def test_another_point_is_another_drawing() -> None:
    (series,) = DOTS.series
    without = replace(DOTS, series=(replace(series, points=series.points[:1]),))
    assert shapes(DOTS, plots.COLOURS[0]) > shapes(without, plots.COLOURS[0]) > 0
    two = replace(DOTS, series=(replace(series, name="x"), replace(series, name="_y")))
    assert shapes(DOTS, plots.COLOURS[1]) == 0
    assert shapes(two, plots.COLOURS[1]) > 0
    assert {"x", "\u200b_y"} <= set(texts(two))


def test_bars_are_as_high_as_their_shares() -> None:
    drawing = ElementTree.fromstring(plots.for_file(replace(BARS, panels=BARS.panels[:1])))
    bars = [
        node.get("d", "") for node in drawing.iter(f"{SVG}path") if plots.COLOURS[0].lower() in node.get("style", "")
    ]
    heights = []
    for path in bars:
        ys = [float(word) for word in path.replace("M", " ").replace("L", " ").replace("z", " ").split()[1::2]]
        heights.append(max(ys) - min(ys))
    assert len(heights) == 2
    assert heights[1] == pytest.approx(3 * heights[0], rel=0.01)
