"""A recorded search as the server keeps it: flat columns that grow while the child records, about 50 bytes a node.

Nodes are numbered in the order in which they were entered. A step is the entry to a node or the return from one, so n
nodes make 2n steps, and both steps of a node follow from its number, its ply and the size of its branch:

    entered at 2 × number − ply       (before it: `number` entries, and as many returns but for the nodes above it)
    left at    entered + 2 × size − 1

Everything is told as the side to move at the root sees it: even plies are max's, odd plies min's.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from math import inf, isinf
from typing import Any

from plies.search.textbook.trace import BOUNDS, OTHER_SIDE, REASONS
from plies.search.textbook.tree import GameTree, Node, Tree
from plies.web.jobs.record_tree import ALL, COLUMNS, RETURNED
from plies.web.tree.subject import Subject


@dataclass
class _Lists:
    """Lists of moves that belong to some nodes: the nodes' keys in rising order, where each list ends, all moves."""

    keys: array[int]
    ends: array[int]
    moves: array[int]

    @classmethod
    def empty(cls) -> _Lists:
        return cls(array("i"), array("i"), array("i"))

    def add(self, key: int, count: int) -> None:
        self.keys.append(key)
        self.ends.append((self.ends[-1] if self.ends else 0) + count)

    def find(self, key: int) -> list[int] | None:
        at = bisect_left(self.keys, key)
        if at == len(self.keys) or self.keys[at] != key:
            return None
        return list(self.moves[self.ends[at - 1] if at else 0 : self.ends[at]])


class Table:
    """The nodes of one search so far."""

    def __init__(self, subject: Subject, has_windows: bool) -> None:
        self.subject, self.has_windows = subject, has_windows
        self.tree: Tree = subject.tree()
        self.columns: dict[str, Any] = {name: array(code) for name, code in COLUMNS.items()}
        #: cut-offs by the step at which their node returns; skipped moves by node
        self.cuts, self.skips = _Lists.empty(), _Lists.empty()
        self.open = 0

    def __len__(self) -> int:
        return len(self.columns["parent"])

    @property
    def size_in_bytes(self) -> int:
        parts = [*self.columns.values()]
        parts += [part for lists in (self.cuts, self.skips) for part in (lists.keys, lists.ends, lists.moves)]
        return sum(part.itemsize * len(part) for part in parts)

    @property
    def steps(self) -> int:
        """How many steps are known: all entries so far, and the returns of all nodes that are not open."""
        return 2 * len(self) - self.open

    # --- growing ----------------------------------------------------------------------------------------------------

    def grow(self, message: dict[str, Any], data: bytes) -> None:
        """Takes in a chunk of `plies.web.jobs.record_tree`."""
        chunk, at = {}, 0
        for name, size in message["columns"]:
            chunk[name] = array(ALL[name])
            chunk[name].frombytes(data[at : at + size])
            at += size
        for name in COLUMNS:
            self.columns[name].extend(chunk[f"new_{name}"])
        for row, id in enumerate(chunk["old_id"]):
            for name in RETURNED:
                if name != "id":
                    self.columns[name][id] = chunk[f"old_{name}"][row]
        for id, kids in message["open"]:
            self.columns["kids"][id] = kids
        self.open = len(message["open"])
        for lists, kind in ((self.cuts, "cut"), (self.skips, "skip")):
            for id, count in zip(chunk[f"{kind}_id"], chunk[f"{kind}_count"], strict=True):
                lists.add(self._left(id) if kind == "cut" else id, count)
            lists.moves.extend(chunk[f"{kind}_moves"])

    # --- steps ------------------------------------------------------------------------------------------------------

    def entered(self, id: int) -> int:
        return 2 * id - int(self.columns["ply"][id])

    def _left(self, id: int) -> int:
        return self.entered(id) + 2 * int(self.columns["size"][id]) - 1

    def left(self, id: int) -> int | None:
        """The step at which the node returned; None while it has not."""
        return self._left(id) if self.columns["size"][id] else None

    def event(self, step: int) -> tuple[str, int]:
        """What happens at a step: "enter" or "leave", and the node."""
        id = bisect_right(range(len(self)), step, key=self.entered) - 1
        above = step - self.entered(id)
        if above == 0:
            return "enter", id
        for _ in range(above - 1):
            id = int(self.columns["parent"][id])
        return "leave", id

    def next_cut(self, step: int, back: bool) -> int | None:
        """The nearest step after (or before) this one at which a cut node returns."""
        keys = self.cuts.keys
        at = bisect_left(keys, step) - 1 if back else bisect_right(keys, step)
        return keys[at] if 0 <= at < len(keys) else None

    # --- nodes ------------------------------------------------------------------------------------------------------

    def way(self, id: int) -> list[int]:
        """The nodes from the root to this one."""
        found = [id]
        while (id := int(self.columns["parent"][id])) >= 0:
            found.append(id)
        return found[::-1]

    def children(self, id: int, start: int, count: int) -> list[int]:
        """The numbers of so many children, from the one with the index `start` on."""
        found, child, sizes = [], id + 1, self.columns["size"]
        for index in range(min(start + count, int(self.columns["kids"][id]))):
            if index >= start:
                found.append(child)
            child += int(sizes[child])
        return found

    def position(self, id: int) -> Node:
        """The state of the game, or the branch of the tree, at a node."""
        here = self.tree.root
        for step in self.way(id)[1:]:
            here = self.tree.after(here, self.columns["move"][step])
        return here

    def records(self, ids: list[int]) -> list[dict[str, Any]]:
        """Nodes as JSON has them; brothers and sisters share the work of finding their parent's position."""
        positions: dict[int, Node] = {}
        return [self._record(id, positions) for id in ids]

    def _record(self, id: int, positions: dict[int, Node]) -> dict[str, Any]:
        columns = self.columns
        parent = int(columns["parent"][id])
        if parent >= 0 and parent not in positions:
            positions[parent] = self.position(parent)
        word = self.tree.word(positions[parent], columns["move"][id]) if parent >= 0 else ""
        left = self.left(id)
        unvisited = self.cuts.find(left) if left is not None else None
        alpha, beta = columns["alpha"][id], columns["beta"][id]
        if columns["ply"][id] % 2:
            alpha, beta = -beta, -alpha
        return {
            "id": id,
            "parent": parent if parent >= 0 else None,
            "index": columns["index"][id],
            "ply": columns["ply"][id],
            "word": word,
            "alpha": self._number(alpha),
            "beta": self._number(beta),
            **self._answer(id, alpha, beta),
            "cut": unvisited is not None,
            "children": columns["kids"][id],
            "unvisited": self._labels(id, unvisited),
            "skipped": self._labels(id, self.skips.find(id)),
            "entered": self.entered(id),
            "left": left,
        }

    def _answer(self, id: int, alpha: float, beta: float) -> dict[str, Any]:
        """What a node returned, and the window that its parent goes on with."""
        if self.left(id) is None:
            return {"value": None, "bound": None, "reason": None, "then": None}
        value, bound, ply = self.columns["value"][id], BOUNDS[self.columns["bound"][id]], self.columns["ply"][id]
        if ply % 2:
            value, bound = 0.0 - value, OTHER_SIDE[bound]
        if self.has_windows and ply % 2:  # the parent is max
            alpha = max(alpha, value)
        elif self.has_windows:
            beta = min(beta, value)
        then = [self._number(alpha), self._number(beta)]
        reason = REASONS[self.columns["reason"][id]]
        return {"value": self._number(value), "bound": bound, "reason": reason, "then": then}

    def _number(self, value: float) -> str:
        """A value as short as the page can draw it."""
        if isinf(value):
            return "∞" if value == inf else "−∞"
        return self.subject.short_text(value)

    def _labels(self, id: int, moves: list[int] | None) -> list[str]:
        """Moves that were not looked at: their words; in a tree of numbers the leaves' numbers, and the places of
        branches, as those that were looked at are called."""
        if not moves:
            return []
        here = self.position(id)
        if isinstance(self.tree, GameTree):
            return [self.tree.word(here, move) for move in moves]
        place = [self.tree.word(here, self.columns["move"][step]) for step in self.way(id)[1:]]
        return [self._branch_label(here, move, place) for move in moves]

    def _branch_label(self, here: Node, move: int, place: list[str]) -> str:
        branch = self.tree.after(here, move)
        return ".".join([*place, self.tree.word(here, move)]) if branch.children else f"{branch.estimate:g}"
