"""The tables of `plies time` as a picture in a file: one panel per measure, one pair of bars per heuristic."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from plies.errors import InvalidFile, Refused

if TYPE_CHECKING:
    from plies.arena.numbers.timing import Report, Row

ENDINGS = (".png", ".svg", ".pdf")
#: attribute of a row, title of its panel, logarithmic or not
PANELS = (
    ("seconds_a_move", "seconds per move", True),
    ("nodes_a_move", "nodes per move", False),
    ("nodes_per_second", "nodes per second", False),
    ("first_move_cutoffs", "share of cut-offs on the first move", False),
    ("spread", "spread of values over a game", False),
    ("score", "points per game against the default", False),
)
COLOURS = ("#2f6690", "#d98e04")
PUBLISHED = "#9b2226"


def check(file: str) -> None:
    """Refuses early what could not be drawn in the end."""
    path = Path(file)
    if path.suffix.lower() not in ENDINGS:
        raise Refused(f"--plot {file}: the name of the file ends in {', '.join(ENDINGS)}")
    if not path.absolute().parent.is_dir():
        raise Refused(f"--plot {file}: there is no folder {path.absolute().parent}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise Refused("--plot needs matplotlib; install it with: pip install 'plies[plots]'") from None


def draw(report: Report, file: str) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    names = [row.name for row in report.at_depth]
    figure, axes = plt.subplots(2, 3, figsize=(13, 2.4 + 0.7 * len(names)), layout="constrained")
    for axis, (attribute, title, logarithmic) in zip(axes.flat, PANELS, strict=True):
        _panel(axis, report, names, attribute)
        axis.set_title(title, fontsize=10)
        if logarithmic:
            axis.set_xscale("log")
    role = "as order of moves" if report.role == "order" else "as evaluation"
    figure.suptitle(f"{report.game}: heuristics {role}")
    figure.legend(*axes.flat[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    try:
        figure.savefig(file, dpi=130)
    except OSError as error:
        raise InvalidFile(f"cannot write {file}: {error.strerror}") from None
    finally:
        plt.close(figure)


def _panel(axis: Any, report: Report, names: list[str], attribute: str) -> None:
    tables = (
        (f"equal depth ({report.depth} plies)", report.at_depth),
        (f"equal time ({report.seconds:g} s)", report.at_time),
    )
    for index, (label, rows) in enumerate(tables):
        places = [place + 0.4 * index for place in range(len(rows))]
        if attribute == "score":
            _scores(axis, rows, places, COLOURS[index])
        else:
            values = [getattr(row, attribute) or 0 for row in rows]
            axis.barh(places, values, height=0.38, label=label, color=COLOURS[index])
    published = [(row.published, place + 0.2) for place, row in enumerate(report.at_depth) if row.published is not None]
    if attribute == "seconds_a_move" and published:
        seconds, heights = zip(*published, strict=True)
        axis.scatter(seconds, heights, marker="D", color=PUBLISHED, label="published", zorder=3)
    axis.set_yticks([place + 0.2 for place in range(len(names))], names)
    axis.set_ylim(len(names) - 0.3, -0.4)


def _scores(axis: Any, rows: tuple[Row, ...], places: list[float], colour: str) -> None:
    """Points with their intervals: a score of 0 would have no bar."""
    for row, place in zip(rows, places, strict=True):
        interval = row.score_interval
        if row.score is not None and interval is not None:
            around = [[row.score - interval[0]], [interval[1] - row.score]]
            axis.errorbar(row.score, place, xerr=around, fmt="o", color=colour, capsize=3)
    axis.axvline(0.5, color="#888888", linewidth=0.8)
    axis.set_xlim(-0.05, 1.05)
