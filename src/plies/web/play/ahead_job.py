"""Compiles engines one after the other before anybody asks for them, in one child process, which starts Numba once."""

from __future__ import annotations

from dataclasses import dataclass

from plies.web.jobs import compile_engine
from plies.web.jobs.child_main import Send, job_messages


@dataclass(frozen=True)
class Request:
    """What is compiled, in this order."""

    engines: tuple[compile_engine.Request, ...]


@dataclass(frozen=True)
class Begun:
    """The engine of that number is being compiled, or found on the disk."""

    number: int


@dataclass(frozen=True)
class Ready:
    """The engine of that number is on the disk."""

    number: int


MESSAGES = job_messages(Request, Begun, Ready)


def work(request: Request, send: Send) -> None:
    for number, one in enumerate(request.engines):
        send(Begun(number))
        compile_engine.work(one, send)
        send(Ready(number))
