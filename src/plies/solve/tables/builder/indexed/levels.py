"""A game whose index knows the moves that lead to a position: its tiers, each distance by distance on all threads.

Beside the table, which may lie in a file, two bytes for each position of the widest tier are all the memory it takes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plies.compile import build
from plies.games.contract import Game
from plies.games.solving import Index
from plies.solve.tables.builder.arguments import NEVER, OpenTier
from plies.solve.tables.builder.counts import Counts
from plies.solve.tables.builder.crew import Crew
from plies.solve.tables.builder.indexed.sweep import TooLong
from plies.tables.codes import DRAW, LONGEST_TIGHT, LOST, loosened
from plies.tables.file.table_file import first_row

KERNEL = build.Template(
    "levels",
    Path(__file__).with_name("levels_kernel.py"),
    "the builder of tables",
    ("prepare", "happen", "advance", "tally"),
)
#: numbers that a thread prepares, and scans, at a time
PREPARED, SCANNED = 1 << 18, 1 << 22
#: how much of the work on a tier is looking at each position once
LOOKING = 0.6


@dataclass
class Levels:
    """All tiers of one layout, into tight bytes. Tiers below `begin` are done."""

    game: Game
    index: Index
    numbers: NDArray[np.int64]
    tiers: list[int]
    codes: NDArray[Any]
    crew: Crew

    def __post_init__(self) -> None:
        self.kernel, self.first = build.kernel(KERNEL, self.game), first_row(self.game)
        self._lock = threading.Lock()
        if self.game.rules.most_moves + 1 >= NEVER:  # the counts are bytes
            raise TooLong
        began = time.monotonic()
        nothing = self._open(0, 0)
        self.kernel.prepare(nothing, 0, 0, self.game.rules.most_moves, np.zeros(1, np.int64))
        self.kernel.happen(nothing, 0, 0, 0)
        self.kernel.advance(nothing, 0, self.index.most_before, 0, 0)
        self.kernel.tally(self.codes, 0, 0, np.zeros(256, np.int64))
        #: seconds that compiling took
        self.compiling = time.monotonic() - began

    def run(self, begin: int, listener: Callable[[int], None], progress: Callable[[int], None]) -> None:
        """Solves the tiers from `begin` on; the listeners hear of each that is done, and of numbers looked at."""
        for tier in range(begin, len(self.tiers) - 1):
            self._solve(self.tiers[tier], self.tiers[tier + 1], progress)
            listener(tier + 1)

    def counts(self, start: int) -> Counts:
        """Adds up the table; `start` is the byte of the start."""
        counted = np.zeros(256, np.int64)

        def count(first: int, last: int) -> int:
            own = np.zeros(256, np.int64)
            self.kernel.tally(self.codes, first, last, own)
            with self._lock:
                counted[:] += own
            return 0

        self._sum(0, len(self.codes), SCANNED, count)
        each, used = self.index.stands_for, np.flatnonzero(counted[LOST:])
        loss, win = (int(counted[LOST + odd :: 2].sum()) * each for odd in (0, 1))
        return Counts(win, loss, int(counted[DRAW]) * each, int(used.max(initial=0)), loosened(start))

    # -- one tier ------------------------------------------------------------------------------------------------------

    def _solve(self, low: int, high: int, progress: Callable[[int], None]) -> None:
        tier = self._open(low, high)
        due = self._prepare(tier, progress)
        plies, last = 0, int(np.flatnonzero(due).max(initial=0))
        while plies <= last:
            made = 0
            if due[plies]:
                made += self._sum(low, high, SCANNED, partial(self.kernel.happen, tier, plies))
            made += self._sum(low, high, SCANNED, partial(self.kernel.advance, tier, plies, self.index.most_before))
            if made:
                last = max(last, plies + 1)
            plies += 1
            if last > LONGEST_TIGHT:
                raise TooLong

    def _open(self, low: int, high: int) -> OpenTier:
        size = high - low
        counts, events = np.zeros(size, np.uint8), np.zeros(-(-size // 8) * 8, np.uint8)
        words = self.codes[: len(self.codes) // 8 * 8].view(np.uint64)
        return OpenTier(self.codes, counts, events, words, events.view(np.uint64), self.numbers, self.first, low, high)

    def _prepare(self, tier: OpenTier, progress: Callable[[int], None]) -> Any:
        """How much happens at each distance."""
        due, looked = np.zeros(LONGEST_TIGHT + 2, np.int64), [0]

        def prepare(first: int, last: int) -> int:
            own = np.zeros_like(due)
            failed = int(self.kernel.prepare(tier, first, last, self.game.rules.most_moves, own))
            with self._lock:
                due[:] += own
                looked[0] += last - first
                progress(tier.first + int(LOOKING * looked[0]))
            return 0 if failed < 0 else 1

        if self._sum(tier.first, tier.last, PREPARED, prepare):
            raise TooLong
        return due

    def _sum(self, low: int, high: int, size: int, work: Callable[[int, int], int]) -> int:
        """The sum of what the threads answer for all chunks. Chunks begin at multiples of their size."""
        begins = [low, *range((low // size + 1) * size, high, size)] if high > low else []
        ends = [*begins[1:], high]
        if self.crew.pool is None:
            return sum(map(work, begins, ends))
        return sum(self.crew.pool.map(work, begins, ends))
