"""Counts what several textbook searches of one subject look at, in a child process; a row is sent as each is done."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from plies.search.textbook.algorithms import Counts
from plies.web.jobs.child_main import Send
from plies.web.tree.subject import Subject, read_subject, search, summary


class Enough(Exception):
    """A search looked at as many nodes as it may."""


def work(request: dict[str, Any], send: Send) -> None:
    """The job "count": a subject, a list of searches, and the most nodes each may look at."""
    subject = read_subject(request["subject"])
    for number, options in enumerate(request["searches"]):
        send({"kind": "row", "number": number, **_row(subject, options, request["most_nodes"])})
    send({"kind": "done"})


def _row(subject: Subject, options: dict[str, Any], most_nodes: int) -> dict[str, Any]:
    seen = Counts()

    def tell(counts: Counts) -> None:
        nonlocal seen
        seen = counts
        if counts.nodes >= most_nodes:
            raise Enough

    started = time.perf_counter()
    try:
        found = search(subject, options, tell=tell)
    except Enough:
        return {"full": True, "counts": asdict(seen), "seconds": time.perf_counter() - started}
    return {"full": False, "seconds": time.perf_counter() - started, **summary(subject, found)}
