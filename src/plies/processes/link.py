"""The parent's side: a child process and the pipes to it. Sends, receives, asks with a deadline, always ends it."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from itertools import chain
from typing import IO, Any, cast

from plies.processes.allowance import Allowance
from plies.processes.framing import Decoder, InvalidFrame
from plies.processes.lifetime import how_it_ended, kill_group
from plies.processes.messages import Messages
from plies.processes.spawn import command, interrupts_blocked, surroundings

#: seconds that a child which closed its pipes is given to end
ENDING = 5.0
#: reads at once; a pipe holds less, but a child may continue to write
CHUNKS = 32


class NoAnswer(Exception):
    """A child gives no answer: it has died, unless one of the two below. The text gives the reason."""


class Unreadable(NoAnswer):
    """What a child sent is no message."""


class Late(NoAnswer):
    """A child gave no answer in time."""


class Link:
    """A child process. Nothing here waits longer than the given time."""

    def __init__(self, module: str, messages: Messages, allowance: Allowance, *words: str) -> None:
        self._messages, self._allowance = messages, allowance
        with interrupts_blocked():
            self._process = subprocess.Popen(command(module, allowance, *words), bufsize=0, **surroundings(allowance))
        self._in = cast(IO[bytes], self._process.stdin)
        #: what one can wait for: its messages, and what it prints where that is read
        self.outputs = [stream for stream in (self._process.stdout, self._process.stderr) if stream is not None]
        for stream in (self._in, *self.outputs):
            os.set_blocking(stream.fileno(), False)
        #: whether one of its pipes has ended
        self.is_broken = False
        self._outgoing, self._incoming = bytearray(), Decoder(messages.most)
        self._line, self._last_line = b"", ""

    @property
    def pid(self) -> int:
        return self._process.pid

    # -- talking -----------------------------------------------------------------------------------------------------

    def ask(self, message: Any, seconds: float) -> Any:
        """The next message after this one was sent; NoAnswer, or Late when there is none in time."""
        self.send(message)
        return self.next_message(seconds)

    def next_message(self, seconds: float) -> Any:
        """The next message, with the same errors."""
        deadline = time.monotonic() + seconds
        try:
            while (answer := next(self.receive(), None)) is None:
                if self.is_broken:
                    raise NoAnswer(f"its process {self.last_words()}")
                if not self._wait(deadline):
                    raise Late(f"no answer within {seconds:.1f} s")
        except InvalidFrame as error:
            raise Unreadable(f"its process sent {error}") from None
        return answer

    def _wait(self, deadline: float) -> bool:
        """Until there is something to read, or room for what is to be written; False when there is none in time."""
        poll = select.poll()
        poll.register(self.outputs[0], select.POLLIN)
        if self._outgoing:
            poll.register(self._in, select.POLLOUT)
        while (left := deadline - time.monotonic()) > 0:
            if poll.poll(left * 1000):
                return True
        return False

    def send(self, message: Any) -> None:
        """Sends without waiting: what its pipe does not take now is written when something is received."""
        self._outgoing += self._messages.encode(message)
        self._write()

    def _write(self) -> None:
        try:
            while self._outgoing:
                del self._outgoing[: os.write(self._in.fileno(), self._outgoing)]
        except BlockingIOError:
            pass
        except OSError:
            self.is_broken = True

    def receive(self) -> Iterator[Any]:
        """The messages that have arrived; InvalidFrame for what is none."""
        self._write()
        for data in chain((b"",), self._read(self.outputs[0])):  # what came along with the last message first
            self._incoming.feed(data)
            while (frame := self._incoming.take()) is not None:
                yield self._messages.decode(frame)

    def read_printed(self) -> list[str]:
        """The lines that it has printed since."""
        *lines, self._line = b"".join((self._line, *self._read(self.outputs[1]))).split(b"\n")
        printed = [line.decode(errors="replace").rstrip() for line in lines]
        self._last_line = printed[-1] if printed else self._last_line
        return printed

    def _read(self, stream: IO[bytes]) -> Iterator[bytes]:
        """What is there now, though not more than one can take in before looking after others."""
        for _ in range(CHUNKS):
            try:
                data = os.read(stream.fileno(), 1 << 16)
            except BlockingIOError:
                return
            if not data:
                self.is_broken = True
                return
            yield data

    # -- ending ------------------------------------------------------------------------------------------------------

    def last_words(self, seconds: float = ENDING) -> str:
        """How it ended, in words that follow "its process", and what it printed last, where that was read."""
        status = self.status(seconds)
        how = "closed its pipes" if status is None else how_it_ended(status)
        return f"{how}; it printed: {self._last_line}" if self._last_line else how

    def status(self, seconds: float = 0.0) -> int | None:
        """How it ended, if it does so in time; a signal is negative."""
        deadline = time.monotonic() + seconds
        while (status := self._status()) is None and time.monotonic() < deadline:
            time.sleep(0.002)
        return status

    def _status(self) -> int | None:
        """It is left to be reaped, so that its process id and its group stay its own."""
        if self._process.returncode is not None or not hasattr(os, "waitid"):  # on some Macs
            return self._process.poll()
        ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def ask_to_end(self) -> None:
        if self._process.returncode is None:
            os.kill(self.pid, signal.SIGTERM)

    def kill(self) -> None:
        """Ends it at once; for another thread than the one that waits for an answer, which then closes it."""
        if self._process.returncode is None and not self._in.closed:
            kill_group(self.pid)

    def close(self, tidy: float = 0.0, end: float = 0.0) -> None:
        """Ends the child, also when it is stopped, and where it has a session of its own all that it has started. It
        may first take `tidy` seconds after its input has ended, and `end` seconds after SIGTERM."""
        if self._in.closed:
            return
        self._in.close()
        if self.status(tidy) is None and end:
            self.ask_to_end()
            self.status(end)
        if self._allowance.terminal:
            self._process.kill()
        else:
            kill_group(self.pid)
        self._process.wait()
        for stream in self.outputs:
            stream.close()
