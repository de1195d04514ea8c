"""Asking the kernel of proofs: can a side force a win? Threads on one table, a clock, progress on the way."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from plies.compile import build
from plies.compile.rules import rules_module
from plies.errors import Refused
from plies.games.contract import RUNNING, Game, State
from plies.games.position import Position
from plies.search.engine.beside import Beside
from plies.search.engine.probing import NO_VIEW, Tables, table_for
from plies.solve.proofs import arguments as at
from plies.solve.proofs.table import (
    INFINITE,
    entry_bound,
    entry_delta,
    entry_phi,
    filling,
    grown,
    is_decided,
    new_table,
)
from plies.tables.file.view import WIDTH

#: entries at most, 16 bytes each, and the share of the machine's memory that they may take; what a search begins with,
#: and how much larger it becomes when that is outgrown. New memory is slow: a quick search is quicker with little of it
ENTRIES, SHARE = 1 << 27, 8
FEW, TIMES = 1 << 18, 8
#: a table is outgrown after half as many nodes as it has entries; one of so many entries later, when it is nearly full
LARGE = 1 << 24
NO_LIMIT = 1 << 62
KERNEL = build.Template("proof", Path(__file__).with_name("kernel.py"), "the proof search", ("prove", "look"))
WITH_TABLES = replace(
    KERNEL,
    name="proof_tables",
    title="the proof search with tables",
    instead=(("PROBING = False", "PROBING = True"),),
)
#: seconds between reports
STEP = 0.25


@dataclass(frozen=True)
class MoveNumbers:
    """A root's move with its proof and disproof number for the question; None stands for infinite."""

    move: str
    proof: int | None
    disproof: int | None


@dataclass(frozen=True)
class Progress:
    """How far a search has come: the side that may or may not win, its moves at the root, the table's filling."""

    side: str
    nodes: int
    seconds: float
    filling: float
    moves: tuple[MoveNumbers, ...]


Listener = Callable[[Progress], None]


@dataclass(frozen=True)
class Found:
    """What the table holds of a position for a question."""

    #: True: the attacker wins; False: it does not; None: open
    wins: bool | None
    #: within so many plies; of a position that is not won it means something only where there are no draws
    bound: int
    proof: int
    disproof: int

    def work_for(self, wins: bool) -> int:
        """About how much is missing until it is known to be won, or not to be."""
        return self.proof if wins else self.disproof


def usual_entries() -> int:
    """ENTRIES, or fewer on a machine with little memory."""
    entries, memory = ENTRIES, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    while entries > FEW and entries * 16 * SHARE > memory:
        entries //= TIMES
    return entries


class ProofSearch:
    """Answers whether a side can win, for positions of one game, with one table."""

    def __init__(self, game: Game, *, threads: int = 1, entries: int | None = None, tables: Tables = "on") -> None:
        if threads < 1:
            raise Refused(f"threads={threads}: at least one is needed")
        self.game = game
        self.rules: Any = rules_module(game)
        self.solved = table_for(game, tables)
        self.kernel = build.kernel(KERNEL if self.solved is None else WITH_TABLES, game)
        view = NO_VIEW if self.solved is None else self.solved.opened.view
        self.entries = usual_entries() if entries is None else entries
        self.memory = at.Memory(new_table(min(self.entries, FEW)), np.zeros((threads, at.PLIES), np.uint64), view)
        self.control = np.zeros(at.CONTROLS, np.int64)
        self.counters = np.zeros((threads, at.COUNTERS), np.int64)
        width = max(1, int(view.meta[WIDTH]))
        self.stacks = [at.new_stack(self.rules.FIELDS, game.rules.most_moves) for _ in range(threads)]
        self.signals = [at.Signals(self.control, self.counters[i], np.zeros(width, np.uint64)) for i in range(threads)]
        self.control[at.STOP] = 1
        self.rules.store(self.stacks[0].rows, 0, game.first)
        key, _ = self._look(game.first, 0)
        self._prove(at.Task(0, key, 0, 0, NO_LIMIT))  # compiles the kernel, so that no clock runs meanwhile
        self.counters.fill(0)
        #: within how many plies the last position that was asked about is over; see `Found.bound`
        self.bound = 0
        self._told_to_stop = False

    @property
    def nodes(self) -> int:
        return int(self.counters[:, at.NODES].sum())

    @property
    def drew(self) -> bool:
        """Whether any search so far met a draw. Without one, who does not win loses."""
        return bool(self.counters[:, at.DRAWS].any())

    def stop(self) -> None:
        """Ends the search that is under way, also one that is about to go on with a larger table."""
        self._told_to_stop = True
        self.control[at.STOP] = 1

    def wins(
        self, state: State, side: int, *, until: float | None = None, listener: Listener | None = None
    ) -> bool | None:
        """Whether a side can win, whoever is to move; None if the clock (of `time.monotonic`) came first."""
        ended = self._ended(state)
        if ended is not None:
            return ended == (1 if state.turn == side else -1)
        for stack in self.stacks:
            stack.frames[0, at.COUNT] = 0
            self.rules.store(stack.rows, 0, state)
        deadline = 0 if until is None else max(1, int(until * 1e9))
        key, _ = self._look(state, side)
        self._told_to_stop = False
        while True:
            self.control.fill(0)
            self.memory.lines.fill(0)
            tasks = [at.Task(side, key, thread, deadline, self._limit(thread)) for thread in range(len(self.stacks))]
            answers = self._run(tasks, Position(self.game, state), listener)
            if at.OUTGROWN not in answers or at.PROVEN in answers or at.REFUTED in answers or self._told_to_stop:
                break
            self._grow()
        for thread, answer in enumerate(answers):
            if answer in (at.PROVEN, at.REFUTED):
                self.bound = int(self.counters[thread, at.ROOT_BOUND])
                return answer == at.PROVEN
        return None

    def _grow(self) -> None:
        """A larger table, unless there is no memory for it."""
        try:
            self.memory = self.memory._replace(table=grown(self.memory.table, TIMES))
        except MemoryError:
            self.entries = int(self.memory.table.shape[0]) // 2

    def _limit(self, thread: int) -> int:
        """The count of nodes at which a larger table is wanted."""
        entries = int(self.memory.table.shape[0]) // 2
        if entries * TIMES > self.entries:
            return NO_LIMIT
        nodes = entries // 2 if entries < LARGE else 2 * entries // len(self.stacks)
        return int(self.counters[thread, at.NODES]) + nodes

    def known(self, state: State, side: int) -> Found:
        """What the rules, a static proof and the table say to the question whether a side can win."""
        ends, near = self._ended(state), 0
        if ends is None and self.game.solving.static_proof is not None:
            near = self.game.solving.static_proof(state)
            ends = None if near == 0 else 1 if near > 0 else -1
        if ends is None and self.game.solving.cannot_win is not None and self.game.solving.cannot_win(state, side):
            return Found(False, 0, 0, 0)
        if ends is not None:
            return Found(ends == (1 if state.turn == side else -1), abs(near), 0, 0)
        data = int(self._look(state, side)[1])
        if not data:
            return Found(None, 0, 1, 1)
        proof, disproof = (entry_phi(data), entry_delta(data))[:: 1 if state.turn == side else -1]
        return Found((proof == 0) if is_decided(data) else None, entry_bound(data), proof, disproof)

    def _look(self, state: State, side: int) -> tuple[np.uint64, np.uint64]:
        """The key of a position and a question, and what the table holds under it."""
        row = np.zeros((1, self.rules.FIELDS), np.uint64)
        self.rules.store(row, 0, state)
        key, data = self.kernel.look(row, self.memory.table, side)
        return np.uint64(key), np.uint64(data)

    def _ended(self, state: State) -> int | None:
        """+1, 0 or -1 for the side to move in a finished game; None while it runs."""
        code = self.game.rules.outcome(state)
        if code != RUNNING:
            return 0 if code not in (0, 1) else 1 if code == state.turn else -1
        if not Position(self.game, state).listed:
            return -1 if self.game.rules.without_moves == "loss" else 0
        return None

    def _prove(self, task: at.Task) -> int:
        thread = task.thread
        answer = int(self.kernel.prove(self.stacks[thread], self.memory, self.signals[thread], task))
        if answer != at.STOPPED:
            self.control[at.STOP] = 1
        return answer

    def _run(self, tasks: list[at.Task], position: Position, listener: Listener | None) -> list[int]:
        """The answers of all threads. The first that has one stops the others."""
        began = time.monotonic()
        working = [Beside(lambda task=task: self._prove(task)) for task in tasks]  # type: ignore[misc]
        try:
            for work in working:
                while not work.wait(STEP):
                    if listener is not None:
                        listener(self._progress(tasks[0].attacker, position, time.monotonic() - began))
        except BaseException:
            self.stop()
            raise
        for work in working:
            if work.failure is not None:
                raise work.failure
        if listener is not None:
            listener(self._progress(tasks[0].attacker, position, time.monotonic() - began))
        return [work.results[0] for work in working]

    def _progress(self, attacker: int, position: Position, seconds: float) -> Progress:
        moves = tuple(self._root_numbers(attacker, position))
        return Progress(self.game.sides[attacker], self.nodes, seconds, filling(self.memory.table), moves)

    def _root_numbers(self, attacker: int, position: Position) -> Iterator[MoveNumbers]:
        stack = self.stacks[0]
        for i in range(int(stack.frames[0, at.COUNT])):
            phi, delta = (int(stack.children[0, i, what]) for what in (at.PHI, at.DELTA))
            proof, disproof = (delta, phi) if position.state.turn == attacker else (phi, delta)
            word = self.game.word(position.state, int(stack.lists[0, i]))
            yield MoveNumbers(word, _finite(proof), _finite(disproof))


def _finite(number: int) -> int | None:
    return None if number >= INFINITE else number
