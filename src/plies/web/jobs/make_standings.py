"""The tables of a stored tournament, made by a child process: many games take seconds, and SciPy is needed."""

from __future__ import annotations

from dataclasses import dataclass

from plies.web.jobs.child_main import Made, Send, job_messages


@dataclass(frozen=True)
class Request:
    """A tournament in a ledger."""

    id: str
    ledger: str


MESSAGES = job_messages(Request, Made)


def work(request: Request, send: Send) -> None:
    """Makes all tables, as JSON."""
    from plies.arena.report.result import stored
    from plies.arena.store.ledger import Ledger
    from plies.web.tournaments.tables import tables_of, write_tables

    with Ledger(request.ledger, create=False) as ledger:
        tournament = ledger.tournament(request.id).definition
        tables = tables_of(stored(tournament, ledger), tournament)
    send(Made(write_tables(tables)))
