"""Blocks at a terminal, with rich. A plot is left out: the table beside it has its numbers.

Columns that a screen has no room for are left out too, and named in a line below. Where output goes into a pipe, the
console is as wide as any table, so that all of them are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from plies.blocks.blocks import Block, Heading, Paragraph, Table
from plies.errors import printable

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

#: characters between two columns
GAP = 2


def show(blocks: Sequence[Block], console: Console, indent: int = 0) -> None:
    """Prints blocks; lines do not end in spaces."""
    with console.capture() as captured:
        console.print(rendered(blocks, console.width))
    for line in captured.get().splitlines():
        print((" " * indent + line).rstrip())


def rendered(blocks: Sequence[Block], width: int) -> Group:
    """What rich prints for blocks, with an empty line between them but not below a heading."""
    parts: list[RenderableType] = []
    before: Block | None = None
    for block in blocks:
        if not isinstance(block, Heading | Paragraph | Table):
            continue
        if before is not None and not isinstance(before, Heading):
            parts.append("")
        parts += _parts(block, width)
        before = block
    return Group(*parts)


def _parts(block: Heading | Paragraph | Table, width: int) -> list[RenderableType]:
    if isinstance(block, Heading):
        return [Text(printable(block.text), style="bold")]
    if isinstance(block, Paragraph):
        return [Text(printable(block.text))]
    chosen = fitting(block, width)
    missing = [column.title for index, column in enumerate(block.columns) if index not in chosen]
    parts: list[RenderableType] = [Text(printable(block.caption))] if block.caption else []
    parts.append(_grid(block, chosen))
    return [*parts, Text(f"without room for: {', '.join(missing)}", style="dim")] if missing else parts


def _grid(table: Table, chosen: Sequence[int]) -> Grid:
    grid = Grid(box=None, padding=(0, GAP, 0, 0), pad_edge=False, header_style="dim")
    for index in chosen:
        column = table.columns[index]
        side = "right" if column.format.right else "left"
        whole = index > 0 and not column.format.folds
        grid.add_column(printable(column.title), justify=side, no_wrap=whole, overflow="fold")  # type: ignore[arg-type]
    for row in table.texts():
        grid.add_row(*(Text(printable(row[index])) for index in chosen))
    return grid


def fitting(table: Table, width: int) -> list[int]:
    """The columns that a screen has room for; of those with the same priority the last goes first."""
    lines = [[column.title for column in table.columns], *table.texts()]
    widths = [max(cell_len(line[index]) for line in lines) + GAP for index in range(len(table.columns))]
    chosen = list(range(len(widths)))
    while sum(widths[index] for index in chosen) - GAP > width:
        least = max(chosen, key=lambda index: (table.columns[index].priority, index))
        if table.columns[least].priority == 0:
            break
        chosen.remove(least)
    return chosen
