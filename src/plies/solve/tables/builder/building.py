"""Builds a table: an estimate, the positions, their values, the file, the audit. Finished stages are kept."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plies.blocks.formats import size
from plies.errors import Refused
from plies.games.contract import Game
from plies.games.solving import Index
from plies.solve.tables.audit.audit import audit
from plies.solve.tables.builder import estimate as estimates
from plies.solve.tables.builder import stages
from plies.solve.tables.builder.counts import Counts
from plies.solve.tables.builder.crew import Crew, crew
from plies.solve.tables.builder.estimate import Estimate
from plies.solve.tables.builder.found.search import Search
from plies.solve.tables.builder.found.writing import fill_words, places_of
from plies.solve.tables.builder.indexed.levels import Levels
from plies.solve.tables.builder.indexed.sweep import Sweep, TooLong
from plies.tables import folder
from plies.tables.file.header import Header, Places
from plies.tables.file.table_file import Draft, file_bytes, new_draft, open_file
from plies.tables.folder import Scope
from plies.tables.rules_digest import rules_digest


@dataclass(frozen=True)
class Wish:
    """What to build: of a game, from a position or along its index, with what."""

    game: Game
    #: the text of a position; empty: the start
    origin: str = ""
    #: the value of the index's part; None: what can be found from the origin; 0: the whole index
    part: int | None = None
    #: bytes; 0: half of what the machine has
    memory: int = 0
    threads: int = 0
    audit: bool = True

    @property
    def scope(self) -> Scope:
        return Scope(self.game.name, self.origin, part_text(self.game, self.part))


@dataclass(frozen=True)
class Listener:
    """Told of a build: the estimate, the beginning of a stage, how far it is (done, of how many; 0 if unknown)."""

    estimate: Callable[[Estimate], None] = lambda estimate: None
    stage: Callable[[str], None] = lambda name: None
    progress: Callable[[int, int], None] = lambda done, total: None


SILENT = Listener()


def part_text(game: Game, part: int | None) -> str:
    """`pieces=4`; `all` for the whole of an index; nothing for what is found."""
    if part is None:
        return ""
    index = game.solving.index
    if index is None:
        raise Refused(f"{game.name} has no index of its positions; its tables hold what its start leads to")
    if index.part is None:
        if part != 0:
            raise Refused(f"the index of {game.name} has no parts")
        return "all"
    if not index.part.low <= part <= index.part.high:
        raise Refused(f"--{index.part.name} {part}: it goes from {index.part.low} to {index.part.high}")
    return f"{index.part.name}={part}"


def build_table(wish: Wish, listener: Listener = SILENT) -> Header:
    """Builds, audits and keeps a table; one that is there already is replaced when the new one is complete."""
    threads = wish.threads or os.cpu_count() or 1
    wish = replace(wish, memory=wish.memory or _half_of_memory(), threads=threads)
    rules = rules_digest(wish.game)
    began = time.monotonic()
    with crew(threads) as workers:
        if wish.part is None:
            header, draft = _build_found(wish, rules, workers, listener)
        else:
            header, draft = _build_dense(wish, rules, workers, listener)
    header = draft.finish(header)
    # so far `seconds` is what compiling took
    header = replace(header, seconds=round(time.monotonic() - began - header.seconds, 3))
    if wish.audit:
        listener.stage("audit")
        table = open_file(draft.file, wish.game, wish.part or 0)
        seconds = audit(wish.game, table, threads, listener.progress)
        header = replace(header, audit_seconds=round(seconds, 3))
    scope = wish.scope
    draft.publish(header, scope.file)
    shutil.rmtree(scope.stages, ignore_errors=True)
    return header


def _half_of_memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


def _header(wish: Wish, rules: str, counts: Counts, places: Places) -> Header:
    return Header(
        game=wish.game.name,
        rules=rules,
        indexed=wish.part is not None,
        part=wish.scope.part,
        origin=wish.origin,
        positions=counts.positions,
        win=counts.win,
        loss=counts.loss,
        draw=counts.draw,
        longest=counts.longest,
        start=counts.start,
        seconds=0.0,
        audit_seconds=None,
        places=places,
    )


# -- found -------------------------------------------------------------------------------------------------------------


def start_of(wish: Wish) -> Any:
    return wish.game.position(wish.origin).state if wish.origin else wish.game.first


def _build_found(wish: Wish, rules: str, workers: Crew, listener: Listener) -> tuple[Header, Draft]:
    search = Search(wish.game, start_of(wish), workers, wish.memory)
    where = wish.scope.stages
    if not stages.load_explored(search, where, rules):
        _explore(wish, search, rules, listener)
    listener.stage("values")
    counts = search.solve(listener.progress)
    listener.stage("file")
    return _write_found(wish, search, rules, counts)


def _explore(wish: Wish, search: Search, rules: str, listener: Listener) -> None:
    began = time.monotonic()
    finished = search.explore(estimates.PEEK)
    guess = estimates.of_search(search, search.crew.size, finished, wish.audit, _most(wish.game))
    listener.estimate(guess)
    listener.stage("positions")
    search.explore(None, lambda known, done: listener.progress(done, max(known, guess.positions)))
    exact = estimates.of_search(search, search.crew.size, True, wish.audit)
    folder.check_room(wish.scope, exact.disk)
    if guess.guessed:
        listener.estimate(exact)
    if time.monotonic() - began >= stages.WORTH_KEEPING:
        stages.save_explored(search, wish.scope.stages, rules)


def _most(game: Game) -> int | None:
    """How many positions there can be, where an index of all of them says so."""
    index = game.solving.index
    if index is None or index.part is not None or index.strict:  # a strict one leaves finished games out
        return None
    try:
        return int(index.layout(game.first, 0).tiers[-1])
    except Refused:  # too many to be numbered
        return None


def _write_found(wish: Wish, search: Search, rules: str, counts: Counts) -> tuple[Header, Draft]:
    places = places_of(search, counts)
    draft = new_draft(wish.scope.stages / "draft", places.words)
    fill_words(search, places, draft.words)
    return replace(_header(wish, rules, counts, places), seconds=search.compiling), draft


def solved_in_memory(game: Game, search: Search) -> tuple[Header, NDArray[np.uint64]]:
    """The values of a search that is explored, as the header and the data of a file that is not written."""
    counts = search.solve()
    places = places_of(search, counts)
    words = np.zeros(places.words, np.uint64)
    fill_words(search, places, words)
    return _header(Wish(game), "", counts, places), words


# -- along an index ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Plan:
    """What an index lays out: the numbers it looks up, and where its tiers begin."""

    index: Index
    numbers: NDArray[np.int64]
    bounds: list[int]

    @property
    def size(self) -> int:
        return self.bounds[-1]


def _build_dense(wish: Wish, rules: str, workers: Crew, listener: Listener) -> tuple[Header, Draft]:
    index = wish.game.solving.index
    assert index is not None
    assert wish.part is not None
    layout = index.layout(wish.game.first, wish.part)
    plan = _Plan(index, np.array(layout.numbers, np.int64), list(layout.tiers))
    widest = max(high - low for low, high in pairwise(plan.bounds))
    expected = estimates.of_index(plan.size, widest, index, workers.size, wish.audit)
    listener.estimate(expected)
    if expected.memory > wish.memory:
        raise Refused(
            f"a table of {wish.scope.in_words()} needs about {size(expected.memory)} of memory, but may take "
            f"{size(wish.memory)}; give more with --memory"
        )
    folder.check_room(wish.scope, file_bytes(-(-plan.size // 8)))
    listener.stage("values")
    for kind in ("tight", "byte", "two bytes"):
        if kind == "tight" and index.before is None:
            continue
        try:
            return _solve_dense(wish, rules, workers, plan, listener, kind)
        except TooLong:
            continue
    raise AssertionError("two bytes hold every distance")  # pragma: no cover


def _solve_dense(
    wish: Wish, rules: str, workers: Crew, plan: _Plan, listener: Listener, kind: str
) -> tuple[Header, Draft]:
    """All tiers that are not done yet, into a draft that keeps them; TooLong if codes of this kind are too small."""
    where, code_bytes = wish.scope.stages, 2 if kind == "two bytes" else 1
    begin = stages.marked_tiers(where, rules, kind)
    draft = new_draft(where / "draft", -(-plan.size * code_bytes // 8), keep=begin > 0)
    codes = draft.words.view(np.uint8 if code_bytes == 1 else np.uint16)[: plan.size]
    marked = [time.monotonic()]

    def progress(numbers: int) -> None:
        listener.progress(numbers, plan.size)

    def done(tiers: int) -> None:
        progress(plan.bounds[tiers])
        if time.monotonic() - marked[0] >= stages.WORTH_KEEPING:
            marked[0] = time.monotonic()
            stages.mark_tiers(where, rules, kind, tiers)

    solver: Levels | Sweep
    if kind == "tight":
        solver = Levels(wish.game, plan.index, plan.numbers, plan.bounds, codes, workers)
        solver.run(begin, done, progress)
    else:
        solver = Sweep(wish.game, plan.index, plan.numbers, plan.bounds, codes, workers, wish.memory)
        solver.run(begin, done)
    number = int(plan.index.index(wish.game.first, plan.numbers.tolist()))
    counts = solver.counts(int(codes[number]) if number >= 0 else 0)
    places = Places(plan.size, code_bytes, len(draft.words), tight=kind == "tight")
    return replace(_header(wish, rules, counts, places), seconds=solver.compiling), draft
