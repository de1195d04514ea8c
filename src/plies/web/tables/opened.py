"""The tables of the server's folder: opened once, looked up by many requests."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from plies.errors import PliesError
from plies.games.contract import Game
from plies.games.position import Position
from plies.tables import folder
from plies.tables.folder import Entry

if TYPE_CHECKING:  # brings Numba, which the first table imports
    from plies.tables.table import Known, Probe, Table

#: tables that are kept open, the least recently used forgotten first
KEPT = 32
#: nanoseconds: what has changed since so short a time may change again without another time stamp
FRESH = 2 * 10**9
_RANK = {"loss": 0, "draw": 1, "win": 2}

#: which version of a file: the time of its last change, and its size
Stamp = tuple[int, int]


@dataclass(frozen=True)
class Lost:
    """A move that gave value away: its number from 1, and what its side had before and after it."""

    ply: int
    before: Known
    after: Known


@dataclass(frozen=True)
class Look:
    """What is known of a position: its value and that of its moves by word, and which moves gave value away."""

    here: Known | None = None
    moves: tuple[tuple[str, Known], ...] = ()
    given_away: tuple[Lost, ...] = ()
    #: whether there is a table that is not compiled for yet, and whether there is one that can be looked at
    unready: bool = False
    usable: bool = False


class OpenTables:
    """Tables by game. One that cannot be used is none; `problems` says why."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listed: tuple[tuple[Path, int], list[Entry]] | None = None
        self._open: OrderedDict[tuple[Path, Stamp], Table] = OrderedDict()
        self.problems: dict[tuple[Path, Stamp], str] = {}

    def entries(self) -> list[Entry]:
        """All files of the folder, which is read again when it has changed."""
        place = folder.tables_folder()
        try:
            changed = place.stat().st_mtime_ns
        except OSError:
            return []
        key = place, changed
        with self._lock:
            if self._listed is not None and self._listed[0] == key and time.time_ns() - changed > FRESH:
                return self._listed[1]
        found = folder.entries()
        with self._lock:
            self._listed = key, found
        return found

    def look(self, position: Position) -> Look:
        """What tables know of a position and of the moves that led to it."""
        tables, unready = self._of(position.game)
        if not tables:
            return Look(unready=unready)
        from plies.tables.table import UNKNOWN, Known

        way = [position]
        while way[-1].parent is not None:
            way.append(way[-1].parent)
        known = [self._probe(tables, one) for one in reversed(way)]
        here = known[-1]
        given = [
            Lost(ply, Known(before.result, before.plies), after.before)
            for ply, (before, after) in enumerate(pairwise(known), 1)
            if before is not None and after is not None and _RANK[after.before.result] < _RANK[before.result]
        ]
        if here is None:
            return Look(None, (), tuple(given), unready, usable=True)
        moves = tuple((word, one) for word, one in here.moves.items() if one != UNKNOWN)
        return Look(Known(here.result, here.plies), moves, tuple(given), unready, usable=True)

    def best(self, position: Position) -> tuple[Known, tuple[str, ...]] | None:
        """What a table knows of a position, and best play from it; None: it is in none."""
        from plies.tables.table import Known, best_line

        for table in self._of(position.game)[0]:
            found = self._probe([table], position)
            if found is not None:
                return Known(found.result, found.plies), best_line(table, position)
        return None

    def _probe(self, tables: Sequence[Table], position: Position) -> Probe | None:
        """What the first table that knows the position says."""
        for table in tables:
            try:
                found = table.probe(position)
            except PliesError as error:  # a damaged block
                self._give_up(table, str(error))
                continue
            if found.result != "unknown":
                return found
        return None

    def _of(self, game: Game) -> tuple[list[Table], bool]:
        """The tables of a game that can be looked at, and whether others need something compiled first."""
        found: list[Table] = []
        unready = False
        for entry in folder.tables_of(game.name, self.entries()):
            key = entry.file, _stamp(entry.file)
            with self._lock:
                if key in self.problems:
                    continue
                table = self._open.get(key)
                if table is not None:
                    self._open.move_to_end(key)
            if table is None:
                if not _is_compiled(game):  # compiling would hold up all requests
                    unready = True
                    continue
                table = self._opened(game, entry, key)
            if table is not None:
                found.append(table)
        return found, unready

    def _opened(self, game: Game, entry: Entry, key: tuple[Path, Stamp]) -> Table | None:
        from plies.tables.table import open_table

        try:
            table = open_table(game, entry.scope)
        except PliesError as error:
            with self._lock:
                self.problems[key] = str(error)
            return None
        with self._lock:
            self._open[key] = table
            while len(self._open) > KEPT:
                self._open.popitem(last=False)
        return table

    def _give_up(self, table: Table, why: str) -> None:
        with self._lock:
            for key in [one for one, kept in self._open.items() if kept is table]:
                del self._open[key]
                self.problems[key] = why

    def problem_of(self, file: Path) -> str:
        """Why a file cannot be used as it is now, as far as that was found out; empty: nothing known."""
        with self._lock:
            return self.problems.get((file, _stamp(file)), "")


def _is_compiled(game: Game) -> bool:
    from plies.compile import build
    from plies.tables.table import PROBE

    return build.is_compiled(PROBE, game, "probe")


def _stamp(file: Path) -> Stamp:
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size
