"""Counts what several textbook searches of one subject look at, in a child process; a row is sent as each is done."""

from __future__ import annotations

import time
from typing import Any

from plies.search.textbook import Counts
from plies.web.jobs.child_main import Send
from plies.web.tree.found import Found
from plies.web.tree.subject import SearchOptions, Subject, read_subject


class Enough(Exception):
    """A search looked at as many nodes as it may."""


def work(request: dict[str, Any], send: Send) -> None:
    """The job "count": a subject, a list of searches, and the most nodes each may look at."""
    subject = read_subject(request["subject"])
    for number, options in enumerate(request["searches"]):
        found = _count(subject, SearchOptions(**options), request["most_nodes"])
        send({"kind": "row", "number": number, **found.as_dict()})
    send({"kind": "done"})


def _count(subject: Subject, options: SearchOptions, most_nodes: int) -> Found:
    seen = Counts()

    def report(counts: Counts) -> None:
        nonlocal seen
        seen = counts
        if counts.nodes >= most_nodes:
            raise Enough

    started = time.perf_counter()
    try:
        return Found.of(subject, subject.search(options, report=report))
    except Enough:
        return Found(full=True, seconds=time.perf_counter() - started, counts=seen)
