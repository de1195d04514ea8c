"""Records a textbook search for the tree page, in a child process; the nodes are sent while the search runs."""

from __future__ import annotations

import time
from dataclasses import dataclass

from plies.search.textbook.chunks import ChunkWriter
from plies.search.textbook.trace import Trace
from plies.search.textbook.tree import Tree
from plies.web.jobs.child_main import Send, job_messages
from plies.web.own.confined import Texts, confine
from plies.web.tree.found import Found
from plies.web.tree.subject import SearchOptions, Wanted, subject_of

FIRST_CHUNK, CHUNK = 512, 8192
SECONDS_A_CHUNK = 0.25


@dataclass(frozen=True)
class Chunk:
    """What is new of the tree (`plies.search.textbook.chunks`)."""

    data: bytes


class Full(Exception):
    """As many nodes as may be recorded, or as long."""


class Recording(Trace):
    """A trace that is sent in chunks while it grows, up to so many nodes and seconds."""

    def __init__(self, tree: Tree, send: Send, most_nodes: int, seconds: float = 1e6) -> None:
        super().__init__(tree)
        self._send, self._most_nodes = send, most_nodes
        self._deadline = time.monotonic() + seconds
        self._chunks = ChunkWriter(self)
        self._begin_chunk(FIRST_CHUNK)

    def _begin_chunk(self, nodes: int) -> None:
        self._next_chunk = len(self) + nodes
        self._sent_at = time.monotonic()

    def enter(self, move: int, alpha: float, beta: float) -> None:
        nodes = len(self)
        if nodes >= self._next_chunk or (nodes % 256 == 0 and self._is_late()):
            self.flush()
            if self._sent_at > self._deadline:
                raise Full
        if nodes >= self._most_nodes:
            raise Full
        super().enter(move, alpha, beta)

    def _is_late(self) -> bool:
        return time.monotonic() - self._sent_at > SECONDS_A_CHUNK

    def flush(self) -> None:
        """Sends what is new."""
        self._send(Chunk(self._chunks.take()))
        self._begin_chunk(CHUNK)


@dataclass(frozen=True)
class Request:
    """A subject, how to search it, and the most nodes and seconds to record. Chunks come, and at last a Found."""

    subject: Wanted
    search: SearchOptions
    most_nodes: int
    seconds: float
    own: Texts = ()


MESSAGES = job_messages(Request, Chunk, Found)


def work(request: Request, send: Send) -> None:
    confine(request.own, request.subject.game)
    subject = subject_of(request.subject)
    recording = Recording(subject.tree(), send, request.most_nodes, request.seconds)
    started = time.perf_counter()
    try:
        found = Found.of(subject, subject.search(request.search, recording))
    except Full:
        found = Found(full=True, seconds=time.perf_counter() - started)
    recording.flush()
    send(found)
