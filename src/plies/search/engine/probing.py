"""The table of solved positions that a search probes, if there is one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np

from plies.errors import InvalidFile, UnknownName
from plies.games.contract import Game
from plies.games.position import Position
from plies.search.answer import Line
from plies.tables.file.view import META, NOWHERE, View
from plies.tables.table import Table, best_line, open_table

#: whether a search probes the table of its game: where there is one, or never
Tables = Literal["on", "off"]
#: a table without positions, for searches that probe none
NO_VIEW = View(
    np.zeros(META, np.int64),
    np.zeros(0, np.uint64),
    np.zeros(0, np.uint64),
    np.zeros(1, np.uint8),
    NOWHERE,
    np.zeros(0, np.int64),
    np.zeros((1, 1), np.uint64),
)


def table_for(game: Game, tables: Tables) -> Table | None:
    """The table that a search of this game probes; a damaged one, or one of other rules, is none."""
    if tables == "off":
        return None
    try:
        return open_table(game)
    except (UnknownName, InvalidFile):
        return None


def longer_line(table: Table, position: Position, line: Line) -> Line:
    """The line, gone on with where the table knows how; the kernel ends its lines at what the table knows."""
    here: Any = position
    for word in line.line:
        here = here.play(word)
    return line if here.outcome is not None else replace(line, line=(*line.line, *best_line(table, here)))
