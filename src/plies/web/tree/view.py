"""A recorded search as the page sees it. Everything is as the side to move at the root sees it: even plies are max's,
odd plies min's. Values are words, in few letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from plies.games.board import to_svg
from plies.search.textbook.caches import Bound
from plies.search.textbook.trace import NONE, Trace
from plies.search.textbook.trace_node import Reason, TraceNode
from plies.values import plain
from plies.web.tree.subject import Subject

#: nodes of branches never visited that are sent with a node
MOST_BEYOND = 100


@dataclass(frozen=True)
class Beyond:
    """A branch of a tree of numbers that was never visited: what it is called, and what is below it."""

    label: str
    below: tuple[Beyond, ...]


@dataclass(frozen=True)
class NodeView:
    """A node so far; `value`, `bound`, `reason`, `then` and `left` are null while it has not returned."""

    id: int
    parent: int | None
    index: int
    ply: int
    word: str
    alpha: str
    beta: str
    value: str | None
    bound: Bound | None
    reason: Reason | None
    #: the window that its parent continues with
    then: tuple[str, str] | None
    cut: bool
    children: int
    unvisited: tuple[str, ...]
    #: the branches never visited in full, where it is a tree of numbers and they are small; else none
    beyond: tuple[Beyond, ...]
    skipped: tuple[str, ...]
    #: the steps at which the search came and left
    entered: int
    left: int | None


@dataclass(frozen=True)
class StepView:
    step: int
    kind: Literal["enter", "leave"]
    node: NodeView


class TreeView:
    """The trace of a subject, with words for it."""

    def __init__(self, subject: Subject, has_window: bool) -> None:
        self.subject, self.has_window = subject, has_window
        self.trace = Trace(subject.tree())

    def steps(self, numbers: Sequence[int]) -> list[StepView]:
        events = [self.trace.event(step) for step in numbers]
        ids = dict.fromkeys(id for _, id in events)
        nodes = dict(zip(ids, self.nodes(ids), strict=True))
        return [StepView(step, kind, nodes[id]) for step, (kind, id) in zip(numbers, events, strict=True)]

    def nodes(self, ids: Iterable[int]) -> list[NodeView]:
        return [self._view(node.for_root()) for node in self.trace.nodes(ids)]

    def _view(self, node: TraceNode) -> NodeView:
        trace, id, text = self.trace, node.id, self.subject.short_text
        left = trace.left(id)
        returned = left is not None
        return NodeView(
            id=id,
            parent=node.parent,
            index=trace.columns.index[id],
            ply=node.ply,
            word=node.word,
            alpha=text(node.alpha),
            beta=text(node.beta),
            value=text(node.value) if returned else None,
            bound=node.bound if returned else None,
            reason=node.reason if returned else None,
            then=self._then(node) if returned else None,
            cut=node.cut,
            children=len(node.children),
            unvisited=self._labels(id, trace.unvisited(id) or (), node.unvisited),
            beyond=self._beyond(id, node.ply, trace.unvisited(id) or ()),
            skipped=node.skipped,
            entered=trace.entered(id),
            left=left,
        )

    def _then(self, node: TraceNode) -> tuple[str, str]:
        alpha, beta, text = node.alpha, node.beta, self.subject.short_text
        if self.has_window and node.ply % 2:  # the parent is max
            alpha = max(alpha, node.value)
        elif self.has_window:
            beta = min(beta, node.value)
        return text(alpha), text(beta)

    def _labels(self, id: int, moves: Sequence[int], words: tuple[str, ...]) -> tuple[str, ...]:
        """Moves that were not looked at: their words; in a tree of numbers the leaves' numbers, and the places of
        branches, as those that were looked at are called."""
        if self.subject.game is not None or not moves:
            return words
        tree, here = self.trace.tree, self.trace.position(id)
        place = [node.word for node in self.trace.nodes(self.trace.way(id)[1:])]
        branches = [tree.after(here, move) for move in moves]
        return tuple(
            ".".join([*place, word]) if branch.children else plain(branch.estimate)
            for branch, word in zip(branches, words, strict=True)
        )

    def _beyond(self, id: int, ply: int, moves: Sequence[int]) -> tuple[Beyond, ...]:
        """The branches that were not looked at, down to where the search would have ended."""
        if self.subject.game is not None or not moves:
            return ()
        tree, room = self.trace.tree, MOST_BEYOND
        limit = self.subject.depth

        def branch(here: Any, place: list[str], level: int) -> Beyond | None:
            nonlocal room
            room -= 1
            if room < 0:
                return None
            if not here.children:
                return Beyond(plain(here.estimate), ())
            moves = range(len(here.children)) if limit is None or level < limit else ()
            below = [branch(tree.after(here, move), [*place, tree.word(here, move)], level + 1) for move in moves]
            return Beyond(".".join(place), tuple(one for one in below if one is not None))

        here = self.trace.position(id)
        place = [node.word for node in self.trace.nodes(self.trace.way(id)[1:])]
        found = [branch(tree.after(here, move), [*place, tree.word(here, move)], ply + 1) for move in moves]
        return () if room < 0 else tuple(one for one in found if one is not None)

    def board(self, id: int) -> str | None:
        """The position at a node as SVG, with the squares of the last move marked; None where there is no board."""
        game, parent = self.subject.game, self.trace.columns.parent[id]
        if game is None or game.board is None:
            return None
        last: tuple[str, ...] = ()
        if parent != NONE and game.squares is not None:
            last = game.squares(self.trace.position(parent), self.trace.columns.move[id])
        return to_svg(game.board(self.trace.position(id)), last=last)
