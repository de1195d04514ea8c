"""A child process for tests: it says what it is asked to say, and misbehaves on order."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass

from plies.processes.child import begin
from plies.processes.messages import Messages

MODULE = "tests.processes.parrot"


@dataclass(frozen=True)
class Say:
    """Is said again."""

    text: str
    data: bytes = b""


@dataclass(frozen=True)
class Do:
    """What it then did, or how things are, is a Say."""

    what: str


MESSAGES = Messages(Say, Do, most=1 << 20)


def do(what: str, words: list[str]) -> str:
    match what:
        case "words":
            return " ".join(words)
        case "print":
            print("to the output", flush=True)
            print("to the errors", file=sys.stderr, flush=True)
        case "read":
            return f"{sys.stdin.read()!r} {os.read(0, 10)!r}"
        case "hang":
            time.sleep(1000)
        case "exit":
            print("my last words", file=sys.stderr, flush=True)
            os._exit(7)
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "babble":
            for number in range(3, 20):  # the pipe is among them
                with suppress(OSError):
                    os.write(number, b"this is no frame\n")
        case "boast":
            return "x" * (1 << 21)
        case "eat":
            try:
                return str(len(bytearray(1 << 30)))
            except MemoryError:
                return "no more memory"
        case "limits":
            cores, dumps = sorted(os.sched_getaffinity(0)), resource.getrlimit(resource.RLIMIT_CORE)[0]
            return f"{cores} {os.nice(0)} {dumps}"
        case "session":
            return f"{os.getsid(0) == os.getpid()}"
        case "interrupts":
            blocked = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
            return f"{signal.getsignal(signal.SIGINT)} {blocked}"
        case "start":
            return str(subprocess.Popen(["sleep", "300"]).pid)
    return "done"


def main() -> None:
    pipe, _, words = begin(MESSAGES)
    for reported in pipe:
        pipe.send(reported if isinstance(reported, Say) else Say(do(reported.what, words)))


if __name__ == "__main__":
    main()
