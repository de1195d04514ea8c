"""The tree of a search, node by node: one store for `trace=True`, for the terminal and for the tree page.

Nodes are numbered in the order in which they were entered, from 0 for the root; the numbers are the same in every run.
Everything is kept in flat columns (50 bytes a node), and the words of moves are made when asked for, so that a page
can load one branch at a time: `trace[5]` is a node, its `children` are numbers. A trace can be read while it grows;
`chunks.py` hands what is new from one process to another.

A step is the entry to a node or the return from one, so n nodes make 2n steps, and both steps of a node follow from
its number, its ply and the size of its branch:

    entered at 2 × number − ply       (before it: `number` entries, and as many returns but for the nodes above it)
    left at    entered + 2 × size − 1
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from math import nan
from typing import Any, Literal, Protocol

from plies.search.textbook.caches import Bound
from plies.search.textbook.trace_node import BOUNDS, REASONS, Reason, TraceNode
from plies.search.textbook.tree import Node, Tree

#: the parent of the root
NONE = -1


class Recorder(Protocol):
    """Receives every node while a search runs; an exception raised in one of these calls stops the search."""

    def enter(self, move: int, alpha: float, beta: float) -> None:
        """A node below the present one is entered, and becomes the present one."""

    def leave(self, value: float, bound: Bound, reason: Reason) -> None:
        """The present node returns."""

    def cut(self, unvisited: Sequence[int]) -> None:
        """The present node is cut off before these moves (none of them, when the last move cut)."""

    def skip(self, moves: Sequence[int]) -> None:
        """The path rule skips these moves of the present node."""


def _ints() -> array[int]:
    return array("i")


def _floats() -> array[float]:
    return array("d")


def _codes() -> array[int]:
    return array("b")


@dataclass(slots=True)
class Columns:
    """One entry a node in each. `index` is its place among its parent's children, `children` how many it has so far;
    `size` counts it and all nodes below it, 0 while it has not returned."""

    parent: array[int] = field(default_factory=_ints)
    move: array[int] = field(default_factory=_ints)
    ply: array[int] = field(default_factory=_ints)
    index: array[int] = field(default_factory=_ints)
    alpha: array[float] = field(default_factory=_floats)
    beta: array[float] = field(default_factory=_floats)
    children: array[int] = field(default_factory=_ints)
    size: array[int] = field(default_factory=_ints)
    value: array[float] = field(default_factory=_floats)
    bound: array[int] = field(default_factory=_codes)
    reason: array[int] = field(default_factory=_codes)


@dataclass(slots=True)
class MoveLists:
    """Lists of moves that belong to some nodes: the nodes' keys in rising order, where each list ends, all moves."""

    keys: array[int] = field(default_factory=_ints)
    ends: array[int] = field(default_factory=_ints)
    moves: array[int] = field(default_factory=_ints)

    def add(self, key: int, moves: Sequence[int]) -> None:
        self.keys.append(key)
        self.moves.extend(moves)
        self.ends.append(len(self.moves))

    def find(self, key: int) -> tuple[int, ...] | None:
        at = bisect_left(self.keys, key)
        if at == len(self.keys) or self.keys[at] != key:
            return None
        return tuple(self.moves[self.ends[at - 1] if at else 0 : self.ends[at]])


def arrays_of(kept: Columns | MoveLists) -> list[array[Any]]:
    return [getattr(kept, one.name) for one in fields(kept)]


class Trace:
    """The nodes of one search so far. A Recorder, and a sequence of nodes."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.columns = Columns()
        #: moves not visited, by the step at which their node returns; moves skipped by the path rule, by node
        self.cuts, self.skips = MoveLists(), MoveLists()
        #: the nodes that have not returned, from the root to the present one
        self.open: list[int] = []
        #: what the open nodes will not visit
        self._unvisited: dict[int, Sequence[int]] = {}

    def __len__(self) -> int:
        return len(self.columns.parent)

    @property
    def size_in_bytes(self) -> int:
        kept = (*arrays_of(self.columns), *self.lists)
        return sum(one.itemsize * len(one) for one in kept)

    @property
    def lists(self) -> list[array[Any]]:
        """The columns of the lists of moves."""
        return [*arrays_of(self.cuts), *arrays_of(self.skips)]

    # --- recording ----------------------------------------------------------------------------------------------------

    def enter(self, move: int, alpha: float, beta: float) -> None:
        columns, parent, index = self.columns, NONE, 0
        if self.open:
            parent = self.open[-1]
            index = columns.children[parent]
            columns.children[parent] = index + 1
        new = len(columns.parent)
        columns.parent.append(parent)
        columns.move.append(move)
        columns.ply.append(len(self.open))
        columns.index.append(index)
        columns.alpha.append(alpha)
        columns.beta.append(beta)
        columns.children.append(0)
        columns.size.append(0)
        columns.value.append(nan)
        columns.bound.append(0)
        columns.reason.append(0)
        self.open.append(new)

    def leave(self, value: float, bound: Bound, reason: Reason) -> None:
        columns, here = self.columns, self.open.pop()
        columns.size[here] = len(columns.parent) - here
        columns.value[here] = value
        columns.bound[here] = BOUNDS.index(bound)
        columns.reason[here] = REASONS.index(reason)
        if here in self._unvisited:
            self.cuts.add(self._left(here), self._unvisited.pop(here))

    def cut(self, unvisited: Sequence[int]) -> None:
        self._unvisited[self.open[-1]] = unvisited

    def skip(self, moves: Sequence[int]) -> None:
        self.skips.add(self.open[-1], moves)

    # --- steps --------------------------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """How many steps are known: all entries so far, and the returns of all nodes that are not open."""
        return 2 * len(self) - len(self.open)

    def entered(self, id: int) -> int:
        return 2 * id - self.columns.ply[id]

    def _left(self, id: int) -> int:
        return self.entered(id) + 2 * self.columns.size[id] - 1

    def left(self, id: int) -> int | None:
        """The step at which the node returned; None while it has not."""
        return self._left(id) if self.columns.size[id] else None

    def event(self, step: int) -> tuple[Literal["enter", "leave"], int]:
        """What happens at a step, and at which node."""
        id = bisect_right(range(len(self)), step, key=self.entered) - 1
        above = step - self.entered(id)
        if above == 0:
            return "enter", id
        for _ in range(above - 1):
            id = self.columns.parent[id]
        return "leave", id

    def next_cut(self, step: int, back: bool) -> int | None:
        """The nearest step after (or before) this one at which a cut node returns."""
        keys = self.cuts.keys
        at = bisect_left(keys, step) - 1 if back else bisect_right(keys, step)
        return keys[at] if 0 <= at < len(keys) else None

    # --- nodes --------------------------------------------------------------------------------------------------------

    def __getitem__(self, id: int) -> TraceNode:
        if not 0 <= id < len(self):
            raise IndexError(f"node {id}; the trace has nodes 0 to {len(self) - 1}")
        return self._node(id, {})

    def nodes(self, ids: Iterable[int]) -> list[TraceNode]:
        """Several nodes; siblings share the work of finding their parent's position."""
        positions: dict[int, Node] = {}
        return [self._node(id, positions) for id in ids]

    def _node(self, id: int, positions: dict[int, Node]) -> TraceNode:
        columns, parent = self.columns, self.columns.parent[id]
        unvisited = self.unvisited(id)
        return TraceNode(
            id=id,
            parent=None if parent == NONE else parent,
            ply=columns.ply[id],
            word="" if parent == NONE else self._words(parent, columns.move[id : id + 1], positions)[0],
            alpha=columns.alpha[id],
            beta=columns.beta[id],
            value=columns.value[id],
            bound=BOUNDS[columns.bound[id]],
            reason=REASONS[columns.reason[id]],
            cut=unvisited is not None,
            children=tuple(self.children(id)),
            unvisited=self._words(id, unvisited or (), positions),
            skipped=self._words(id, self.skipped(id), positions),
        )

    def _words(self, id: int, moves: Sequence[int], positions: dict[int, Node]) -> tuple[str, ...]:
        if moves and id not in positions:
            positions[id] = self.position(id)
        return tuple(self.tree.word(positions[id], move) for move in moves)

    def unvisited(self, id: int) -> tuple[int, ...] | None:
        """The moves that a cut-off left out; None where the node was not cut off, or has not returned yet."""
        left = self.left(id)
        return None if left is None else self.cuts.find(left)

    def skipped(self, id: int) -> tuple[int, ...]:
        """The moves that the path rule left out."""
        return self.skips.find(id) or ()

    def way(self, id: int) -> list[int]:
        """The nodes from the root to this one."""
        found = [id]
        while (id := self.columns.parent[id]) != NONE:
            found.append(id)
        return found[::-1]

    def position(self, id: int) -> Node:
        """The state of the game, or the branch of the tree, at a node."""
        here = self.tree.root
        for step in self.way(id)[1:]:
            here = self.tree.after(here, self.columns.move[step])
        return here

    def children(self, id: int, start: int = 0, count: int | None = None) -> list[int]:
        """The numbers of the children that were entered, in order: so many, from the one with the index `start` on."""
        found, child, sizes = [], id + 1, self.columns.size
        total = self.columns.children[id]
        for index in range(total if count is None else min(start + count, total)):
            if index >= start:
                found.append(child)
            child += sizes[child]
        return found

    def walk(self) -> Iterator[TraceNode]:
        """All nodes in the order in which they were entered."""
        return (self[id] for id in range(len(self)))

    def draw(self, most: int = 200) -> str:
        """The tree as text, as the side to move at the root sees it: one node a line, at most `most` of them."""
        lines = [self[id].for_root().draw() for id in range(min(most, len(self)))]
        if len(self) > most:
            lines.append(f"... {len(self) - most:,} more nodes")
        return "\n".join(lines)
