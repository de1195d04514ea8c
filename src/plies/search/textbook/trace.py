"""The whole tree of a search, node by node, as `trace=True` records it.

Nodes are numbered in the order in which they were entered, from 0 for the root; the numbers are the same in every run.
Everything is kept in flat columns (about 80 bytes a node, so 100,000 nodes are 8 MB) and the words of moves are made
when asked for, so that a page can load one branch at a time: `trace[5]` is a node, its `children` are numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, Protocol

from plies.search.textbook.caches import Bound
from plies.search.textbook.tree import Node, Tree

#: why a node was given its value: its children were searched, the game is over, the depth was used up, the position
#: was on the way already, too many plies without progress, or the cache knew
Reason = Literal["searched", "over", "horizon", "repetition", "progress", "cache"]
REASONS: tuple[Reason, ...] = ("searched", "over", "horizon", "repetition", "progress", "cache")
BOUNDS: tuple[Bound, ...] = ("exact", "lower", "upper")
OTHER_SIDE: dict[Bound, Bound] = {"exact": "exact", "lower": "upper", "upper": "lower"}
NONE = -1


class Recorder(Protocol):
    """What a search tells while it runs; an exception raised in one of these stops it."""

    def enter(self, move: int, alpha: float, beta: float) -> None:
        """A node below the present one is entered, and becomes the present one."""

    def leave(self, value: float, bound: Bound, reason: Reason) -> None:
        """The present node returns."""

    def cut(self, unvisited: Sequence[int]) -> None:
        """The present node is cut off before these moves (none of them, when the last move cut)."""

    def skip(self, moves: Sequence[int]) -> None:
        """The path rule skips these moves of the present node."""


@dataclass(frozen=True, slots=True)
class TraceNode:
    """One node: the window on entry, what it returned, and what was left out. Values are the mover's at the node."""

    id: int
    parent: int | None
    ply: int
    #: the move that led here, as a word; empty at the root
    word: str
    alpha: float
    beta: float
    value: float
    bound: Bound
    reason: Reason
    #: whether the last of the children cut off the rest
    cut: bool
    children: tuple[int, ...]
    #: moves not visited because of the cut-off, and because of the path rule
    unvisited: tuple[str, ...]
    skipped: tuple[str, ...]

    @property
    def hit(self) -> bool:
        return self.reason == "cache"

    def for_root(self) -> TraceNode:
        """The same node with window, value and bound as the side to move at the root sees them."""
        if self.ply % 2 == 0:
            return self
        return replace(self, alpha=-self.beta, beta=-self.alpha, value=0.0 - self.value, bound=OTHER_SIDE[self.bound])

    def as_dict(self) -> dict[str, Any]:
        """For JSON, which has no infinities: they become the words "inf" and "-inf"."""
        found = asdict(self)
        for name in ("alpha", "beta", "value"):
            if abs(found[name]) == float("inf"):
                found[name] = str(found[name])
        return found


class Trace:
    """The nodes of one search. Filled by the search with `enter` and `leave`, read with `[]` and `walk`."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._parent, self._move, self._ply = array("i"), array("i"), array("i")
        self._first, self._last, self._next = array("i"), array("i"), array("i")
        self._alpha, self._beta, self._value = array("d"), array("d"), array("d")
        self._bound, self._reason = bytearray(), bytearray()
        self._unvisited: dict[int, tuple[int, ...]] = {}
        self._skipped: dict[int, tuple[int, ...]] = {}
        self._here = NONE

    def __len__(self) -> int:
        return len(self._parent)

    def enter(self, move: int, alpha: float, beta: float) -> None:
        new, parent = len(self._parent), self._here
        if parent != NONE:
            if self._first[parent] == NONE:
                self._first[parent] = new
            else:
                self._next[self._last[parent]] = new
            self._last[parent] = new
        self._parent.append(parent)
        self._move.append(move)
        self._ply.append(0 if parent == NONE else self._ply[parent] + 1)
        for column in (self._first, self._last, self._next):
            column.append(NONE)
        self._alpha.append(alpha)
        self._beta.append(beta)
        self._value.append(0.0)
        self._bound.append(0)
        self._reason.append(0)
        self._here = new

    def leave(self, value: float, bound: Bound, reason: Reason) -> None:
        here = self._here
        self._value[here] = value
        self._bound[here] = BOUNDS.index(bound)
        self._reason[here] = REASONS.index(reason)
        self._here = self._parent[here]

    def cut(self, unvisited: Sequence[int]) -> None:
        self._unvisited[self._here] = tuple(unvisited)

    def skip(self, moves: Sequence[int]) -> None:
        self._skipped[self._here] = tuple(moves)

    def __getitem__(self, id: int) -> TraceNode:
        if not 0 <= id < len(self):
            raise IndexError(f"node {id}; the trace has nodes 0 to {len(self) - 1}")
        parent = self._parent[id]
        return TraceNode(
            id=id,
            parent=None if parent == NONE else parent,
            ply=self._ply[id],
            word="" if parent == NONE else self._tree.word(self.position(parent), self._move[id]),
            alpha=self._alpha[id],
            beta=self._beta[id],
            value=self._value[id],
            bound=BOUNDS[self._bound[id]],
            reason=REASONS[self._reason[id]],
            cut=id in self._unvisited,
            children=self.children(id),
            unvisited=self._words(id, self._unvisited.get(id, ())),
            skipped=self._words(id, self._skipped.get(id, ())),
        )

    def _words(self, id: int, moves: Sequence[int]) -> tuple[str, ...]:
        here = self.position(id) if moves else None
        return tuple(self._tree.word(here, move) for move in moves)

    def position(self, id: int) -> Node:
        """The state of the game, or the branch of the tree, at a node."""
        moves = []
        while self._parent[id] != NONE:
            moves.append(self._move[id])
            id = self._parent[id]
        here = self._tree.root
        for move in reversed(moves):
            here = self._tree.after(here, move)
        return here

    def children(self, id: int) -> tuple[int, ...]:
        """The numbers of the children that were entered, in order."""
        found = []
        child = self._first[id]
        while child != NONE:
            found.append(child)
            child = self._next[child]
        return tuple(found)

    def walk(self) -> Iterator[TraceNode]:
        """All nodes in the order in which they were entered."""
        return (self[id] for id in range(len(self)))

    def draw(self, most: int = 200) -> str:
        """The tree as text, as the side to move at the root sees it: one node a line, at most `most` of them."""
        lines = [_draw_node(self[id].for_root()) for id in range(min(most, len(self)))]
        if len(self) > most:
            lines.append(f"... {len(self) - most:,} more nodes")
        return "\n".join(lines)


def _draw_node(node: TraceNode) -> str:
    sign = {"exact": "=", "lower": "≥", "upper": "≤"}[node.bound]
    line = f"{'  ' * node.ply}{node.word or 'root'}  [{node.alpha:g}, {node.beta:g}]  {sign} {node.value:g}"
    if node.reason not in ("searched", "over", "horizon"):
        line += f"  ({node.reason})"
    if node.cut:
        line += "  cut off" + (f" before {' '.join(node.unvisited)}" if node.unvisited else "")
    if node.skipped:
        line += f"  skips {' '.join(node.skipped)}"
    return line
