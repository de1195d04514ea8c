"""The parrot behind a guard: it starts processes that flee, and attacks its guard."""

from __future__ import annotations

import os
import signal

from plies.processes.child import begin
from plies.processes.guard import Guarded, Sweep, Swept, stand_guard
from plies.processes.messages import Messages
from tests.processes import parrot

MODULE = "tests.processes.guarded_parrot"
MESSAGES = Messages(parrot.Say, parrot.Do, Sweep, Swept, most=1 << 20)


def flee() -> str:
    """A process in a session of its own, whose parent is gone."""
    come, go = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(go, str(os.getpid()).encode())
            os.execvp("sleep", ["sleep", "300"])
        os._exit(0)
    os.wait()
    return os.read(come, 100).decode()


def do(what: str, here: Guarded) -> str:
    match what:
        case "folder":
            return here.folder
        case "flee":
            return flee()
        case "parent":
            return str(os.getppid())
        case "pid":
            return str(os.getpid())
        case "kill the guard":
            try:
                os.kill(here.parent, signal.SIGKILL)
            except OSError as error:
                return type(error).__name__
    return parrot.do(what, [])


def main() -> None:
    pipe, parent, _ = begin(MESSAGES)
    here = stand_guard(pipe, parent)
    for told in here.pipe:
        here.pipe.send(told if isinstance(told, parrot.Say) else parrot.Say(do(told.what, here)))


if __name__ == "__main__":
    main()
