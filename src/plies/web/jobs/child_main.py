"""The child's side of `plies.web.jobs.children`: reads one request, does one job, sends messages, ends.

python -m plies.web.jobs.child_main JOB PARENT
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any, BinaryIO

from plies.errors import PliesError
from plies.processes.lifetime import end_with
from plies.web.jobs.children import FRAME

Send = Callable[..., None]
#: job: the module that has a `work(request, send)`, and the address space it may take, in bytes
JOBS = {
    "record": ("plies.web.jobs.record_tree", 2 << 30),
    "count": ("plies.web.jobs.count_tree", 2 << 30),
    "time": ("plies.web.jobs.time_heuristics", 8 << 30),
    "compile": ("plies.web.jobs.compile_engine", 8 << 30),
    "football": ("plies.web.jobs.solve_football", 8 << 30),
    "tournament": ("plies.web.jobs.play_tournament", 8 << 30),
    "standings": ("plies.web.jobs.make_standings", 8 << 30),
    "report": ("plies.web.jobs.write_report", 8 << 30),
    "games": ("plies.web.jobs.export_games", 8 << 30),
}
#: how far a job gives way to answers for people; less far where somebody waits for something that is made only once
NICENESS, NICENESS_ONCE = 10, 2
ONCE = ("compile", "football")


def main() -> int:
    job, parent = sys.argv[1], int(sys.argv[2])
    end_with(parent)
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else prints must not get between the messages
    request = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_listen, daemon=True).start()
    name, memory = JOBS[job]
    _limit(memory, NICENESS_ONCE if job in ONCE else NICENESS)
    send = _sender(pipe)
    try:
        import_module(name).work(request, send)
    except PliesError as error:
        send({"refused": str(error)})
    except (MemoryError, RecursionError):
        send({"refused": "this takes more memory than it may; ask for less"})
    return 0


def _listen() -> None:
    """Nothing more is ever written to the pipe, so the end of reading is the end of the parent."""
    sys.stdin.buffer.read()
    os._exit(1)


def _limit(memory: int, niceness: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    os.nice(niceness)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _sender(pipe: BinaryIO) -> Send:
    def send(message: dict[str, Any], data: bytes = b"") -> None:
        text = json.dumps(message, allow_nan=False).encode()
        pipe.write(FRAME.pack(len(text), len(data)) + text + data)
        pipe.flush()

    return send


if __name__ == "__main__":
    raise SystemExit(main())
