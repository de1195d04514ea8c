"""The report of a tournament as one HTML page, made by a child process: drawing needs matplotlib."""

from __future__ import annotations

import tempfile
from typing import Any

from plies.web.jobs.child_main import Send


def work(request: dict[str, Any], send: Send) -> None:
    """The job "report": the page of the tournament `id` in `ledger`, in the bytes of the last message."""
    from plies.arena.report.report import write_report
    from plies.arena.store.ledger import Ledger

    with Ledger(request["ledger"], create=False) as ledger, tempfile.TemporaryDirectory(prefix="plies-") as folder:
        written = write_report(ledger.records(request["id"]), folder, request["title"])
        page = written.page.read_bytes()
    send({"kind": "done"}, page)
