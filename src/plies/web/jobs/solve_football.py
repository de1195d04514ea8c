"""Solves the shipped playbook in a child process, so that compiling holds nothing up; the solution comes as a file."""

from __future__ import annotations

from dataclasses import dataclass

from plies.web.jobs.child_main import Send, job_messages


@dataclass(frozen=True)
class Request:
    """How long a clock to solve for, and the file that the solution goes into."""

    ticks: int
    path: str


@dataclass(frozen=True)
class Progress:
    done: int
    total: int


MESSAGES = job_messages(Request, Progress)


def work(request: Request, send: Send) -> None:
    from plies.football import solve

    solution = solve(ticks=request.ticks, progress=lambda done, total: send(Progress(done, total)))
    solution.save(request.path)
