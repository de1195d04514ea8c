"""The child's side: how it begins, and its end of the pipes."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

from plies.processes.allowance import Allowance
from plies.processes.framing import Decoder
from plies.processes.lifetime import end_with
from plies.processes.messages import Messages


class Pipe:
    """Messages from and to the parent. Several threads may send; one receives."""

    def __init__(self, come: int, go: int, messages: Messages) -> None:
        self.incoming, self.outgoing, self.messages = come, go, messages
        self._decoder = Decoder(messages.most)
        self._lock = threading.Lock()

    def send(self, message: Any) -> None:
        """ValueError for what no message can hold; OSError when nobody listens any more."""
        data = memoryview(self.messages.encode(message))
        with self._lock:
            while data:
                data = data[os.write(self.outgoing, data) :]

    def __iter__(self) -> Iterator[Any]:
        """Messages as they come, until the parent closes its end. Where the parent waits for an answer to each, nothing
        is read beyond the message at hand, so that a fork can read on."""
        while True:
            while (frame := self._decoder.take()) is None:
                more = os.read(self.incoming, 1 << 16)
                if not more:
                    return
                self._decoder.feed(more)
            yield self.messages.decode(frame)

    def arrived(self) -> list[Any] | None:
        """The messages that one read completes; None when the parent has closed its end."""
        more = os.read(self.incoming, 1 << 16)
        if not more:
            return None
        self._decoder.feed(more)
        found = []
        while (frame := self._decoder.take()) is not None:
            found.append(self.messages.decode(frame))
        return found

    def end_with_it(self) -> None:
        """For a child that waits for no more messages: the end of the pipe is the end of the parent."""

        def listen() -> None:
            while os.read(self.incoming, 1 << 16):
                pass
            os._exit(1)

        threading.Thread(target=listen, daemon=True).start()


def begin(messages: Messages) -> tuple[Pipe, int, list[str]]:
    """What every child does first; gives its pipe, its parent and the words of `spawn.command`. Standard input and
    output become its pipe: whatever else reads finds nothing, and whatever else prints, prints to the standard error
    output. Ctrl-C is left to the parent, which then ends us."""
    parent, text, *words = sys.argv[1:]
    allowance = Allowance.of_text(text)
    if allowance.isolation == "bubblewrap":  # numbers its processes anew, and ends them with the parent
        parent = str(os.getppid())
    end_with(int(parent))
    pipe = Pipe(os.dup(0), os.dup(1), messages)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if allowance.terminal:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # it was blocked until here
    allowance.apply()
    return pipe, int(parent), words
