"""Any game: every position that can arise from a start, and its value, from the rules alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plies.blocks.formats import size
from plies.compile import build
from plies.compile.rules import rules_module
from plies.errors import InvalidGame, Refused
from plies.games.contract import Game, State
from plies.solve.tables.builder.arguments import MISFIT, SAME_TURN, Links, Scratch, Share
from plies.solve.tables.builder.counts import Counts
from plies.solve.tables.builder.crew import Crew
from plies.solve.tables.builder.found.owned import Owned, grown, new_links, new_mail, new_owned
from plies.tables.codes import LONGEST
from plies.tables.packing import Packing, packing_of, wider, width

EXPANDER = build.Template("found", Path(__file__).with_name("found_kernel.py"), "the builder of tables", ("expand",))
SHARES = build.Template(
    "shares",
    Path(__file__).with_name("shares_kernel.py"),
    "the builder of tables",
    (
        *("hash_row", "collect", "move_slots", "fill_slots", "repack"),
        *("count_links", "add_up", "sort_links", "ended", "announce", "settle", "count", "arrange"),
    ),
)
#: what a thread announces to another before all settle
ANNOUNCED = 1 << 17
#: slots in use at most, and by how much arrays grow
FULLEST, GROWTH = 0.75, 2
#: links in a block at most
LINKS = 1 << 22

#: told now and then: positions known, positions done; and in the second stage what is done, of how much at most
Listener = Callable[[int, int], None]


@dataclass
class Search:
    """All positions from one start. `explore`, then `solve`, then `arrange`."""

    game: Game
    start: State
    crew: Crew
    memory: int
    packing: Packing = field(init=False)
    owned: list[Owned] = field(init=False)
    #: the thread that owns the start; its number there is 0
    home: int = 0
    #: how many positions were new after each ply, and where the ply ends that is being looked at
    plies: list[int] = field(default_factory=list)
    ply: list[int] = field(default_factory=list)
    #: seconds until it was ready, nearly all of them for compiling
    compiling: float = 0.0

    def __post_init__(self) -> None:
        began = time.monotonic()
        self.expander, self.kernel = build.kernel(EXPANDER, self.game), build.kernel(SHARES)
        self.rules: Any = rules_module(self.game)
        row = np.zeros((1, self.rules.FIELDS), np.uint64)
        self.rules.store(row, 0, self.rules.canonical(self.start))
        self.packing = packing_of([int(word) for word in row[0]], [0] * self.rules.FIELDS)
        self.owned = [self._new() for _ in range(self.crew.size)]
        self.home = int(self.kernel.hash_row(row)) >> 32 >> (32 - self.crew.bits)
        self._post_start(row)
        self.ply = [0] * self.crew.size
        self._expand(0)  # compiles the kernel
        self.compiling = time.monotonic() - began

    @property
    def known(self) -> int:
        return sum(one.known for one in self.owned)

    @property
    def done(self) -> int:
        return sum(one.done for one in self.owned)

    # -- positions ---------------------------------------------------------------------------------------------------

    def explore(self, most: int | None = None, listener: Listener | None = None) -> bool:
        """Finds every position, ply by ply; False if it stopped at more than `most` of them."""
        while self.done < self.known:
            before, self.ply = self.known, [one.known for one in self.owned]
            while any(one.done < end for one, end in zip(self.owned, self.ply, strict=True)):
                if most is not None and self.known > most:
                    return False
                self._round()
                if listener is not None:
                    listener(self.known, self.done)
            self.plies.append(self.known - before)
        return True

    def _round(self) -> None:
        ends = self.crew.all(self._expand)
        if self._misfits():
            return
        for one, end in zip(self.owned, ends, strict=True):
            one.done = end
        self.crew.all(self._make_room)
        self._check_memory()
        self.crew.all(self._collect)

    def _expand(self, me: int) -> int:
        one = self.owned[me]
        return int(self.expander.expand(one.share, self.packing, one.mail, one.scratch, one.done, self.ply[me], me))

    def _misfits(self) -> bool:
        """Whether the packing was too narrow; then it is wider now and the step is done again."""
        if any(one.scratch.faults[SAME_TURN] for one in self.owned):
            raise InvalidGame(
                f"{self.game.name}: a move left the same side to move; tables need sides that move in turn"
            )
        if not any(one.scratch.faults[MISFIT] for one in self.owned):
            return False
        misfits = np.bitwise_or.reduce([one.scratch.misfits for one in self.owned])
        packing = wider(self.packing, [int(bits) for bits in misfits])
        for one in self.owned:
            rows = np.empty((len(one.share.rows), width(packing)), np.uint64)
            self.kernel.repack(one.share.rows, one.known, self.packing, packing, rows, one.scratch)
            one.share = one.share._replace(rows=rows)
            one.mail = new_mail(self.crew.size, width(packing), self.game.rules.most_moves)
            one.scratch.faults[MISFIT] = 0
            one.scratch.misfits[:] = 0
        self.packing = packing
        return True

    def _make_room(self, me: int) -> None:
        """Room for all that was posted to `me`, as if it were all new."""
        one = self.owned[me]
        posted = sum(int(sender.mail.counts[me]) for sender in self.owned)
        if one.known + posted > len(one.share.rows):
            longer = int((one.known + posted) * GROWTH)
            rows, codes, left = (grown(array, longer, one.known) for array in one.share[:3])
            one.share = Share(rows, codes, left, one.share.slots)
        if one.known + posted > FULLEST * len(one.share.slots):
            slots = np.zeros(int(2 * (one.known + posted) / FULLEST), np.uint64)
            self.kernel.move_slots(one.share.slots, slots)
            one.share = one.share._replace(slots=slots)
        if one.filled + posted > len(one.links[-1].sources):
            last = one.links[-1]
            one.links[-1] = Links(last.sources[: one.filled], last.targets[: one.filled])
            one.links.append(new_links(min(max(posted, 2 * one.filled), LINKS)))
            one.filled = 0

    def _collect(self, me: int) -> None:
        one = self.owned[me]
        mails = tuple(sender.mail for sender in self.owned)
        one.known = int(self.kernel.collect(one.share, mails, one.links[-1], one.known, one.filled, me))
        one.filled += sum(int(mail.counts[me]) for mail in mails)

    def _check_memory(self) -> None:
        used = sum(array.nbytes for one in self.owned for array in one.share)
        used += sum(8 * one.linked for one in self.owned)
        # gathering the links takes another array of them and a count for each position
        used += sum(4 * one.linked + 4 * one.known for one in self.owned)
        if used > self.memory:
            index = self.game.solving.index
            dense = ", or all of its index with --all" if index is not None and index.part is None else ""
            raise Refused(
                f"{self.game.name} has more positions than {size(self.memory)} hold: {self.known:,} are known, and "
                f"there are more; give more with --memory or another start{dense}"
            )
        if max(one.known for one in self.owned) >= 1 << (31 - self.crew.bits):
            raise Refused(f"{self.game.name} has more positions than numbers of 32 bits can name: {self.known:,} known")

    # -- values --------------------------------------------------------------------------------------------------------

    def solve(self, listener: Listener | None = None) -> Counts:
        """The value of every position; afterwards `share.codes` holds them.

        Each link is gathered in two passes, and at most once followed back: those to draws never are.
        """
        hear = listener or (lambda done, most: None)
        links, known = sum(one.linked for one in self.owned), max(1, self.known)
        self.crew.all(lambda me: self._gather(me, lambda passed: hear(passed * self.crew.size, 3 * links)))
        queues = [np.empty(max(1, one.known), np.uint32) for one in self.owned]
        sizes = self.crew.all(lambda me: int(self.kernel.ended(self.owned[me].share, self.owned[me].known, queues[me])))
        begins, plies = [0] * self.crew.size, 0
        while any(begin < size for begin, size in zip(begins, sizes, strict=True)):
            if plies >= LONGEST:
                raise Refused(f"{self.game.name} has wins longer than {LONGEST:,} plies, which a table cannot keep")
            ends = self._one_distance(queues, begins, sizes, plies)
            begins, sizes = sizes, ends
            plies += 1
            settled = sum(sizes)
            hear(2 * links + links * settled // known, 3 * links)
        return self._count()

    def _gather(self, me: int, hear: Callable[[int], None]) -> None:
        """Sorts the links to a thread's positions by position; one thread says how far it is."""
        one = self.owned[me]
        one.firsts = np.zeros(one.known + 2, np.uint32)
        one.sources = np.empty(one.linked, np.uint32)
        last = one.links[-1]
        one.links[-1] = Links(last.sources[: one.filled], last.targets[: one.filled])
        passed = 0
        for block in one.links:
            self.kernel.count_links(block, len(block.sources), one.firsts)
            passed += len(block.sources)
            if me == 0:
                hear(passed)
        self.kernel.add_up(one.firsts)
        while one.links:
            block = one.links.pop()
            self.kernel.sort_links(block, len(block.sources), one.firsts, one.sources)
            passed += len(block.sources)
            if me == 0:
                hear(passed)

    def _one_distance(self, queues: list[Any], begins: list[int], sizes: list[int], plies: int) -> list[int]:
        """Announces all positions of one distance; returns the queues' sizes with those of the next."""
        crew = self.crew
        done = [np.array([begin, 0], np.int64) for begin in begins]
        room = min(ANNOUNCED, max(1024, 16 * max(s - b for s, b in zip(sizes, begins, strict=True))))
        outs = tuple(np.empty((crew.size, room), np.uint32) for _ in range(crew.size))
        counts = tuple(np.zeros(crew.size, np.int64) for _ in range(crew.size))
        ends = list(sizes)

        def announce(me: int) -> None:
            one = self.owned[me]
            arguments = one.share.codes, one.firsts, one.sources, queues[me], sizes[me], outs[me], counts[me], done[me]
            self.kernel.announce(*arguments)

        def settle(me: int) -> None:
            share = self.owned[me].share
            ends[me] = int(self.kernel.settle(share, outs, counts, me, plies, queues[me], ends[me]))

        while any(one[0] < size for one, size in zip(done, sizes, strict=True)):
            crew.all(announce)
            crew.all(settle)
        return ends

    def _count(self) -> Counts:
        totals = [np.zeros(3, np.int64) for _ in self.owned]
        largest = self.crew.all(
            lambda me: int(self.kernel.count(self.owned[me].share, self.owned[me].known, totals[me]))
        )
        draw, loss, win = (int(sum(one[kind] for one in totals)) for kind in range(3))
        longest = max(0, (max(largest) - 2) >> 1)
        return Counts(win, loss, draw, longest, int(self.owned[self.home].share.codes[0]))

    # -- the order of the file -----------------------------------------------------------------------------------------

    def arrange(self, rows: NDArray[np.uint64], codes: NDArray[Any], firsts: NDArray[np.uint32]) -> None:
        """Writes packed states and codes by bucket, and the first position of each bucket, all of them last."""
        buckets, bits = len(firsts) - 1, self.crew.bits
        each = buckets >> bits
        begins = np.cumsum([0, *(one.known for one in self.owned)])
        firsts[-1] = self.known

        def arrange(me: int) -> None:
            mine, part, share = (
                slice(begins[me], begins[me + 1]),
                slice(me * each, (me + 1) * each),
                self.owned[me].share,
            )
            self.kernel.arrange(share, firsts[part], buckets, me * each, bits, me, rows[mine], codes[mine])
            firsts[part] += np.uint32(begins[me])

        self.crew.all(arrange)

    def refilled(self, rows: Any, codes: Any, left: Any, scratch: Scratch) -> Share:
        """A share of positions that were found before."""
        share = Share(rows, codes, left, np.zeros(int(len(rows) / FULLEST) + 2, np.uint64))
        self.kernel.fill_slots(share, len(rows), self.packing, scratch, self.crew.bits)
        return share

    # -- beginnings ----------------------------------------------------------------------------------------------------

    def _new(self) -> Owned:
        return new_owned(self.crew.size, self.rules.FIELDS, width(self.packing), self.game.rules.most_moves)

    def _post_start(self, row: NDArray[np.uint64]) -> None:
        """The start, as if a move had led to it; that link is taken back."""
        mail = self.owned[0].mail
        mail.rows[self.home, 0] = 0
        mail.hashes[self.home, 0] = self.kernel.hash_row(row)
        mail.counts[self.home] = 1
        self._make_room(self.home)
        self._collect(self.home)
        self.owned[self.home].filled = 0
