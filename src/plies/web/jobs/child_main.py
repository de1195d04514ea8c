"""The process that does one job for the server (`children.py`): it reads one request, sends messages, ends."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from plies.errors import PliesError
from plies.players.registry import BrokenPackage
from plies.processes.allowance import Allowance
from plies.processes.child import begin
from plies.processes.messages import Messages


@dataclass(frozen=True)
class Made:
    """What a job was to make, in one piece."""

    data: bytes


@dataclass(frozen=True)
class Done:
    """The last message of a job that is done."""


@dataclass(frozen=True)
class Refusal:
    """Why the job cannot be done, for people to read."""

    text: str


Send = Callable[[Any], None]


def job_messages(*kinds: Any) -> Messages:
    """The messages of a job: its Request, and what it sends beside Done and Refusal."""
    return Messages(*kinds, Done, Refusal)


#: jobs give way to answers for people; less far where somebody waits for something that is made only once
_SMALL, _LARGE = Allowance(memory=2 << 30, niceness=10), Allowance(memory=8 << 30, niceness=10)
_ONCE = Allowance(memory=8 << 30, niceness=2)
#: where jobs are; one elsewhere is named in full
PLACE = "plies.web.jobs"
#: what the jobs may use; each is a module with a `Request`, its `MESSAGES` and a `work(request, send)`
JOBS = {
    "record_tree": _SMALL,
    "count_tree": _SMALL,
    "choose_move": _LARGE,
    "time_heuristics": _LARGE,
    "plies.web.play.ahead_job": _ONCE,
    "compile_engine": _ONCE,
    "solve_football": _ONCE,
    "play_tournament": _LARGE,
    "make_standings": _LARGE,
    "write_report": _LARGE,
    "export_games": _LARGE,
    "build_table": _LARGE,
    "read_table": _LARGE,
    "plies.web.grade.job": _LARGE,
}


def module_of(job: str) -> Any:
    """The module of a job."""
    return import_module(job if job.startswith("plies.") else f"{PLACE}.{job}")


def main() -> None:
    pipe, _, (job,) = begin(job_messages())
    warnings.simplefilter("ignore", BrokenPackage)
    try:
        module = module_of(job)
        pipe.messages = module.MESSAGES
        request = next(iter(pipe))
        pipe.end_with_it()
        module.work(request, pipe.send)
        pipe.send(Done())
    except PliesError as error:
        pipe.send(Refusal(str(error)))
    except (MemoryError, RecursionError):
        pipe.send(Refusal("this takes more memory than it may; ask for less"))


if __name__ == "__main__":
    main()
