"""The standings of a stored tournament, made by a child process: many games take seconds, and SciPy is needed."""

from __future__ import annotations

import json
from typing import Any

from plies.web.jobs.child_main import Send


def work(request: dict[str, Any], send: Send) -> None:
    """The job "standings": all tables of the tournament `id` in `ledger`, as JSON in the bytes of the last message."""
    from plies.arena.numbers.standings import standings
    from plies.arena.store.ledger import Ledger

    with Ledger(request["ledger"], create=False) as ledger:
        made = standings(ledger.records(request["id"]))
    send({"kind": "done"}, json.dumps(made, allow_nan=False).encode())
