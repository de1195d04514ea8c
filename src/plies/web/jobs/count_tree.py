"""Counts what several textbook searches of one subject look at, in a child process; a row is sent as each is done."""

from __future__ import annotations

import time
from dataclasses import dataclass

from plies.search.textbook import Counts
from plies.web.jobs.child_main import Send, job_messages
from plies.web.own.confined import Texts, confine
from plies.web.tree.found import Found
from plies.web.tree.subject import SearchOptions, Subject, Wanted, subject_of


class Enough(Exception):
    """A search looked at as many nodes as it may."""


@dataclass(frozen=True)
class Request:
    """A subject, ways to search it, and the most nodes each may look at."""

    subject: Wanted
    searches: tuple[SearchOptions, ...]
    most_nodes: int
    own: Texts = ()


@dataclass(frozen=True)
class Row:
    """What one of the searches found."""

    number: int
    found: Found


MESSAGES = job_messages(Request, Row)


def work(request: Request, send: Send) -> None:
    confine(request.own, request.subject.game)
    subject = subject_of(request.subject)
    for number, options in enumerate(request.searches):
        send(Row(number, _count(subject, options, request.most_nodes)))


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
