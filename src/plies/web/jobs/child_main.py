"""The process that does one job for the server (`children.py`): it reads one request, sends messages, ends."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from plies.errors import PliesError
from plies.processes.allowance import Allowance
from plies.processes.child import begin
from plies.processes.messages import Messages


@dataclass(frozen=True)
class Request:
    """To the child: what its job is about."""

    about: dict[str, Any]


@dataclass(frozen=True)
class Message:
    """From the child, as it works: data for a page, and bytes that belong to it. The last is of kind "done"."""

    content: dict[str, Any]
    data: bytes


@dataclass(frozen=True)
class Refusal:
    """From the child: why the job cannot be done, for people to read."""

    text: str


MESSAGES = Messages(Request, Message, Refusal)


class Send(Protocol):
    def __call__(self, message: dict[str, Any], data: bytes = b"") -> None: ...


class Job(NamedTuple):
    """The module that has a `work(request, send)`, and what it may use."""

    module: str
    allowance: Allowance


#: jobs give way to answers; less so where a visitor waits for something that is made only once
_SMALL, _LARGE = Allowance(memory=2 << 30, niceness=10), Allowance(memory=8 << 30, niceness=10)
_ONCE = Allowance(memory=8 << 30, niceness=2)
JOBS = {
    "record": Job("plies.web.jobs.record_tree", _SMALL),
    "count": Job("plies.web.jobs.count_tree", _SMALL),
    "choose": Job("plies.web.jobs.choose_move", _LARGE),
    "time": Job("plies.web.jobs.time_heuristics", _LARGE),
    "compile": Job("plies.web.jobs.compile_engine", _ONCE),
    "football": Job("plies.web.jobs.solve_football", _ONCE),
    "tournament": Job("plies.web.jobs.play_tournament", _LARGE),
    "standings": Job("plies.web.jobs.make_standings", _LARGE),
    "report": Job("plies.web.jobs.write_report", _LARGE),
    "games": Job("plies.web.jobs.export_games", _LARGE),
}


def main() -> None:
    pipe, _, (job,) = begin(MESSAGES)
    request = next(iter(pipe))
    pipe.end_with_it()

    def send(message: dict[str, Any], data: bytes = b"") -> None:
        pipe.send(Message(message, data))

    try:
        import_module(JOBS[job].module).work(request.about, send)
    except PliesError as error:
        pipe.send(Refusal(str(error)))
    except (MemoryError, RecursionError):
        pipe.send(Refusal("this takes more memory than it may; ask for less"))


if __name__ == "__main__":
    main()
