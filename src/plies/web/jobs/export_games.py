"""The games of a tournament as a file, made by a child process: some formats play every game again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from plies.web.jobs.child_main import Send

#: characters in a message
PART = 1 << 16


def work(request: dict[str, Any], send: Send) -> None:
    """The job "games": those of the tournament `id` in `ledger` on `board` (none: on all), in `format`, in parts."""
    from plies.arena.store import export
    from plies.arena.store.ledger import Ledger

    makers = {"json": export.json_lines, "csv": export.csv_lines}
    with Ledger(request["ledger"], create=False) as ledger:
        records = ledger.records(request["id"], game=request["board"])
        chosen = request["format"]
        lines = makers[chosen](records) if chosen in makers else export.in_format(records, chosen)
        first = next(lines, "")  # a format that does not fit is refused before anything is sent
        for part in _parts(chain([first], lines)):
            send({"kind": "part"}, part.encode(errors="replace"))
    send({"kind": "done"})


def _parts(lines: Iterator[str]) -> Iterator[str]:
    waiting: list[str] = []
    size = 0
    for line in lines:
        waiting.append(line)
        size += len(line)
        if size >= PART:
            yield "".join(waiting)
            waiting, size = [], 0
    yield "".join(waiting)
