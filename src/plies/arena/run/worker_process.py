"""One worker process as its supervisor sees it: pipes, the games it has at hand, when it was last heard of."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, cast

from plies.arena.plan.pairing import Pairing
from plies.processes.lifetime import environment

#: bytes of a pipe, and how many of them games may fill, so that writing to a worker never waits
PIPE, ROOM = 1 << 20, 1 << 19
#: lines of its last words that are kept
KEPT = 5


class Process:
    """A worker process. `games` are the games it was given and has not answered, the one it plays first."""

    def __init__(self, cores: tuple[int, ...], match: str, beat: float) -> None:
        words = [sys.executable, "-P", "-m", "plies.arena.run.worker", "--parent", str(os.getpid()), "--match", match]
        words += ["--cores", ",".join(str(core) for core in cores), "--beat", str(beat)]
        pipe = subprocess.PIPE
        with _interrupts_blocked():
            self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, env=environment())
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (cast(IO[bytes], stream) for stream in streams)
        self._capacity = _widen(self._in.fileno())
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream.fileno(), False)
        self._sizes: dict[str, int] = {}
        self._lines, self._text = bytearray(), bytearray()
        self._printed: deque[str] = deque(maxlen=KEPT)
        self._ended = False
        self.games: dict[str, Pairing] = {}
        self.ready = False
        self.played = 0
        self.heard = self._moved = time.monotonic()
        self._moves = 0
        self._current = ""

    @property
    def pid(self) -> int:
        return self._process.pid

    def register(self, selector: selectors.BaseSelector, number: int) -> None:
        selector.register(self._out, selectors.EVENT_READ, (number, "answers"))
        selector.register(self._err, selectors.EVENT_READ, (number, "printed"))

    def forgive(self, seconds: float) -> None:
        """So much time does not count as silence."""
        self.heard += seconds
        self._moved += seconds

    @property
    def plays_elsewhere(self) -> bool:
        """Whether somebody elsewhere waits for a move of a game that it has at hand."""
        return any(player.is_remote for game in self.games.values() for player in game.players)

    def ask_to_end(self) -> None:
        self._process.terminate()

    def wait_until(self, deadline: float) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))

    def end(self, selector: selectors.BaseSelector) -> None:
        """Kills it, also when it is stopped, and lets go of everything."""
        self._process.kill()
        for stream in (self._out, self._err):
            if stream in {key.fileobj for key in selector.get_map().values()}:
                selector.unregister(stream)
        self._process.wait()
        for stream in (self._in, self._out, self._err):
            stream.close()

    # -- giving and hearing ------------------------------------------------------------------------------------------

    def has_room(self) -> bool:
        return sum(self._sizes[name] for name in self.games) < self._capacity

    def send(self, pairing: Pairing) -> None:
        """Hands it a game. A pipe that takes it only in part (it never should) or not at all is the worker's end."""
        line = pairing.as_json().encode() + b"\n"
        if not self.games:
            self._moved = time.monotonic()
        self.games[pairing.id] = pairing
        self._sizes = {name: size for name, size in self._sizes.items() if name in self.games} | {pairing.id: len(line)}
        try:
            self._ended = self._ended or self._in.write(line) != len(line)
        except OSError:
            self._ended = True

    def read_lines(self) -> list[bytes]:
        """Whole lines that have come in; notes the end of the stream."""
        return [bytes(line) for line in self._take(self._out.fileno(), self._lines)]

    def read_printed(self) -> list[str]:
        lines = [line.decode(errors="replace").rstrip() for line in self._take(self._err.fileno(), self._text)]
        self._printed.extend(lines)
        return lines

    def _take(self, stream: int, buffer: bytearray) -> list[bytearray]:
        try:
            while data := os.read(stream, 1 << 16):
                buffer += data
            self._ended = True
        except BlockingIOError:
            pass
        *lines, rest = buffer.split(b"\n")
        buffer[:] = rest
        return lines

    # -- how it is ---------------------------------------------------------------------------------------------------

    def has_begun(self, game: Pairing) -> bool:
        """Whether it said that it plays this game."""
        return self._current == game.id

    def note_moves(self, game: str, moves: int) -> None:
        if (game, moves) != (self._current, self._moves):
            self._current, self._moves, self._moved = game, moves, time.monotonic()

    def progress(self) -> tuple[Pairing, int, float]:
        """The game it plays, its moves so far, and when the last of them was heard of."""
        return next(iter(self.games.values())), self._moves, self._moved

    def has_ended(self) -> bool:
        return self._ended or self._process.poll() is not None

    @property
    def was_killed(self) -> bool:
        """By a signal, rather than ending by itself."""
        return (self._process.returncode or 0) < 0

    def last_words(self) -> str:
        """Why it ended, as far as one can tell; what it printed must have been read."""
        try:
            status = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            status = 0
        how = f"signal {-status}" if status < 0 else f"status {status}"
        return f"{how}; it said: {self._printed[-1]}" if self._printed else how


def _widen(pipe: int) -> int:
    """How many bytes of games may wait in a pipe, which is made wider where that can be."""
    if sys.platform == "linux":
        import fcntl

        try:
            return fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE) // 2
        except OSError:  # the user's share of wide pipes is used up
            pass
    return 1 << 15


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """What is started meanwhile does not hear Ctrl-C before it says what to do then."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
