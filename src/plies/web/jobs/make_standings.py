"""The tables of a stored tournament, made by a child process: many games take seconds, and SciPy is needed."""

from __future__ import annotations

from typing import Any

from plies.web.jobs.child_main import Send


def work(request: dict[str, Any], send: Send) -> None:
    """The job "standings": all tables of the tournament `id` in `ledger`, as JSON in the bytes of the last message."""
    from plies.arena.report.result import stored
    from plies.arena.store.ledger import Ledger
    from plies.web.tournaments.tables import tables_of, write_tables

    with Ledger(request["ledger"], create=False) as ledger:
        tournament = ledger.tournament(request["id"]).definition
        tables = tables_of(stored(tournament, ledger), tournament)
    send({"kind": "done"}, write_tables(tables))
