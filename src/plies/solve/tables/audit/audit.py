"""The audit of a table: every value follows from its successors, and the set of positions is closed under moves.

That is enough. Wins and losses lean on ever smaller distances, down to finished games, so none supports itself; and a
side in a draw can always move to a draw, while neither has a move that wins. The header's counts are added up anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plies.compile import build
from plies.compile.rules import rules_module
from plies.errors import InvalidFile
from plies.games.contract import Game
from plies.solve.tables.audit import arguments as at
from plies.solve.tables.audit.arguments import REPORT, Room, Subject
from plies.tables.codes import UNKNOWN, loosened, read_code
from plies.tables.file.table_file import TableFile, codes_of

FOUND = build.Template(
    "audit_found", Path(__file__).with_name("found_kernel.py"), "the audit", ("enter", "check", "find")
)
DENSE = build.Template("audit_dense", Path(__file__).with_name("dense_kernel.py"), "the audit", ("check",))
#: positions between two reports of progress
CHUNK = 1 << 18
#: positions of a found table whose successors are sought together
BATCH = 32

Progress = Callable[[int, int], None]


def audit(game: Game, table: TableFile, threads: int = 1, listener: Progress | None = None) -> float:
    """Checks a whole table and returns the seconds it took; InvalidFile names the first thing that is wrong."""
    threads = max(1, threads)
    auditor = (_Dense if table.header.indexed else _Found)(game, table, threads)
    started = time.monotonic()
    table.check_all()
    report = auditor.run(listener)
    header = table.header
    told = header.positions, header.win, header.loss, header.draw, header.longest
    index = game.solving.index
    each = index.stands_for if index is not None and header.indexed else 1
    won, lost, drawn, longest = (int(number) for number in report[at.WON :])
    if told != (each * (won + lost + drawn), each * won, each * lost, each * drawn, longest):
        raise InvalidFile(f"{table.file}: its header's counts are not those of its positions; build it again")
    return time.monotonic() - started


class _Found:
    """The audit of a found table: an index of its own first, then every position."""

    def __init__(self, game: Game, table: TableFile, threads: int) -> None:
        self.game, self.table, self.threads = game, table, threads
        self.kernel, self.rules = build.kernel(FOUND, game), _rules(game)
        self.subject, self.size = subject_of(table), table.header.places.size
        self.numbers = np.zeros(max(1, -(-2 * self.size // threads)) * threads, np.uint32)
        self.reports = [np.zeros(REPORT, np.int64) for _ in range(threads)]
        words, most = self.subject.packed.shape[1], game.rules.most_moves
        self.rooms = [_room(2, self.rules.FIELDS, (BATCH * most, words), (BATCH * most,)) for _ in range(threads)]
        # compiles the kernels, so that no clock runs meanwhile
        self._check(0, 0, 0)
        none = self.subject._replace(packed=self.subject.packed[:0])
        self.kernel.enter(none, self.numbers, 0, threads, self.reports[0])

    def run(self, listener: Progress | None) -> NDArray[np.int64]:
        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(self._enter, range(self.threads)))
            _raise_faults(self.game, self.table, self.reports)
            _in_chunks(pool, self, listener)
        header = self.table.header
        start = self.game.position(header.origin).state if header.origin else self.game.first
        self.rules.store(self.rooms[0].states, 1, self.rules.canonical(start))
        found = int(self.kernel.find(self.subject, self.numbers, self.rooms[0], self.threads))
        _check_start(self.table, int(self.subject.codes[found]) if found >= 0 else None)
        return _sum(self.reports)

    def _enter(self, part: int) -> None:
        self.kernel.enter(self.subject, self.numbers, part, self.threads, self.reports[part])

    def _check(self, part: int, begin: int, end: int) -> None:
        self.kernel.check(self.subject, self.numbers, self.rooms[part], begin, end, self.threads, self.reports[part])


class _Dense:
    """The audit of an indexed table: every number of the game's index."""

    def __init__(self, game: Game, table: TableFile, threads: int) -> None:
        self.game, self.table, self.threads = game, table, threads
        self.kernel, fields = build.kernel(DENSE, game), _rules(game).FIELDS
        self.codes, self.size = codes_of(table), table.header.places.size
        self.reports = [np.zeros(REPORT, np.int64) for _ in range(threads)]
        self.rooms = [_room(3, fields, (1, 1), (2, game.rules.most_moves)) for _ in range(threads)]
        self._check(0, 0, 0)  # compiles the kernel, so that no clock runs meanwhile

    def run(self, listener: Progress | None) -> NDArray[np.int64]:
        with ThreadPoolExecutor(self.threads) as pool:
            _in_chunks(pool, self, listener)
        assert self.game.solving.index is not None
        number = int(self.game.solving.index.index(self.game.first, self.table.view.numbers.tolist()))
        _check_start(self.table, _code_at(self.table, number) if number >= 0 else UNKNOWN)
        return _sum(self.reports)

    def _check(self, part: int, begin: int, end: int) -> None:
        view, tight = self.table.view, self.table.header.places.tight
        arguments = self.codes, tight, view.numbers, view.first, self.rooms[part]
        self.kernel.check(*arguments, begin, end, self.reports[part])


def _room(states: int, fields: int, sought: tuple[int, int], moves: tuple[int, ...]) -> Room:
    return Room(
        np.zeros((states, fields), np.uint64),
        np.zeros(sought, np.uint64),
        np.zeros(moves, np.int32),
        np.zeros(moves[-1], np.int64),
        np.zeros(BATCH, np.int64),
    )


def _in_chunks(pool: ThreadPoolExecutor, auditor: _Found | _Dense, listener: Progress | None) -> None:
    """All numbers, a chunk for each thread at a time, and a look at the reports in between."""
    threads, size = auditor.threads, auditor.size
    for begin in range(0, size, CHUNK * threads):
        bounds = [min(size, begin + CHUNK * part) for part in range(threads + 1)]
        list(pool.map(auditor._check, range(threads), bounds, bounds[1:]))
        _raise_faults(auditor.game, auditor.table, auditor.reports)
        if listener is not None:
            listener(bounds[-1], size)


def _check_start(table: TableFile, code: int | None) -> None:
    """`code` is what the start has in the table; None: it is missing where it must be."""
    if code != table.header.start:
        raise InvalidFile(f"{table.file}: its start is missing or has another value than its header says")


def _code_at(table: TableFile, number: int) -> int:
    code = int(codes_of(table)[number])
    return loosened(code) if table.header.places.tight else code


def _raise_faults(game: Game, table: TableFile, reports: list[NDArray[np.int64]]) -> None:
    for report in reports:
        fault, number, told = (int(report[place]) for place in (at.FAULT, at.NUMBER, at.TOLD))
        if fault == at.NONE:
            continue
        state = state_at(game, table, number)
        where = f"{table.file}: the audit found a mistake: {_text(game, state)} "
        said = _in_words(_code_at(table, number))
        if fault == at.WRONG:
            raise InvalidFile(f"{where}is kept as {said}, but its successors make it {_in_words(told)}")
        if fault == at.NOT_CLOSED:
            raise InvalidFile(
                f"{where}has the move {game.word(state, told)}, but the table lacks the position after it"
            )
        if fault == at.ALIKE:
            raise InvalidFile(f"{where}is there twice")
        raise InvalidFile(f"{where}has the number {number:,}, but that number has another position")


def _text(game: Game, state: Any) -> str:
    """The position in words; what is no position at all as it stands."""
    try:
        return game.format(state)
    except Exception:
        return str(tuple(state))


def _in_words(code: int) -> str:
    known = read_code(code)
    if known is None:
        return "unknown"
    result, plies = known
    return "a draw" if plies is None else f"a {result} in {plies}"


def subject_of(table: TableFile) -> Subject:
    """A found table as the kernel takes it."""
    places, packing = table.header.places, table.view.packing
    rows = table.view.words[places.rows_at : places.rows_at + places.size * places.width]
    fixed = ~packing.changing
    return Subject(rows.reshape(places.size, places.width), codes_of(table), packing.runs, packing.base & fixed, fixed)


def state_at(game: Game, table: TableFile, number: int) -> Any:
    """The state that a number of the table stands for."""
    rules = _rules(game)
    if table.header.indexed:
        assert game.solving.index is not None
        return game.solving.index.state_of(number, game.first, table.view.numbers.tolist())
    subject = subject_of(table)
    words = [int(word) for word in subject.constant]
    for word, shift, mask, packed_word, packed_shift in subject.runs.tolist():
        words[word] |= ((int(subject.packed[number, packed_word]) >> packed_shift) & mask) << shift
    return rules.load(_Rows(words), 0)


class _Rows:
    """One row of plain integers, so that the uncompiled rules and words for people get no NumPy numbers."""

    def __init__(self, words: list[int]) -> None:
        self.words = words

    def __getitem__(self, place: tuple[int, int]) -> int:
        return self.words[place[1]]


def _rules(game: Game) -> Any:
    return rules_module(game)


def _sum(reports: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    total = np.sum(reports, axis=0)
    total[at.GREATEST] = max(int(report[at.GREATEST]) for report in reports)
    return np.asarray(total)
