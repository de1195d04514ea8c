"""Runs a tournament: plays what the ledger does not have yet, and keeps it.

    run(tournament, ledger, on_progress=show)

It may be called again at any time, after Ctrl-C, a crash or a full disk: it resumes where the ledger ends. Games are
kept in batches, a transaction each, and reported to `on_progress` only once they are on the disk.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile

from plies.arena.plan.pairing import Pairing
from plies.arena.plan.schedule import pairings
from plies.arena.plan.stopping import Stopping, following
from plies.arena.plan.tournament import Tournament, check_unchanged
from plies.arena.run.cores import Claim, core_sets
from plies.arena.run.pool import Executor, Pool
from plies.arena.run.record import GameRecord
from plies.arena.store.ledger import Ledger

#: games are kept when so many have come back, or when the first of them has waited so many seconds
BATCH, DELAY = 64, 0.25

Progress = Callable[[list[GameRecord]], None]


def say(text: str) -> None:
    print(f"plies: {text.removeprefix('plies: ')}", file=sys.stderr, flush=True)


def run(
    tournament: Tournament,
    ledger: Ledger,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    on_progress: Progress | None = None,
    stop: threading.Event | None = None,
    notice: Callable[[str], None] = say,
    ended: dict[str, int] | None = None,
) -> None:
    """Plays a tournament to its end, until its stopping rule decides, or until `stop` is set or Ctrl-C is pressed.

    `workers` is how many games are played at once (left out: as many as there are cores without sharing one);
    `executor` plays them in other processes. After Ctrl-C what has come back is kept, and KeyboardInterrupt is raised
    again. Boards that run out of openings are noted in `ended` with the number of their pairs.
    """
    try:
        stopped, ended = stop or threading.Event(), {} if ended is None else ended
        interrupted = _run(tournament, ledger, workers, executor, on_progress, stopped, notice, ended)
    finally:
        if executor is not None:
            executor.close()
    if interrupted:
        raise KeyboardInterrupt


def _run(
    tournament: Tournament,
    ledger: Ledger,
    workers: int | None,
    executor: Executor | None,
    on_progress: Progress | None,
    stopped: threading.Event,
    notice: Callable[[str], None],
    ended: dict[str, int],
) -> bool:
    """Whether Ctrl-C has ended it."""
    tournament.check()
    check_unchanged(tournament)
    with ledger.playing(tournament.id), interrupts_set(stopped) as interrupted:
        tournament.allow_for(max(ledger.pairs_begun(tournament.id).values(), default=0))
        ledger.add_tournament(tournament)
        keeper = Keeper(ledger, on_progress, following(tournament, ledger, ended))
        if not keeper.decided and not stopped.is_set():
            done, known = ledger.done_ids(tournament.id), ledger.openings(tournament.id)
            todo = pairings(tournament, done, notice, ended, known)
            chosen = executor or pool_for(tournament, workers, notice)
            _play(chosen, takewhile(lambda _: not stopped.is_set(), todo), keeper, stopped)
    return interrupted.is_set()


def _play(executor: Executor, todo: Iterable[Pairing], keeper: Keeper, stopped: threading.Event) -> None:
    try:
        for records in executor.play(todo):
            keeper.take(records)
            if keeper.decided or stopped.is_set():
                break
    finally:
        try:
            executor.close()
        finally:
            keeper.finish()


def pool_for(tournament: Tournament, workers: int | None, notice: Callable[[str], None]) -> Pool:
    """The pool of this machine for a tournament."""
    fitting = len(core_sets(tournament.threads))
    cores = len(core_sets(1))
    if tournament.threads > cores:
        have = f"{cores} core{'' if cores == 1 else 's'}"
        notice(f"threads={tournament.threads} on {have}: the threads of a search share cores and gain nothing")
    if workers is not None and workers > fitting and tournament.is_timed:
        notice(f"{workers} games at once share the cores for {fitting}: players get less than their full time")
    claim = Claim((workers or fitting) * tournament.threads)
    if claim.missing and tournament.is_timed:
        taken = f"{claim.missing} of the cores that this takes {'is' if claim.missing == 1 else 'are'} in use"
        notice(f"{taken} by another tournament: players get less than their full time")
    return Pool(core_sets(tournament.threads, workers, claim.cores), notice=notice, claim=claim)


class Keeper:
    """Keeps games in batches. What it could not keep for lack of room it does not try again."""

    def __init__(self, ledger: Ledger, on_progress: Progress | None, stopping: Stopping | None = None) -> None:
        self._ledger, self._on_progress, self._stopping = ledger, on_progress, stopping
        self._waiting: list[GameRecord] = []
        self._since = 0.0
        self._failed = False

    @property
    def decided(self) -> bool:
        return self._stopping is not None and self._stopping.decided

    def take(self, records: list[GameRecord]) -> None:
        due = records if self._stopping is None else self._stopping.take(records)
        if due and not self._waiting:
            self._since = time.monotonic()
        self._waiting += due
        if len(self._waiting) >= BATCH or (self._waiting and time.monotonic() - self._since >= DELAY):
            self._keep()

    def finish(self) -> None:
        """Keeps what is left, also what still waited for its turn."""
        if self._stopping is not None:
            self._waiting += self._stopping.rest()
        if self._waiting and not self._failed:
            self._keep()

    def _keep(self) -> None:
        batch, self._waiting = self._waiting, []
        self._failed = True
        self._ledger.store(batch)
        self._failed = False
        if self._on_progress is not None:
            self._on_progress(batch)


@contextmanager
def interrupts_set(stopped: threading.Event) -> Iterator[threading.Event]:
    """The first Ctrl-C sets the event; a second one interrupts at once. Gives whether it was pressed."""
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed
        return

    def press(*_: object) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()
        stopped.set()

    before = signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
