"""Plays a tournament in a child process of the server.

The games go into the ledger; what is said to the server are counts and standings. SIGINT stops it and loses nothing.
It ends with the server, and so do the workers that it starts (`plies.arena.run.worker`).
"""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plies.arena.numbers.sprt import SprtState
from plies.web.jobs.child_main import Send, job_messages

if TYPE_CHECKING:
    from plies.arena.plan.tournament import Tournament
    from plies.arena.run.record import GameRecord
    from plies.arena.store.ledger import Ledger

#: seconds between two tables, and at least so many times as long as making one takes
PACE, REST = 0.5, 20.0


@dataclass(frozen=True)
class Request:
    """A tournament in a ledger, how many games a pairing and workers it has, and for how long it goes on."""

    id: str
    ledger: str
    games: int
    workers: int | None
    minutes: float | None


@dataclass(frozen=True)
class Ready:
    """SIGINT is understood from now on, by this process."""

    process: int


@dataclass(frozen=True)
class Standings:
    """How many games are stored, where the stopping rule stands, and all tables, as JSON."""

    games: int
    sprt: SprtState | None
    tables: bytes


@dataclass(frozen=True)
class Notice:
    """Something that people should know."""

    text: str


@dataclass(frozen=True)
class Ended:
    """No more games are played now; `stopped`: though there are some."""

    stopped: bool


MESSAGES = job_messages(Request, Ready, Standings, Notice, Ended)


def work(request: Request, send: Send) -> None:
    stop = threading.Event()
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # Ctrl-C at the server's terminal is for the server, which then stops us
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    send(Ready(os.getpid()))
    from plies.arena.run.runner import run
    from plies.arena.store.ledger import Ledger

    with Ledger(request.ledger) as ledger:
        tournament = ledger.tournament(request.id).definition.with_games(request.games)
        table = Table(tournament, ledger, send)
        timer = _stop_after(request.minutes, stop)
        try:
            run(
                tournament,
                ledger,
                workers=request.workers,
                on_progress=table.add,
                stop=stop,
                notice=lambda text: send(Notice(text.removeprefix("plies: "))),
                ended=table.ended,
            )
        except KeyboardInterrupt:
            pass
        finally:
            timer.cancel()
        table.tell()
    send(Ended(stop.is_set()))


def _stop_after(minutes: float | None, stop: threading.Event) -> threading.Timer:
    timer = threading.Timer((minutes or 0.0) * 60, stop.set)
    timer.daemon = True
    if minutes is not None:
        timer.start()
    return timer


class Table:
    """Counts games as they are stored, and tells the server now and then."""

    def __init__(self, tournament: Tournament, ledger: Ledger, send: Send) -> None:
        from plies.arena.plan.stopping import following
        from plies.arena.report.result import Gathered

        self.send, self.tournament = send, tournament
        #: boards that ran out of openings, as the one who plays finds out
        self.ended: dict[str, int] = {}
        self.rule = following(tournament, ledger, self.ended)
        self.gathered = Gathered(tournament)
        self.gathered.take(ledger.found(tournament.id))
        self.due = 0.0
        self.tell()

    def add(self, records: list[GameRecord]) -> None:
        for record in records:
            self.gathered.add(record)
        if self.rule is not None:
            self.rule.take(records)
        if time.monotonic() >= self.due:
            self.tell()

    def tell(self) -> None:
        from plies.web.tournaments.tables import tables_of, write_tables

        began = time.monotonic()
        state = self.gathered.sprt = None if self.rule is None else self.rule.state
        tables = write_tables(tables_of(self.gathered, self.tournament))
        self.send(Standings(self.gathered.scoreboard.games, state, tables))
        now = time.monotonic()
        self.due = now + max(PACE, REST * (now - began))
