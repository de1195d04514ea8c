"""The report of a tournament as one HTML page, made by a child process: drawing needs matplotlib."""

from __future__ import annotations

from typing import Any

from plies.web.jobs.child_main import Send


def work(request: dict[str, Any], send: Send) -> None:
    """The job "report": the page of the tournament `id` in `ledger`, in the bytes of the last message."""
    from plies.arena.report.report import report_page
    from plies.arena.report.result import stored
    from plies.arena.store.ledger import Ledger
    from plies.web.tournaments.definition import published_for

    with Ledger(request["ledger"], create=False) as ledger:
        tournament = ledger.tournament(request["id"]).definition
        result = stored(tournament, ledger).result().beside(published_for(tournament))
    send({"kind": "done"}, report_page(result).encode(errors="replace"))
