"""Plays the games of the timing page in a child process, and reports each of them."""

from __future__ import annotations

from dataclasses import dataclass

from plies.arena.numbers.timing import Report
from plies.arena.plan.timing import Plan
from plies.web.jobs.child_main import Send, job_messages
from plies.web.play.replay import game_of
from plies.web.tree.subject import read_position


@dataclass(frozen=True)
class Request:
    """A game by its name, where to start (None: at its own start), and what to measure."""

    game: str
    position: str | None
    plan: Plan


@dataclass(frozen=True)
class Progress:
    """So many of all games are played, and what is played now."""

    done: int
    total: int
    what: str


MESSAGES = job_messages(Request, Progress, Report)


def work(request: Request, send: Send) -> None:
    from plies.arena.run.timing import time_heuristics

    start = read_position(game_of(request.game), request.position)

    def progress(done: int, total: int, what: str) -> None:
        send(Progress(done, total, what))

    progress(0, 0, "getting ready")
    send(time_heuristics(start, request.game, request.plan, progress))
