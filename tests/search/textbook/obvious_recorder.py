"""The slow and obvious twin of `Trace`: a list of nodes, and a list of what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from plies.search.textbook.caches import Bound
from plies.search.textbook.trace_node import Reason


@dataclass
class ObviousNode:
    id: int
    parent: int | None
    ply: int
    move: int
    alpha: float
    beta: float
    value: float | None = None
    bound: Bound | None = None
    reason: Reason | None = None
    children: list[int] = field(default_factory=list)
    unvisited: list[int] | None = None
    skipped: list[int] = field(default_factory=list)


class ObviousRecorder:
    def __init__(self) -> None:
        self.nodes: list[ObviousNode] = []
        self.events: list[tuple[str, int]] = []
        self._way: list[ObviousNode] = []

    def enter(self, move: int, alpha: float, beta: float) -> None:
        parent = self._way[-1] if self._way else None
        node = ObviousNode(len(self.nodes), parent and parent.id, len(self._way), move, alpha, beta)
        if parent is not None:
            parent.children.append(node.id)
        self.nodes.append(node)
        self._way.append(node)
        self.events.append(("enter", node.id))

    def leave(self, value: float, bound: Bound, reason: Reason) -> None:
        node = self._way.pop()
        node.value, node.bound, node.reason = value, bound, reason
        self.events.append(("leave", node.id))

    def cut(self, unvisited: Sequence[int]) -> None:
        self._way[-1].unvisited = list(unvisited)

    def skip(self, moves: Sequence[int]) -> None:
        self._way[-1].skipped = list(moves)
