"""A game with an index: the values of all its positions, tier by tier, into a dense array."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plies.compile import build
from plies.compile.rules import rules_module
from plies.errors import InvalidGame, Refused
from plies.games.contract import Game
from plies.games.solving import Index
from plies.solve.tables.builder.arguments import FAULTS, NOT_LOWER, OUTSIDE, TOO_LONG, Links, Mail, Room, Tier
from plies.solve.tables.builder.counts import Counts
from plies.solve.tables.builder.crew import Crew
from plies.solve.tables.builder.found.owned import new_mail
from plies.solve.tables.builder.found.search import ANNOUNCED, SHARES
from plies.tables.codes import LONGEST
from plies.tables.file.table_file import first_row

DENSE = build.Template(
    "dense",
    Path(__file__).with_name("dense_kernel.py"),
    "the builder of tables",
    ("settle_strict", "scan_tier"),
)
TIERS = build.Template(
    "tiers",
    Path(__file__).with_name("tier_kernel.py"),
    "the builder of tables",
    ("keep_links", "release", "latest", "settle_tier", "put", "count_codes"),
)
#: numbers that a thread settles at a time
CHUNK = 1 << 16


class TooLong(Exception):
    """A distance needs more bytes than the codes have."""


@dataclass
class Sweep:
    """All tiers of one layout. `codes` is the table, in the file or not; tiers below `begin` are done."""

    game: Game
    index: Index
    numbers: NDArray[np.int64]
    tiers: list[int]
    codes: NDArray[Any]
    crew: Crew
    memory: int

    def __post_init__(self) -> None:
        self.kernel, self.rules = build.kernel(DENSE, self.game), rules_module(self.game)
        self.most = int(np.iinfo(self.codes.dtype).max)
        self.first = first_row(self.game)
        self.rooms = [self._room() for _ in range(self.crew.size)]
        began = time.monotonic()
        self._compile()
        #: seconds that compiling took
        self.compiling = time.monotonic() - began

    def _compile(self) -> None:
        """Calls what will be called, on nothing."""
        arguments = self.codes, self.numbers, self.first, self.rooms[0]
        if self.index.strict:
            self.kernel.settle_strict(*arguments, 0, 0, 0, self.most)
        else:
            none, mail = Tier(*(np.zeros(0, np.uint16) for _ in range(4))), self._mails()[0]
            self.kernel.scan_tier(none, *arguments, mail, np.zeros(3, np.int64), 0)

    def run(self, begin: int, listener: Callable[[int], None]) -> None:
        """Solves the tiers from `begin` on; the listener hears of each that is done."""
        for tier in range(begin, len(self.tiers) - 1):
            low, high = self.tiers[tier], self.tiers[tier + 1]
            if self.index.strict:
                self._strict(low, high)
            else:
                self._tier(low, high)
            listener(tier + 1)

    def counts(self, start: int) -> Counts:
        """Adds up the table; `start` is the code of the start."""
        kernel, size = build.kernel(TIERS), len(self.codes)
        totals = [np.zeros(3, np.int64) for _ in self.rooms]
        bounds = [size * part // self.crew.size for part in range(self.crew.size + 1)]
        self.crew.all(lambda me: kernel.count_codes(self.codes[bounds[me] : bounds[me + 1]], totals[me]))
        draw, loss, win = (int(sum(one[kind] for one in totals)) * self.index.stands_for for kind in range(3))
        largest = int(self.codes.max(initial=0))
        return Counts(win, loss, draw, max(0, (largest - 2) >> 1), start)

    # -- every move leads to a lower tier ------------------------------------------------------------------------------

    def _strict(self, low: int, high: int) -> None:
        size = self.crew.size
        step = min(CHUNK, -(-(high - low) // size))
        for begin in range(low, high, step * size):

            def settle(me: int, begin: int = begin) -> None:
                part = begin + step * me, min(high, begin + step * (me + 1))
                self.kernel.settle_strict(self.codes, self.numbers, self.first, self.rooms[me], *part, low, self.most)

            self.crew.all(settle)
            self._raise_faults()

    # -- moves within the tier -----------------------------------------------------------------------------------------

    def _tier(self, low: int, high: int) -> None:
        each = -(-(high - low) // self.crew.size)
        tiers = [Tier(*(np.zeros(each, np.uint16) for _ in range(4))) for _ in self.rooms]
        mails = self._mails()
        links = self._scan(tiers, mails, low, high)
        distances = _Distances(self, tiers, links)
        distances.run()
        kernel, span = build.kernel(TIERS), np.array([0, low, high], np.int64)
        greatest = self.crew.all(lambda me: int(kernel.put(tiers[me], self.codes, span, self.crew.bits, me, self.most)))
        if min(greatest) < 0:
            raise TooLong

    def _scan(self, tiers: list[Tier], mails: tuple[Mail, ...], low: int, high: int) -> list[list[Links]]:
        """Looks at every position of the tier once; the links within it, by owner."""
        each = len(tiers[0].codes)
        spans = [np.array([0, low, high], np.int64) for _ in tiers]
        links: list[list[Links]] = [[] for _ in tiers]
        kernel = build.kernel(TIERS)

        def scan(me: int) -> None:
            arguments = tiers[me], self.codes, self.numbers, self.first, self.rooms[me], mails[me], spans[me], me
            spans[me][0] = self.kernel.scan_tier(*arguments)

        def keep(me: int) -> None:
            posted = sum(int(mail.counts[me]) for mail in mails)
            block = Links(np.empty(posted, np.uint32), np.empty(posted, np.uint32))
            kernel.keep_links(mails, block, 0, me)
            links[me].append(block)

        ends = [len(range(me, high - low, len(tiers))) for me in range(len(tiers))]
        kept = 0
        while any(span[0] < end for span, end in zip(spans, ends, strict=True)):
            self.crew.all(scan)
            self._raise_faults()
            self.crew.all(keep)
            kept += sum(int(mail.counts.sum()) for mail in mails)
            if 12 * kept + 16 * each * len(tiers) > self.memory:
                raise Refused(
                    f"{self.game.name}: a tier of {high - low:,} positions has more moves within it than "
                    f"{self.memory / 1e9:.1f} GB hold; give more with --memory"
                )
        return links

    def _mails(self) -> tuple[Mail, ...]:
        return tuple(new_mail(self.crew.size, 0, self.game.rules.most_moves) for _ in range(self.crew.size))

    def _room(self) -> Room:
        rules: Any = self.rules
        lists = np.zeros((2, self.game.rules.most_moves), np.int32)
        return Room(np.zeros((2, rules.FIELDS), np.uint64), lists, np.zeros(FAULTS, np.int64))

    def _raise_faults(self) -> None:
        faults = np.sum([room.faults for room in self.rooms], axis=0)
        if faults[TOO_LONG]:
            for room in self.rooms:
                room.faults[:] = 0
            raise TooLong
        if faults[OUTSIDE]:
            raise InvalidGame(f"{self.game.name}: a move leads to a running game that its index gives no number")
        if faults[NOT_LOWER]:
            raise InvalidGame(f"{self.game.name}: a move leads to a higher tier of its index")


class _Distances:
    """The values of one tier, distance by distance."""

    def __init__(self, sweep: Sweep, tiers: list[Tier], links: list[list[Links]]) -> None:
        self.sweep, self.tiers, self.crew = sweep, tiers, sweep.crew
        self.kernel, self.shares = build.kernel(TIERS), build.kernel(SHARES)
        self.queues = [np.empty(max(1, len(tier.codes)), np.uint32) for tier in tiers]
        self.firsts: list[Any] = [None] * len(tiers)
        self.sources: list[Any] = [None] * len(tiers)
        self.crew.all(lambda me: self._gather(me, links[me]))

    def _gather(self, me: int, blocks: list[Links]) -> None:
        self.firsts[me] = np.zeros(len(self.tiers[me].codes) + 2, np.uint32)
        self.sources[me] = np.empty(sum(len(block.sources) for block in blocks), np.uint32)
        for block in blocks:
            self.shares.count_links(block, len(block.sources), self.firsts[me])
        self.shares.add_up(self.firsts[me])
        while blocks:
            block = blocks.pop()
            self.shares.sort_links(block, len(block.sources), self.firsts[me], self.sources[me])

    def run(self) -> None:
        size = self.crew.size
        begins, ends, plies = [0] * size, [0] * size, 0
        last = max(self.crew.all(lambda me: int(self.kernel.latest(self.tiers[me]))))
        while plies <= last or begins != ends:
            if plies <= last:
                ends = self._release(plies, ends)
            begins, ends = ends, self._one(begins, ends, plies)
            plies += 1
            if plies >= LONGEST:
                raise Refused(
                    f"{self.sweep.game.name} has wins longer than {LONGEST:,} plies, which a table cannot keep"
                )

    def _release(self, plies: int, ends: list[int]) -> list[int]:
        return self.crew.all(lambda me: int(self.kernel.release(self.tiers[me], plies, self.queues[me], ends[me])))

    def _one(self, begins: list[int], ends: list[int], plies: int) -> list[int]:
        """Announces the queues from `begins` to `ends`; returns their ends with what that settles."""
        size, sweep = self.crew.size, self.sweep
        room = min(ANNOUNCED, max(1024, 16 * max(e - b for b, e in zip(begins, ends, strict=True))))
        room += 2 * sweep.game.rules.most_moves
        outs = tuple(np.empty((size, room), np.uint32) for _ in range(size))
        counts = tuple(np.zeros(size, np.int64) for _ in range(size))
        done = [np.array([begin, 0], np.int64) for begin in begins]
        news = list(ends)

        def announce(me: int) -> None:
            known = self.tiers[me].codes, self.firsts[me], self.sources[me], self.queues[me], ends[me]
            self.shares.announce(*known, outs[me], counts[me], done[me])

        def settle(me: int) -> None:
            arguments = self.tiers[me], outs, counts, me, plies, self.queues[me], news[me]
            news[me] = int(self.kernel.settle_tier(*arguments))

        while any(one[0] < end for one, end in zip(done, ends, strict=True)):
            self.crew.all(announce)
            sweep._raise_faults()
            self.crew.all(settle)
        return news
