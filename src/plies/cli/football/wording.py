"""How the coach writes numbers and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from plies.games.football.rules import Situation


def percent(share: float, digits: int = 2) -> str:
    """A share in percent; what rounds to nothing has no sign."""
    return f"{round(100 * share, digits) + 0.0:.{digits}f}%"


def count(number: int, one: str, many: str = "") -> str:
    """A number with its word."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def rounding(situation: Situation, seconds: int, tick: int) -> str:
    """A line about rounded seconds, or nothing."""
    whole = situation.ticks * tick
    if seconds == whole:
        return ""
    return f"{seconds} seconds are {count(situation.ticks, 'tick')} of {tick} seconds, rounded down to {whole}."


def make_table(console: Console, title: str, *headings: str, left: tuple[str, ...] = ()) -> Table:
    """An empty table under a printed title; columns are numbers, set to the right, unless named in `left`."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console.print(title, style="italic")
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in headings:
        table.add_column(Text(heading), justify="left" if heading in left else "right")
    return table


def show(console: Console, table: Table) -> None:
    """Print a table without the spaces that would trail its lines."""
    with console.capture() as captured:
        console.print(table)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))
