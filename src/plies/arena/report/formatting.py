"""Numbers of the standings as the texts of a report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def signed(value: float | None) -> str:
    """Elo points, whole, with their sign."""
    return "–" if value is None else f"{round(value):+d}".replace("-", "−").replace("+0", "0").replace("−0", "0")


def plus_minus(value: float, error: float) -> str:
    return f"{signed(value)} ± {error:.0f}"


def interval(low: float | None, high: float | None) -> str:
    """An interval of Elo points; an open side is written as a bound."""
    if low is None and high is None:
        return "–"
    if high is None:
        return f"above {signed(low)}"
    return f"below {signed(high)}" if low is None else f"{signed(low)} to {signed(high)}"


def percent(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{100 * value:.{digits}f}%"


def likelihood(value: float | None) -> str:
    """Never quite 0% or 100%: nobody is that sure."""
    if value is None:
        return "–"
    return "< 0.1%" if value < 0.001 else "> 99.9%" if value > 0.999 else percent(value)


def number(value: float | None) -> str:
    """Three digits that matter, thousands apart."""
    if value is None:
        return "–"
    if 0 < abs(value) < 0.001:
        return "< 0.001" if value > 0 else "> −0.001"
    return f"{value:,.0f}".replace(",", " ") if abs(value) >= 100 else f"{value:.3g}"


def record(row: Mapping[str, Any]) -> str:
    return f"{row['wins']}–{row['draws']}–{row['losses']}"
