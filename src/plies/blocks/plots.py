"""Plots as SVG texts, drawn by matplotlib: the same bytes for the same plot.

Colours are those of Okabe and Ito, which people with any colour vision can distinguish; shapes of marks differ as well.
They come in the order of the browser's plots (`css/plots.css`). Letters and lines come in two inks: `currentColor` for
a page that knows light and dark, or dark on white for a file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from plies.blocks.blocks import Dots, Histograms, Plot, Series

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#B0A400", "#8A8A8A")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
#: written by matplotlib where the ink goes, and replaced afterwards; the paper likewise
INK, FAINT = "#010203", "#010204"
#: inches: the width of a plot, the height of a row of points and of a histogram, and what axis and legend take
WIDTH, ROW, PANEL, REST, LEGEND = 5.6, 0.3, 0.75, 0.9, 0.25
#: names longer than this are cut in plots; tables have them in full
LONGEST_NAME = 28


def available() -> bool:
    """Whether matplotlib is installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


def for_page(plot: Plot) -> str:
    """The SVG inside a page: it takes the page's ink, and its identifiers do not meet those of another plot."""
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{plot.id}-\1"', _svg(plot))
    svg = re.sub(r'(href="#|url\(#)', rf"\g<1>{plot.id}-", svg)
    return svg.replace(INK, "currentColor").replace(FAINT, "currentColor")


def for_file(plot: Plot) -> str:
    """The SVG as a file of its own: dark ink on white paper, since a file has no page around it."""
    svg = _svg(plot).replace(INK, "#222222").replace(FAINT, "#222222")
    paper = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return re.sub(r"(<svg\b[^>]*>)", rf"\1{paper}", svg, count=1)


@lru_cache(maxsize=64)
def _svg(plot: Plot) -> str:
    """The drawing, with `INK` and `FAINT` still in it."""
    if isinstance(plot, Histograms):
        panels = len(plot.panels)
        return _drawing(REST - 0.2 + PANEL * panels, lambda axes: _histograms(plot, axes), panels)
    lines = len(plot.rows) * (1.0 if plot.joined else max(1.0, 0.6 * len(plot.series)))
    legend = LEGEND * -(-len(plot.series) // 3) if len(plot.series) > 1 else 0.0
    return _drawing(REST + ROW * lines + legend, lambda axes: _dots(plot, axes[0]), 1)


def _drawing(height: float, draw: Callable[[Any], None], rows: int) -> str:
    """One SVG: what `draw` puts on its axes, without date and with identifiers that follow from the content."""
    import matplotlib as mpl

    settings: Any = {
        "svg.hashsalt": "plies",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 9.0,
        "text.parse_math": False,
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": INK,
        "axes.linewidth": 0.6,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "xtick.color": INK,
        "ytick.color": INK,
        "grid.color": FAINT,
        "grid.alpha": 0.18,
        "grid.linewidth": 0.6,
    }
    with mpl.rc_context(settings):
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure

        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        FigureCanvasSVG(figure)
        figure.patch.set_alpha(0)
        axes = figure.subplots(rows, 1, sharex=rows > 1, squeeze=False)[:, 0]
        for axis in axes:
            axis.patch.set_alpha(0)
        draw(list(axes))
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return _trimmed(buffer.getvalue())


def _trimmed(svg: str) -> str:
    """From the svg element on, as wide as its place allows."""
    svg = svg[svg.index("<svg") :]
    return re.sub(r'^(<svg\b[^>]*?) width="[^"]*"', r"\1", re.sub(r'^(<svg\b[^>]*?) height="[^"]*"', r"\1", svg))


def short(name: str) -> str:
    name = "".join(letter if letter.isprintable() else " " for letter in name)
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _dots(plot: Dots, axis: Any) -> None:
    """A line for each row, the first on top; series beside each other in it, or joined."""
    axis.set_yticks(range(len(plot.rows)), [short(name) for name in plot.rows])
    axis.set_ylim(len(plot.rows) - 0.5, -0.5)
    axis.grid(axis="x")
    axis.set_axisbelow(True)
    axis.tick_params(axis="y", length=0)
    for mark in plot.axis.marks:
        axis.axvline(mark.at, color=INK, linewidth=0.6, alpha=0.5)
        if mark.label:
            axis.annotate(mark.label, (mark.at, 1), xycoords=("data", "axes fraction"), ha="center", va="bottom")
    if plot.joined:
        for row in range(len(plot.rows)):
            values = [point.value for series in plot.series for point in series.points if point.row == row]
            axis.plot(values, [row] * len(values), color=COLOURS[0], linewidth=1.2, alpha=0.6)
    for index, series in enumerate(plot.series):
        shift = 0.0 if plot.joined else 0.7 * ((index + 0.5) / len(plot.series) - 0.5)
        _points(axis, series, shift, 0 if plot.joined else index, hollow=plot.joined and index > 0)
    axis.margins(x=0.06)
    axis.set_xlabel(plot.axis.title)
    if len(plot.series) > 1:
        axis.figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=8)


def _points(axis: Any, series: Series, shift: float, style: int, hollow: bool) -> None:
    points = series.points
    ranges = [[point.value - (point.value if point.low is None else point.low) for point in points]]
    ranges += [[(point.value if point.high is None else point.high) - point.value for point in points]]
    axis.errorbar(
        [point.value for point in points],
        [point.row + shift for point in points],
        xerr=ranges if any(point.low is not None for point in points) else None,
        fmt=MARKS[style % len(MARKS)],
        color=COLOURS[style % len(COLOURS)],
        markerfacecolor="none" if hollow else COLOURS[style % len(COLOURS)],
        capsize=3,
        markersize=6 if hollow else 5,
        label=_label(series.name),
    )


def _label(name: str) -> str:
    """The name in a legend, from which matplotlib would leave out what begins with an underscore."""
    return f"\u200b{short(name)}" if name.startswith("_") else short(name)


def _histograms(plot: Histograms, axes: list[Any]) -> None:
    from matplotlib.ticker import MaxNLocator

    for axis, panel in zip(axes, plot.panels, strict=True):
        begins, heights = [place for place, _ in panel.bars], [100 * height for _, height in panel.bars]
        axis.bar(begins, heights, width=0.9 * plot.width, align="edge", color=COLOURS[0])
        axis.set_title(short(panel.name), fontsize=8, loc="left", pad=2)
        axis.yaxis.set_major_locator(MaxNLocator(nbins=3, integer=False, min_n_ticks=2))
        axis.set_ylabel("%")
        axis.grid(axis="y")
        axis.set_axisbelow(True)
    axes[-1].set_xlabel(plot.axis.title)
