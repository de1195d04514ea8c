"""The report of a tournament as one HTML page, made by a child process: drawing needs matplotlib."""

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
    from plies.arena.report.report import report_page
    from plies.arena.report.result import stored
    from plies.arena.store.ledger import Ledger
    from plies.web.tournaments.definition import published_for

    with Ledger(request.ledger, create=False) as ledger:
        tournament = ledger.tournament(request.id).definition
        result = stored(tournament, ledger).result().beside(published_for(tournament))
    send(Made(report_page(result).encode(errors="replace")))
