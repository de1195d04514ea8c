"""Solves the tiers of an index one after the other, each level by level on all threads (`levels_kernel.py`)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from plies.compile import build
from plies.compile.rules import rules_module
from plies.errors import Refused
from plies.games.contract import Game
from plies.games.solving import Index, Layout
from plies.solve.tables.arguments import Tier

KERNEL = build.Template(
    "levels",
    Path(__file__).with_name("levels_kernel.py"),
    "the solver of tables",
    ("prepare", "happen", "advance", "tally"),
)
#: numbers that one call looks at, and levels at which one call scans
PREPARED, SCANNED = 1 << 18, 1 << 22


class Levels:
    """Solves tiers of one index into `values`, a byte for each of its numbers."""

    def __init__(self, game: Game, index: Index, layout: Layout, values: Any, threads: int) -> None:
        self.game, self.index, self.values = game, index, values
        self.kernel = build.kernel(KERNEL, game)
        self.numbers = np.array(layout.numbers, np.int64)
        rules: Any = rules_module(game)
        self.rows = np.zeros((1, rules.FIELDS), np.uint64)
        rules.store(self.rows, 0, game.first)
        self.pool = ThreadPoolExecutor(threads)
        self._lock = threading.Lock()

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)

    def solve(self, first: int, last: int) -> int:
        """Solves the tier of the numbers from `first` to `last`; how many levels it has."""
        tier = self._tier(first, last)
        levels = np.zeros(256, np.int64)
        self._prepare(tier, levels)
        top, level, most_before = _highest(levels), 0, self.index.most_before
        while level < top:
            made = 0
            if levels[level + 1]:
                made += self._sum(tier, SCANNED, partial(self.kernel.happen, tier, level))
            made += self._sum(tier, SCANNED, partial(self.kernel.advance, tier, level, most_before))
            top = max(top, level + 2) if made else top
            level += 1
        return level

    def tally(self, first: int, last: int) -> Any:
        """How often each byte occurs in a tier."""
        counted = np.zeros(256, np.int64)
        self.kernel.tally(self._tier(first, last), first, last, counted)
        return counted

    def _tier(self, first: int, last: int) -> Tier:
        counts, events = np.zeros(last - first, np.uint8), np.zeros((last - first + 7) // 8 * 8, np.uint8)
        words = self.values[: len(self.values) // 8 * 8].view(np.uint64)
        return Tier(self.values, counts, events, words, events.view(np.uint64), self.numbers, self.rows, first, last)

    def _prepare(self, tier: Tier, levels: Any) -> None:
        def prepare(first: int, last: int) -> int:
            own = np.zeros(256, np.int64)
            failed = int(self.kernel.prepare(tier, first, last, self.game.rules.most_moves, own))
            if failed >= 0:
                raise Refused(f"{self.game.name}: position {failed} of its index cannot be solved by levels")
            with self._lock:
                levels[:] += own
            return 0

        self._sum(tier, PREPARED, prepare)

    def _sum(self, tier: Tier, size: int, work: Callable[[int, int], int]) -> int:
        """The sum of what the threads answer for all chunks of a tier."""
        begins = [tier.first, *range((tier.first // size + 1) * size, tier.last, size)]
        return sum(self.pool.map(work, begins, [*begins[1:], tier.last]))


def _highest(levels: Any) -> int:
    used = np.nonzero(levels)[0]
    return int(used[-1]) if len(used) else 0
