"""Self-play in chunks of some hundred games, here or on the workers of a Dask cluster.

A chunk depends on its `Task` and on the numbers of its games alone, so it is the same wherever it is played.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from plies import registry
from plies.arena.run.cluster import CONNECT, Client, Future, connect
from plies.errors import GameFailed, PliesError, Refused
from plies.games.learned import parse_learned
from plies.learn.games.packing import pack, unpack
from plies.learn.games.selfplay import Begin, Played, SelfPlay

#: seconds between two looks at a cluster; times that it may fail to play a chunk
LOOK, RETRIES = 1.0, 3


@dataclass(frozen=True)
class Task:
    """What the games of a round depend on. `text` is that of a learned heuristic's file; empty: its name is enough."""

    game: str
    heuristic: str
    text: str
    nodes: int
    seed: int
    margin: float

    def player(self) -> SelfPlay:
        game = registry.game(self.game)
        if self.text:
            heuristic = parse_learned(self.text.encode(), game, self.heuristic, "best").heuristic
        else:
            heuristic = registry.heuristic(game, self.heuristic)
        return SelfPlay(game, heuristic, self.nodes, self.seed, Begin(margin=self.margin))


@dataclass(frozen=True)
class Chunk:
    """The games from number `first` up to `last`, which is not among them."""

    number: int
    first: int
    last: int


class Plays(Protocol):
    """Who plays chunks. They are taken one by one, when there is room for another, and come back in any order."""

    def play(self, task: Task, chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, list[Played]]]: ...


class Here:
    """Plays in this process, in order."""

    def play(self, task: Task, chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, list[Played]]]:
        player: SelfPlay | None = None
        for chunk in chunks:
            player = player or task.player()
            yield chunk, list(player.games(range(chunk.first, chunk.last)))


_here = threading.local()


def play_chunk(task: str, first: int, last: int) -> bytes:
    """Plays on a Dask worker. What was compiled and made for a task is kept for its next chunk."""
    if getattr(_here, "task", None) != task:
        _here.player, _here.task = Task(**json.loads(task)).player(), task
    return pack(list(_here.player.games(range(first, last))))


class OnCluster:
    """Plays on the Dask cluster at an address. `tls` names three files: authority, certificate, key."""

    def __init__(
        self, address: str, tls: Sequence[str] | None = None, notice: Callable[[str], None] = lambda text: None
    ) -> None:
        self.address, self.notice = address, notice
        self._client: Client = connect(address, tls)
        self._done: queue.SimpleQueue[tuple[Chunk, Future]] = queue.SimpleQueue()
        self._sent: dict[Chunk, Future] = {}

    def __enter__(self) -> OnCluster:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    def close(self) -> None:
        self._let_go()
        with contextlib.suppress(OSError):  # a scheduler that is gone
            self._client.close(timeout=5)

    def play(self, task: Task, chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, list[Played]]]:
        words, source = json.dumps(asdict(task), sort_keys=True), iter(chunks)
        try:
            while self._feed(words, source):
                yield from self._finished()
        finally:
            self._let_go()

    def _feed(self, words: str, source: Iterator[Chunk]) -> bool:
        """Keeps two chunks with every worker; False when nothing is out and nothing is left."""
        if self._client.status not in ("running", "connecting"):
            raise Refused(f"the cluster at {self.address} is gone; the same command given again resumes")
        while len(self._sent) < 2 * self._workers() and (chunk := next(source, None)) is not None:
            self._send(words, chunk)
        return bool(self._sent)

    def _workers(self) -> int:
        try:
            count = int(sum(self._client.nthreads().values()))
        except OSError:
            raise Refused(f"the cluster at {self.address} does not answer") from None
        if not count:
            self.notice(f"the cluster at {self.address} has no workers yet; waiting for them")
        return max(1, count)

    def _send(self, words: str, chunk: Chunk) -> None:
        asked = (play_chunk, words, chunk.first, chunk.last)
        future: Any = self._client.submit(*asked, pure=False, retries=RETRIES)
        self._sent[chunk] = future
        future.add_done_callback(lambda found: self._done.put((chunk, found)))

    def _finished(self) -> Iterator[tuple[Chunk, list[Played]]]:
        try:
            chunk, future = self._done.get(timeout=LOOK)
        except queue.Empty:
            return
        if self._sent.pop(chunk, None) is not future:
            return
        try:
            games = unpack(future.result(timeout=CONNECT), "a chunk of games from the cluster")
        except PliesError:
            raise
        except Exception as error:
            message = " ".join(f"{type(error).__name__}: {error}".split())
            raise GameFailed(f"the cluster at {self.address} could not play games: {message:.200}") from None
        finally:
            future.release()
        yield chunk, games

    def _let_go(self) -> None:
        for future in self._sent.values():
            future.cancel()
        self._sent = {}
