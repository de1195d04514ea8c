"""Pebbles as the rules page has it: lists of counts, pebble by pebble. Slow, obvious, and imports nothing of Plies."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Table:
    """Both rows from the left; `side` is the mover's letter."""

    top: tuple[int, ...]
    bottom: tuple[int, ...]
    side: str

    @property
    def text(self) -> str:
        return f"{','.join(map(str, self.top))}/{','.join(map(str, self.bottom))} {self.side}"


def start(bins: int, pebbles: int) -> Table:
    return Table((pebbles,) * bins, (pebbles,) * bins, "A")


def winner(table: Table) -> str | None:
    if sum(table.top) == 0:
        return "B"
    if sum(table.bottom) == 0:
        return "A"
    return None


def columns(table: Table) -> list[int]:
    """The mover's non-empty columns, from 1."""
    row = table.top if table.side == "A" else table.bottom
    return [column for column, count in enumerate(row, 1) if count > 0]


def path(table: Table, column: int) -> list[tuple[str, int]]:
    """The bins that get a pebble, one by one, clockwise."""
    row, at = table.side, column
    pebbles = (table.top if row == "A" else table.bottom)[column - 1]
    passed = []
    for _ in range(pebbles):
        if row == "A" and at < len(table.top):
            at += 1
        elif row == "A":
            row = "B"
        elif at > 1:
            at -= 1
        else:
            row = "A"
        passed.append((row, at))
    return passed


def sow(table: Table, column: int) -> Table:
    rows = {"A": list(table.top), "B": list(table.bottom)}
    rows[table.side][column - 1] = 0
    for row, at in path(table, column):
        rows[row][at - 1] += 1
    return Table(tuple(rows["A"]), tuple(rows["B"]), "B" if table.side == "A" else "A")


def worth(table: Table, side: str, worths: list[float]) -> float:
    """Σ worth × pebbles; `worths` from the bin that is farthest from the other side."""
    row = list(table.top) if side == "A" else list(table.bottom)[::-1]
    return sum(worth * count for worth, count in zip(worths, row, strict=True))


def security(table: Table, side: str) -> float:
    bins = len(table.top)
    if side == "A":
        return sum((bins - index) * count for index, count in enumerate(table.top))
    return sum((index + 1) * count for index, count in enumerate(table.bottom))


@dataclass
class Play:
    """A game being played, with what repetition needs to know."""

    table: Table
    seen: Counter[Table] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.seen[self.table] += 1

    def move(self, column: int) -> None:
        self.table = sow(self.table, column)
        self.seen[self.table] += 1

    @property
    def result(self) -> str | None:
        """`A`, `B`, `draw`, or None while the game runs."""
        won = winner(self.table)
        if won:
            return won
        return "draw" if self.seen[self.table] >= 3 else None
