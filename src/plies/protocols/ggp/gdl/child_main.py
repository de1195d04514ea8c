"""The process that interprets rules from a server: it reads one request, sends one answer, ends.

Rules come from anywhere, and can be written so that they take all the time and memory there is. Here they can: the
server goes on, and kills this process when its time is over.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from plies.errors import InvalidMessage
from plies.processes.allowance import Allowance
from plies.processes.child import begin
from plies.processes.messages import Messages
from plies.protocols.ggp.gdl.recognition import Known, Unknown, recognise
from plies.protocols.ggp.wire import sexpr

ALLOWANCE = Allowance(memory=1 << 30, core_dumps=False, terminal=False)


@dataclass(frozen=True)
class Request:
    """Rules as text, and until when to compare them by the clock of the machine; a busy one takes long to start."""

    rules: str
    until: float


MESSAGES = Messages(Request, Known, Unknown)


def answer(request: Request) -> Known | Unknown:
    until = time.monotonic() + request.until - time.time()
    try:
        return recognise(tuple(sexpr.parse_all(request.rules)), until)
    except InvalidMessage as error:
        return Unknown(f"the rules cannot be read: {error}")
    except (MemoryError, RecursionError):
        return Unknown("the rules cannot be interpreted: they take more memory than there is")


def main() -> None:
    pipe, _, _ = begin(MESSAGES)
    request = next(iter(pipe))
    pipe.end_with_it()
    pipe.send(answer(request))


if __name__ == "__main__":
    main()
