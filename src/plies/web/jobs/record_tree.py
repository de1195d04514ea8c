"""Records a textbook search for the tree page, in a child process; the nodes are sent while the search runs.

Nodes are numbered in the order in which they were entered. A chunk has the nodes entered since the last one, in
columns, and afterwards what became of older ones: nodes that have returned since, and the children so far of those
that have not. So the page can be walked from the first chunk on.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from typing import Any

from plies.search.textbook.caches import Bound
from plies.search.textbook.trace import BOUNDS, REASONS, Reason
from plies.web.jobs.child_main import Send
from plies.web.tree.subject import read_subject, search, summary

#: columns of new nodes, and of older nodes that have returned; `size` counts a node and all below it, 0: not known yet
COLUMNS = {
    **dict.fromkeys(("parent", "move", "ply", "index", "kids", "size"), "i"),
    **dict.fromkeys(("alpha", "beta", "value"), "d"),
    **dict.fromkeys(("bound", "reason"), "b"),
}
RETURNED = {"id": "i", **{name: COLUMNS[name] for name in ("kids", "size", "value", "bound", "reason")}}
#: moves not visited, in the order in which their nodes returned: node, the number of moves; and all moves in one row
CUTS = {"cut_id": "i", "cut_count": "i", "cut_moves": "i"}
#: moves skipped by the path rule, in the order in which their nodes were entered
SKIPS = {"skip_id": "i", "skip_count": "i", "skip_moves": "i"}
ALL = {
    **{f"new_{name}": code for name, code in COLUMNS.items()},
    **{f"old_{name}": code for name, code in RETURNED.items()},
    **CUTS,
    **SKIPS,
}

FIRST_CHUNK, CHUNK = 512, 8192
SECONDS_A_CHUNK = 0.25


class Full(Exception):
    """As many nodes as may be recorded, or as long."""


class Recording:
    """A Recorder that keeps the present chunk and the way from the root, and sends chunks on."""

    def __init__(self, send: Send, most_nodes: int, seconds: float = 1e6) -> None:
        self.send, self.most_nodes = send, most_nodes
        self.deadline = time.monotonic() + seconds
        self.nodes = 0
        #: from the root to the present node: its number, its children so far, whether it was cut off
        self.way: list[list[Any]] = []
        self._begin_chunk(FIRST_CHUNK)

    def _begin_chunk(self, nodes: int) -> None:
        self.columns: dict[str, Any] = {name: array(code) for name, code in ALL.items()}
        self.new = [self.columns[f"new_{name}"] for name in COLUMNS]
        self.base, self.next_chunk = self.nodes, self.nodes + nodes
        self.sent_at = time.monotonic()

    def enter(self, move: int, alpha: float, beta: float) -> None:
        if self.nodes >= self.next_chunk or (self.nodes % 256 == 0 and self._is_late()):
            self.flush()
            if self.sent_at > self.deadline:
                raise Full
        if self.nodes >= self.most_nodes:
            raise Full
        parent, index = -1, 0
        if self.way:
            parent, index, _ = self.way[-1]
            self.way[-1][1] += 1
        row = (parent, move, len(self.way), index, 0, 0, alpha, beta, 0.0, 0, 0)  # in the order of COLUMNS
        for column, value in zip(self.new, row, strict=True):
            column.append(value)
        self.way.append([self.nodes, 0, None])
        self.nodes += 1

    def leave(self, value: float, bound: Bound, reason: Reason) -> None:
        id, kids, unvisited = self.way.pop()
        size, columns = self.nodes - id, self.columns
        told = (("kids", kids), ("size", size), ("value", value), ("bound", BOUNDS.index(bound)))
        for name, number in (*told, ("reason", REASONS.index(reason))):
            if id >= self.base:
                columns[f"new_{name}"][id - self.base] = number
            else:
                columns[f"old_{name}"].append(number)
        if id < self.base:
            columns["old_id"].append(id)
        if unvisited is not None:
            self._list("cut", id, unvisited)

    def cut(self, unvisited: Sequence[int]) -> None:
        self.way[-1][2] = unvisited

    def skip(self, moves: Sequence[int]) -> None:
        self._list("skip", self.way[-1][0], moves)

    def _list(self, kind: str, id: int, moves: Sequence[int]) -> None:
        self.columns[f"{kind}_id"].append(id)
        self.columns[f"{kind}_count"].append(len(moves))
        self.columns[f"{kind}_moves"].extend(moves)

    def _is_late(self) -> bool:
        return time.monotonic() - self.sent_at > SECONDS_A_CHUNK

    def flush(self) -> None:
        """Sends what is new. Nodes on the way are told with their children so far."""
        sizes = [[name, len(column) * column.itemsize] for name, column in self.columns.items()]
        open_nodes = [[id, kids] for id, kids, _ in self.way]
        data = b"".join(column.tobytes() for column in self.columns.values())
        self.send({"kind": "nodes", "columns": sizes, "open": open_nodes}, data)
        self._begin_chunk(CHUNK)


def work(request: dict[str, Any], send: Send) -> None:
    """The job "record": a subject, the options of one search, and the most nodes and seconds to record."""
    subject = read_subject(request["subject"])
    recording = Recording(send, request["most_nodes"], request["seconds"])
    started = time.perf_counter()
    try:
        found = search(subject, request["search"], recording)
    except Full:
        recording.flush()
        send({"kind": "done", "full": True, "seconds": time.perf_counter() - started})
        return
    recording.flush()
    send({"kind": "done", "full": False, "seconds": time.perf_counter() - started, **summary(subject, found)})
