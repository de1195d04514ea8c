"""How values are written: numbers of one kind look the same in every table, at the terminal and on every page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

#: what a cell may hold; the format of its column gives its meaning
Value = str | float | Sequence[float | None] | None
Row = Sequence[Value]

NOTHING = "–"


@dataclass(frozen=True)
class Format:
    """Writes the values of a column. `right`: they line up on the right. `shaded`: the first number of a value, a share
    from 0 to 1, colours its cell. `folds`: a narrow screen shows them in several lines."""

    write: Callable[[Any], str]
    right: bool = True
    shaded: bool = False
    folds: bool = False

    def __call__(self, value: Value) -> str:
        return NOTHING if value is None else self.write(value)

    def shade(self, value: Any) -> float | None:
        return float(value[0]) if self.shaded and value is not None else None


def many(count: int, word: str) -> str:
    """`1 game`, `1,200 games`."""
    return f"{number(count)} {word}{'' if count == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def number(value: float) -> str:
    """Three digits that matter, thousands apart."""
    if 0 < abs(value) < 0.001:
        return "< 0.001" if value > 0 else "> −0.001"
    text = f"{value:,.0f}" if abs(value) >= 99.95 else f"{value:.3g}"
    return text.replace("-", "−")


def elo(value: float) -> str:
    """Whole Elo points with their sign."""
    return f"{round(value):+d}".replace("-", "−") if round(value) else "0"


def plus_minus(value: tuple[float, float]) -> str:
    """Elo points and half the width of their interval."""
    return f"{elo(value[0])} ± {value[1]:.0f}"


def interval(value: tuple[float | None, float | None] | str) -> str:
    """From one number of Elo points to another; an open side is written as a bound, and a reason as it is."""
    if isinstance(value, str):
        return value
    low, high = value
    if high is None:
        return NOTHING if low is None else f"above {elo(low)}"
    return f"below {elo(high)}" if low is None else f"{elo(low)} to {elo(high)}"


def percent(value: float) -> str:
    return f"{100 * value:.1f}%"


def whole_percent(value: float) -> str:
    return f"{100 * value:.0f}%"


def likelihood(value: float) -> str:
    """Never quite 0% or 100%: no estimate is that certain."""
    return "< 0.1%" if value < 0.001 else "> 99.9%" if value > 0.999 else percent(value)


def seconds(value: float) -> str:
    """In the unit that fits: `408 µs`, `6.33 ms`, `1.5 s`."""
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if value >= size:
            return f"{number(value / size)} {unit}"
    return f"{number(round(value * 1e6, 1))} µs"


def duration(value: float) -> str:
    """About how long something takes: `a second`, `30 s`, `5 min`, `2.5 h`."""
    if value < 1.5:
        return "a second"
    if value < 100:
        return f"{value:.0f} s"
    return f"{value / 60:.0f} min" if value < 6000 else f"{number(value / 3600)} h"


def size(value: int) -> str:
    """Bytes: `22 kB`, `4.1 MB`, `1.5 GB`."""
    if value < 1e6:
        return f"{value / 1e3:.0f} kB"
    return f"{value / 1e9:,.1f} GB" if value >= 1e9 else f"{value / 1e6:.1f} MB"


def share(value: tuple[float, int]) -> str:
    """A score and the number of its games."""
    return f"{whole_percent(value[0])} ({number(value[1])})"


TEXT = Format(str, right=False)
#: sentences; numbers that are texts already
PROSE = Format(str, right=False, folds=True)
FIGURE = Format(str)
NUMBER = Format(number)
ELO = Format(elo)
PLUS_MINUS = Format(plus_minus)
INTERVAL = Format(interval)
PERCENT = Format(percent)
WHOLE_PERCENT = Format(whole_percent)
LIKELIHOOD = Format(likelihood)
SECONDS = Format(seconds)
SIZE = Format(size)
SHARE = Format(share, shaded=True)
#: wins, draws and losses; counts in a row
RECORD = Format(lambda counts: "–".join(map(number, counts)))
COUNTS = Format(lambda counts: " ".join(map(number, counts)))
