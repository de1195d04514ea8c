"""Plays a tournament in a child process of the server: the job "tournament".

The games go into the ledger; the server gets counts and standings. SIGINT stops it and loses nothing.
It ends with the server, and so do the workers that it starts (`plies.arena.run.worker`).
"""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from plies.web.jobs.child_main import Send

if TYPE_CHECKING:
    from plies.arena.plan.tournament import Tournament
    from plies.arena.run.record import GameRecord
    from plies.arena.store.ledger import Ledger

#: seconds between two tables, and at least so many times as long as making one takes
PACE, REST = 0.5, 20.0


def work(request: dict[str, Any], send: Send) -> None:
    """The job "tournament": resumes `id` in `ledger` up to `games` per pairing, at most `minutes`."""
    stop = threading.Event()
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # Ctrl-C at the server's terminal is for the server, which then stops us
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    send({"kind": "ready", "process": os.getpid()})
    from plies.arena.run.runner import run
    from plies.arena.store.ledger import Ledger

    with Ledger(request["ledger"]) as ledger:
        tournament = ledger.tournament(request["id"]).definition.with_games(request["games"])
        table = Table(tournament, ledger, send)
        timer = _stop_after(request["minutes"], stop)
        try:
            run(
                tournament,
                ledger,
                workers=request["workers"],
                on_progress=table.add,
                stop=stop,
                notice=lambda text: send({"kind": "notice", "text": text.removeprefix("plies: ")}),
                ended=table.ended,
            )
        except KeyboardInterrupt:
            pass
        finally:
            timer.cancel()
        table.tell()
    send({"kind": "done", "stopped": stop.is_set()})


def _stop_after(minutes: float | None, stop: threading.Event) -> threading.Timer:
    timer = threading.Timer((minutes or 0.0) * 60, stop.set)
    timer.daemon = True
    if minutes is not None:
        timer.start()
    return timer


class Table:
    """Counts games as they are stored, and reports to the server now and then."""

    def __init__(self, tournament: Tournament, ledger: Ledger, send: Send) -> None:
        from plies.arena.plan.stopping import following
        from plies.arena.report.result import Gathered

        self.send, self.tournament = send, tournament
        #: boards that ran out of openings; the process that plays finds them
        self.ended: dict[str, int] = {}
        self.rule = following(tournament, ledger, self.ended)
        self.gathered = Gathered(tournament)
        for record in ledger.records(tournament.id):
            self.gathered.add(record)
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
        message = {"kind": "standings", "games": self.gathered.scoreboard.games, "sprt": state and asdict(state)}
        self.send(message, write_tables(tables_of(self.gathered, self.tournament)))
        now = time.monotonic()
        self.due = now + max(PACE, REST * (now - began))
