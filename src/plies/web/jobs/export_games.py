"""The games of a tournament as a file, made by a child process: some formats play every game again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from plies.web.jobs.child_main import Send, job_messages

#: characters in a message
PART = 1 << 16


@dataclass(frozen=True)
class Request:
    """The games of a tournament in a ledger on one board (None: on all), in a format."""

    id: str
    ledger: str
    board: str | None
    format: str


@dataclass(frozen=True)
class Part:
    """Of the file."""

    data: bytes


MESSAGES = job_messages(Request, Part)


def work(request: Request, send: Send) -> None:
    from plies.arena.store import export
    from plies.arena.store.ledger import Ledger

    makers = {"json": export.json_lines, "csv": export.csv_lines}
    with Ledger(request.ledger, create=False) as ledger:
        records = ledger.records(request.id, game=request.board)
        chosen = request.format
        lines = makers[chosen](records) if chosen in makers else export.in_format(records, chosen)
        first = next(lines, "")  # a format that does not fit is refused before anything is sent
        for part in _parts(chain([first], lines)):
            send(Part(part.encode(errors="replace")))


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
