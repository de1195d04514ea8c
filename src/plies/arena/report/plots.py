"""The plots of a report as SVG texts, the same bytes for the same standings.

Colours are those of Okabe and Ito, which people with any colour vision tell apart; shapes of marks differ as well.
Letters and lines come in two inks: `currentColor` for a page that knows light and dark, or dark on white for a file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from typing import Any

from plies.errors import Refused

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#7F7F7F", "#B8A600")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
#: written by matplotlib where the ink goes, and replaced afterwards; the paper likewise
INK, FAINT = "#010203", "#010204"
WIDTH = 5.6
#: names longer than this are cut in plots; tables have them in full
LONGEST_NAME = 28

Draw = Callable[[Any, Any], None]


def available() -> bool:
    """Whether matplotlib is installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


def require() -> None:
    if not available():
        raise Refused("plots need matplotlib; install it with: pip install 'plies[plots]'")


def all_plots(data: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """The plots that standings give rise to: name -> (caption, SVG with `INK` and `FAINT` still in it)."""
    require()
    made: dict[str, tuple[str, str]] = {}
    percent = f"{100 * data['confidence']:g}%"
    players = data["ratings"][0]["players"]
    if players:
        caption = f"Ratings on all boards together with {percent} intervals."
        made["ratings"] = caption, _figure(0.9 + 0.3 * len(players), lambda f, a: _ratings(a, players))
        made["colour"] = (
            "Score of each player as the first side (filled) and as the second (open).",
            _figure(0.9 + 0.3 * len(players), lambda f, a: _by_colour(a, data["players"])),
        )
    if len(data["ratings"]) > 2:
        caption = f"Ratings on each board with {percent} intervals."
        made["boards"] = caption, _figure(3.4, lambda f, a: _by_board(a, data["ratings"][1:], players))
    if data["boards"]:
        rows = len(data["boards"])
        caption = "Lengths of games in plies, moves of the opening included."
        made["lengths"] = caption, _figure(0.7 + 0.75 * rows, lambda f, a: _lengths(a, data["boards"]), rows)
    if any(player["use"]["seconds"] for player in data["players"]):
        caption = "Seconds a move: the mean (bar) and the longest move (mark)."
        made["time"] = caption, _figure(0.9 + 0.3 * len(players), lambda f, a: _time(a, data["players"]))
    for number, table in enumerate(data["limits"], 1):
        caption = f"Ratings with {table['labels'][0]} and with {table['labels'][1]}, {percent} intervals."
        made[f"limits-{number}"] = caption, _figure(3.2, lambda f, a, table=table: _limits(a, table))  # type: ignore[misc]
    return made


def for_page(svg: str, name: str) -> str:
    """The SVG inside a page: it takes the page's ink, and its identifiers do not meet those of another plot."""
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", svg)
    return svg.replace(INK, "currentColor").replace(FAINT, "currentColor")


def for_file(svg: str) -> str:
    """The SVG as a file of its own: dark ink on white paper, since a file does not know what it is laid on."""
    svg = svg.replace(INK, "#222222").replace(FAINT, "#222222")
    paper = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return re.sub(r"(<svg\b[^>]*>)", rf"\1{paper}", svg, count=1)


def _figure(height: float, draw: Draw, rows: int = 1) -> str:
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
        draw(figure, axes if rows > 1 else axes[0])
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


def _rows(axis: Any, names: Sequence[str]) -> list[int]:
    """One line a player, the first on top."""
    axis.set_yticks(range(len(names)), [short(name) for name in names])
    axis.set_ylim(len(names) - 0.5, -0.5)
    axis.grid(axis="x")
    axis.set_axisbelow(True)
    axis.tick_params(axis="y", length=0)
    return list(range(len(names)))


def _ratings(axis: Any, players: list[dict[str, Any]]) -> None:
    places = _rows(axis, [row["name"] for row in players])
    values, errors = [row["rating"] for row in players], [row["error"] for row in players]
    axis.errorbar(values, places, xerr=errors, fmt="o", color=COLOURS[0], capsize=3, markersize=5)
    axis.axvline(0, color=INK, linewidth=0.6, alpha=0.5)
    axis.set_xlabel("rating (Elo)")


def _by_colour(axis: Any, players: list[dict[str, Any]]) -> None:
    places = _rows(axis, [row["name"] for row in players])
    for place, player in zip(places, players, strict=True):
        both = [player["first"]["score"], player["second"]["score"]]
        if None not in both:
            axis.plot([100 * score for score in both], [place, place], color=COLOURS[0], linewidth=1.2, alpha=0.6)
        for score, filled in zip(both, (True, False), strict=True):
            if score is not None:
                face = COLOURS[0] if filled else "none"
                axis.plot(100 * score, place, "o", markerfacecolor=face, markeredgecolor=COLOURS[0], markersize=6)
    axis.axvline(50, color=INK, linewidth=0.6, alpha=0.5)
    shown = [50.0] + [100 * row[side]["score"] for row in players for side in ("first", "second") if row[side]["games"]]
    axis.set_xlim(min(shown) - 5, max(shown) + 5)
    axis.set_xlabel("score (%)")


def _by_board(axis: Any, boards: list[dict[str, Any]], order: list[dict[str, Any]]) -> None:
    for index, name in enumerate(row["name"] for row in order):
        shift = 0.5 * (index / max(len(order) - 1, 1) - 0.5)
        found = [
            (place + shift, row)
            for place, board in enumerate(boards)
            for row in board["players"]
            if row["name"] == name
        ]
        axis.errorbar(
            [place for place, _ in found],
            [row["rating"] for _, row in found],
            yerr=[row["error"] for _, row in found],
            fmt=MARKS[index % len(MARKS)],
            color=COLOURS[index % len(COLOURS)],
            capsize=2,
            markersize=5,
            linewidth=1,
            label=short(name),
        )
    axis.set_xticks(
        range(len(boards)), [short(board["board"]) for board in boards], rotation=20 if len(boards) > 4 else 0
    )
    axis.axhline(0, color=INK, linewidth=0.6, alpha=0.5)
    axis.set_ylabel("rating (Elo)")
    axis.grid(axis="y")
    axis.figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=8)


def _lengths(axes: Any, boards: list[dict[str, Any]]) -> None:
    longest = max(board["lengths"]["longest"] for board in boards)
    width = max(1, -(-longest // 60))
    for axis, board in zip(axes if len(boards) > 1 else [axes], boards, strict=True):
        bins: dict[int, int] = {}
        for plies, count in board["lengths"]["histogram"]:
            bins[plies // width] = bins.get(plies // width, 0) + count
        heights = [100 * count / board["games"] for count in bins.values()]
        axis.bar([place * width for place in bins], heights, width=0.9 * width, align="edge", color=COLOURS[0])
        axis.set_title(short(board["board"]), fontsize=8, loc="left", pad=2)
        axis.yaxis.set_major_locator(_few_ticks())
        axis.set_ylabel("%")
        axis.grid(axis="y")
        axis.set_axisbelow(True)
    axis.set_xlabel("plies")


def _few_ticks() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(nbins=3, integer=False, min_n_ticks=2)


def _time(axis: Any, players: list[dict[str, Any]]) -> None:
    places = _rows(axis, [row["name"] for row in players])
    means = [row["use"]["seconds_a_move"] or 0 for row in players]
    axis.barh(places, means, height=0.5, color=COLOURS[0])
    axis.plot([row["use"]["longest"] or 0 for row in players], places, "D", color=COLOURS[1], markersize=5)
    axis.set_xlim(left=0)
    axis.set_xlabel("seconds a move")


def _limits(axis: Any, table: dict[str, Any]) -> None:
    rows = table["rows"]
    for index, row in enumerate(rows):
        shift = 0.12 * (index / max(len(rows) - 1, 1) - 0.5)
        axis.errorbar(
            [shift, 1 + shift],
            [rating["rating"] for rating in row["ratings"]],
            yerr=[rating["error"] for rating in row["ratings"]],
            marker=MARKS[index % len(MARKS)],
            color=COLOURS[index % len(COLOURS)],
            capsize=3,
            linewidth=1.2,
            label=short(row["base"]),
        )
    axis.set_xticks([0, 1], [short(label) for label in table["labels"]])
    axis.set_xlim(-0.4, 1.4)
    axis.set_ylabel("rating (Elo)")
    axis.grid(axis="y")
    axis.figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=8)
