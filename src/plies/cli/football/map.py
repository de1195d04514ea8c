"""`--map`: the value over yards and time, and the share of each play and formation by situation, as a picture."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from plies.errors import InvalidFile, Refused
from plies.football import FootballSolution, Situation
from plies.games.football.rules import DOWNS
from plies.solve.football.advice import by_yard

_MOST_PANELS = 4
_MOST_BANDS = 8
_GREY = "lightgrey"


def draw(args: argparse.Namespace, solution: FootballSolution, situation: Situation) -> int:
    """Write the picture; the situation gives the longest clock and the clock of the shares."""
    path = Path(args.map)
    try:
        import matplotlib
    except ImportError:
        raise Refused("--map needs matplotlib; install it with: pip install 'plies[plots]'") from None
    matplotlib.use("Agg")
    seconds = situation.ticks * solution.playbook.tick_seconds
    figure = _figure(solution, situation)
    try:
        figure.savefig(path, dpi=110)
    except OSError as error:
        raise InvalidFile(f"{path}: cannot write the map: {error.strerror or error}") from None
    if args.json:
        print(json.dumps({"map": str(path), "seconds": seconds}))
    else:
        print(
            f"{path}: 1st to 4th and 10 (or goal) from every yard; values up to, and mixes with, {seconds} seconds left"
        )
    return 0


def _figure(solution: FootballSolution, situation: Situation) -> Any:
    from matplotlib.figure import Figure

    book, tick = solution.playbook, solution.playbook.tick_seconds
    clocks = [by_yard(solution, DOWNS, tick) for tick in range(1, situation.ticks + 1)]
    values, shares = np.array([clock.values for clock in clocks]), np.array([clock.offence for clock in clocks])
    seconds = tick * situation.ticks
    figure = Figure(figsize=(15, 11), layout="constrained")
    parts: Any = figure.subfigures(3, 1, height_ratios=[1.15, 1, 1])
    upper, middle, lower = parts
    shown = min(len(book.plays), _MOST_PANELS - 1)
    axes = upper.subplots(1, shown + 1, sharey=True)
    upper.suptitle("1st and 10 (or goal): chance that the offence wins, and how often it calls each play")
    panels = [("offence wins", values, "RdYlGn")] + [(book.plays[k], shares[:, :, k], "Blues") for k in range(shown)]
    for axis, (title, grid, colours) in zip(axes, panels, strict=True):
        image = axis.imshow(
            100 * grid,
            origin="lower",
            aspect="auto",
            cmap=colours,
            vmin=0,
            vmax=100,
            extent=(0.5, 99.5, tick / 2, seconds + tick / 2),
        )
        axis.set_facecolor(_GREY)
        axis.set_title(title)
        axis.set_xlabel("yards to the goal line")
        upper.colorbar(image, ax=axis, format="%d%%")
    if situation.ticks > 2:
        lines = axes[0].contour(
            np.arange(1, 100),
            tick * np.arange(1, situation.ticks + 1),
            100 * values,
            levels=range(10, 100, 10),
            colors="black",
            linewidths=0.6,
        )
        axes[0].clabel(lines, fmt="%d%%", fontsize=7)
    axes[0].set_ylabel("seconds left")
    for part, side, names in ((middle, "offence", book.plays), (lower, "defence", book.formations)):
        _bands(part, solution, situation.ticks, side, names, seconds)
    return figure


def _bands(part: Any, solution: FootballSolution, ticks: int, side: str, names: tuple[str, ...], seconds: int) -> None:
    """Stacked shares over the yards, one panel for each down."""
    from matplotlib.patches import Patch

    part.suptitle(f"what the {side} calls with {seconds} seconds left, by yards to the goal line")
    axes = part.subplots(1, DOWNS, sharey=True)
    yards = np.arange(1, 100)
    for number, axis in enumerate(axes):
        found = by_yard(solution, DOWNS - number, ticks)
        shares = np.nan_to_num(getattr(found, side))  # no band: the grey behind shows that nothing wins
        labels = list(names)
        if len(labels) > _MOST_BANDS:
            shares = np.column_stack([shares[:, : _MOST_BANDS - 1], shares[:, _MOST_BANDS - 1 :].sum(axis=1)])
            labels = [*labels[: _MOST_BANDS - 1], "all others"]
        axis.stackplot(yards, 100 * shares.T, labels=labels, step="mid")
        axis.set_facecolor(_GREY)
        axis.set_title(f"{('1st', '2nd', '3rd', '4th')[number]} and 10 (or goal)")
        axis.set_xlim(1, 99)
        axis.set_ylim(0, 100)
    axes[0].set_ylabel("share in percent")
    handles, words = axes[0].get_legend_handles_labels()
    grey = Patch(facecolor=_GREY, label="nothing wins")
    part.legend([*handles, grey], [*words, "nothing wins"], loc="outside right center")
