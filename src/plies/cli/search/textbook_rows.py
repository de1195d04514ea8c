"""The rows of `plies textbook`: as JSON, as plain text for a pipe, as a table that grows in a terminal."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import isinf
from typing import Any

from plies import values
from plies.cli import common
from plies.games.position import Position
from plies.search.textbook import Algorithm, Counts, Searchable, TextbookAnswer


@dataclass(frozen=True)
class Task:
    """What is searched: a Position or a tree, and the options all rows share."""

    what: Searchable
    #: how the task is named in the report
    label: Mapping[str, str]
    depth: int | None
    heuristic: str | None = None
    order: str | None = None

    @property
    def can_repeat(self) -> bool:
        return isinstance(self.what, Position) and self.what.game.rules.can_repeat

    def value_text(self, value: float) -> str:
        """A value for people: wins of a game by their distance, numbers of a tree as they are written."""
        if not isinstance(self.what, Position) or isinf(value):
            return values.plain(value)
        game = self.what.game
        return values.describe(value, game.unit(self.heuristic or game.default))

    @property
    def heading(self) -> str:
        parts = [f"{name} {text}" for name, text in self.label.items()]
        parts.append("whole tree" if self.depth is None else f"depth {self.depth}")
        return ", ".join([*parts, f"order {self.order or 'none'}"])


@dataclass(frozen=True)
class Row:
    algorithm: Algorithm
    cache: str
    found: TextbookAnswer
    value_text: str

    def as_dict(self) -> dict[str, Any]:
        found = self.found
        return {
            "algorithm": self.algorithm.name,
            "cache": self.cache,
            "value": str(found.value) if isinf(found.value) else found.value,
            "bound": found.bound,
            "move": found.move or None,
            "line": list(found.line),
            **asdict(Counts.of(found)),
            "seconds": round(found.seconds, 6),
        }

    def cells(self, differs: bool) -> list[str]:
        counts = Counts.of(self.found)
        numbers = (counts.nodes, counts.leaves, counts.cutoffs, counts.first_cutoffs, counts.hits)
        words = [self.algorithm.title, self.cache, self.value_text + ("*" if differs else ""), self.found.move or "-"]
        return [*words, *(f"{number:,}" for number in numbers), f"{self.found.seconds:.3f}"]


COLUMNS = ("algorithm", "cache", "value", "move", "nodes", "leaves", "cut-offs", "on first", "hits", "seconds")


class Rows:
    """What is printed while the rows are made; this one prints nothing."""

    def begin(self, task: Task) -> None: ...

    def searching(self, algorithm: Algorithm, cache: str) -> None: ...

    def report(self, counts: Counts) -> None: ...

    def row(self, row: Row, differs: bool) -> None: ...

    def stop(self) -> None:
        """Also called when a search was interrupted."""

    def end(self, task: Task, rows: list[Row]) -> None: ...


class JsonRows(Rows):
    def end(self, task: Task, rows: list[Row]) -> None:
        shown = {**task.label, "depth": task.depth, "order": task.order, "rows": [row.as_dict() for row in rows]}
        print(json.dumps(shown, indent=2, allow_nan=False))


class PlainRows(Rows):
    """Fixed columns, each row as it is ready."""

    WIDTHS = (22, 17, 12, 9, 11, 11, 10, 10, 9, 9)

    def begin(self, task: Task) -> None:
        print(task.heading)
        self._print(list(COLUMNS))

    def row(self, row: Row, differs: bool) -> None:
        self._print(row.cells(differs))

    def _print(self, cells: list[str]) -> None:
        pairs = list(zip(cells, self.WIDTHS, strict=True))
        left = " ".join(cell.ljust(width) for cell, width in pairs[:2])
        print(left, " ".join(cell.rjust(width) for cell, width in pairs[2:]), flush=True)


class LiveRows(Rows):
    """A table that grows in the terminal, with a line below it about the search that runs."""

    def begin(self, task: Task) -> None:
        from rich.live import Live
        from rich.table import Table

        screen = common.console()
        # a narrow terminal leaves out two columns and has short names rather than cut numbers; pipes have them all
        self._narrow = screen.width < 104
        self._kept = [name for name in COLUMNS if not self._narrow or name not in ("move", "on first")]
        self._table = Table(
            title=task.heading, title_justify="left", title_style="bold", box=None, padding=(0, 1, 0, 0)
        )
        for name in self._kept:
            self._table.add_column(name, justify="left" if name in COLUMNS[:2] else "right", no_wrap=True)
        self._live = Live(self._table, console=screen, auto_refresh=False, transient=False)
        self._live.start()

    def searching(self, algorithm: Algorithm, cache: str) -> None:
        self._label, self._started, self._shown = f"{algorithm.title}, cache {cache}", time.perf_counter(), 0.0

    def report(self, counts: Counts) -> None:
        from rich.console import Group
        from rich.text import Text

        now = time.perf_counter()
        if now - self._shown < 0.2:
            return
        self._shown = now
        text = f"  {self._label}: {counts.nodes:,} nodes, {now - self._started:.0f} s"
        self._live.update(Group(self._table, Text(text, style="dim")), refresh=True)

    def row(self, row: Row, differs: bool) -> None:
        from rich.text import Text

        cells = dict(zip(COLUMNS, map(Text, row.cells(differs)), strict=True))
        if self._narrow:
            cells["algorithm"] = Text(row.algorithm.name)
        if differs:
            cells["value"].stylize("yellow")
        self._table.add_row(*(cells[name] for name in self._kept))
        self._live.update(self._table, refresh=True)

    def stop(self) -> None:
        self._live.stop()
