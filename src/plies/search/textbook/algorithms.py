"""The algorithms as textbooks have them, to be read beside a lecture: minimax, and alpha-beta with its options.

    minimax(position, 4)                                  every line to depth 4
    alphabeta(position, 4)                                the same value from fewer nodes
    alphabeta(position, 4, soft=True, cache="bounds", order="ari", trace=True)
    alphabeta([[3, 5], [2, 9]])                           a tree of numbers, max to move

Alpha-beta is asked about a position with a window (α, β) and keeps this contract, where MM is the minimax value:

    α ≤ MM ≤ β   it returns MM
    MM ≥ β       it returns a lower bound b, β ≤ b ≤ MM      fail-hard: b = β
    MM ≤ α       it returns an upper bound b, MM ≤ b ≤ α     fail-hard: b = α

At a leaf it returns the leaf's value, whatever the window. Two options leave the contract, since what they return
depends on the way to a position: the path rule and the cache "window-published".

All values are for the side to move (negamax), so a child's value enters its parent with the sign changed and a window
(α, β) is (-β, -α) one ply down. A finished game is worth a win or loss with its distance from the root in plies
(`plies.values`); a leaf is worth `heuristic(state, me) - centre` where `me` is the side to move at the root.

In games whose positions can come back, a position that is already on the way from the root is a draw, and so is one
that occurred twice before the root. (Who can force a position to come back once can do so again.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

from plies import registry
from plies.errors import Refused
from plies.games.contract import Heuristic
from plies.games.position import Position
from plies.search.textbook.caches import CACHES, Answer, Bound, Line, NoCache, PublishedWindowCache, Question, new_cache
from plies.search.textbook.trace import Reason, Recorder, Trace, TraceNode
from plies.search.textbook.tree import CLASSICS, DEEPEST, Branch, Child, GameTree, Node, NumberTree, Tree, classic
from plies.values import DRAW

__all__ = [
    "CACHES",
    "CLASSICS",
    "Branch",
    "Counts",
    "Recorder",
    "Result",
    "Trace",
    "TraceNode",
    "alphabeta",
    "classic",
    "minimax",
]

#: what may be searched: a Position, or a tree of numbers as nested lists
Searchable = Position | Branch | list[Any] | tuple[Any, ...] | float
HeuristicChoice = str | Heuristic | Callable[..., Any] | None
Tell = Callable[["Counts"], None]

TELL_EVERY = 4096


@dataclass(slots=True)
class Counts:
    """What a search did. Every node is searched further, or a leaf, or answered by the cache."""

    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    first_cutoffs: int = 0
    hits: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found. The value is the mover's, 0 for a draw; move and line are words."""

    value: float
    bound: Bound
    move: str | None
    line: tuple[str, ...]
    counts: Counts
    trace: Trace | None = None


def minimax(
    what: Searchable,
    depth: int | None = None,
    *,
    heuristic: HeuristicChoice = None,
    order: HeuristicChoice = None,
    cache: str = "none",
    trace: bool | Recorder = False,
    tell: Tell | None = None,
    tell_every: int = TELL_EVERY,
) -> Result:
    """The value when both sides play their best for `depth` plies.

    `tell` is called with the counts every so many nodes; what it raises ends the search.
    """
    tree, depth = _tree(what, depth, heuristic, order)
    return _Search(tree, depth, "minimax", cache, False, trace, tell, tell_every).run(-inf, inf)


def alphabeta(
    what: Searchable,
    depth: int | None = None,
    alpha: float = -inf,
    beta: float = inf,
    *,
    soft: bool = False,
    path: bool = False,
    heuristic: HeuristicChoice = None,
    order: HeuristicChoice = None,
    cache: str = "none",
    trace: bool | Recorder = False,
    tell: Tell | None = None,
    tell_every: int = TELL_EVERY,
) -> Result:
    """Alpha-beta, fail-hard or `soft`, children in the rules' order or best first by `order`.

    `path=True` is the search that pebbles was first played with. It is fail-hard; a finished game is worth what the
    heuristic says of it; moves to a position on the way from the root are skipped, and a node with no other moves
    returns its α unchanged; children are ordered by the heuristic unless `order` names another.
    """
    if not alpha < beta:
        raise Refused(f"a window needs alpha < beta, not {alpha:g} and {beta:g}")
    if path and soft:
        raise Refused("the path rule is fail-hard; leave out soft=True")
    if path and order is None and isinstance(what, Position):
        order = registry.heuristic(what.game, heuristic)
    tree, depth = _tree(what, depth, heuristic, order)
    return _Search(tree, depth, "soft" if soft else "hard", cache, path, trace, tell, tell_every).run(alpha, beta)


def _tree(what: Searchable, depth: int | None, heuristic: HeuristicChoice, order: HeuristicChoice) -> tuple[Tree, int]:
    tree: Tree
    if isinstance(what, Position):
        if depth is None:
            raise Refused("say how deep to search a game: depth=4")
        ordering = None if order is None else registry.heuristic(what.game, order)
        tree = GameTree(what, registry.heuristic(what.game, heuristic), ordering)
    else:
        if heuristic is not None:
            raise Refused("a tree of numbers takes no heuristic; its branches carry estimates")
        tree = NumberTree(what, order)  # type: ignore[arg-type]  # it says which orders it knows
        depth = tree.height if depth is None else depth
    if not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
        raise Refused(f"depth {depth!r}: the textbook search goes 0 to {DEEPEST} plies deep")
    return tree, depth


class _Search:
    """One search. The three algorithms are three short loops; `visit` does what all of them do at every node."""

    def __init__(
        self,
        tree: Tree,
        depth: int,
        algorithm: str,
        cache: str,
        path: bool,
        trace: bool | Recorder,
        tell: Tell | None,
        tell_every: int,
    ) -> None:
        self.tree, self.depth, self.path = tree, depth, path
        self.algorithm = {"minimax": self.minimax, "hard": self.fail_hard, "soft": self.fail_soft}[algorithm]
        self.hard = algorithm == "hard"
        self.cache = new_cache(cache)
        #: True keeps the whole tree; a Recorder is told about it and keeps what it likes
        self.trace: Recorder | None = None if trace is False else Trace(tree) if trace is True else trace
        self.tell, self.tell_every = tell, tell_every
        self.counts = Counts()
        #: of the node that returned last: the best line below it, and what its value is a bound of
        self.line: Line = None
        self.bound: Bound = "exact"
        #: the positions from the root to the present node, kept where one of them can come back
        self.way: dict[Node, None] = {}
        self.worn = frozenset() if path else tree.worn
        #: plies since the last move that cannot be taken back (the root's own, once it is entered)
        self.quiet = tree.quiet - 1
        self.quiet_limit = 0 if path else tree.quiet_limit
        #: the positions that the present node's search has met, for caches that compare the way
        self.asked: set[Node] = set()
        self.watches_way = tree.repeats and not isinstance(self.cache, NoCache | PublishedWindowCache)

    def run(self, alpha: float, beta: float) -> Result:
        value = self.visit((-1, self.tree.root, False), self.depth, alpha, beta)
        words: list[str] = []
        here, line = self.tree.root, self.line
        while line is not None:
            move, line = line
            words.append(self.tree.word(here, move))
            here = self.tree.after(here, move)
        trace = self.trace if isinstance(self.trace, Trace) else None
        return Result(value + 0.0, self.bound, words[0] if words else None, tuple(words), self.counts, trace)

    # --- the algorithms: each looks at the children of one node ---------------------------------------------------

    def minimax(self, node: Node, depth: int, alpha: float, beta: float) -> float:
        best, line = -inf, None
        for child in self.children(node, depth):
            value = -self.visit(child, depth - 1, -inf, inf)
            if value > best:
                best, line = value, (child[0], self.line)
        self.line = line
        return best

    def fail_hard(self, node: Node, depth: int, alpha: float, beta: float) -> float:
        line = None
        children = self.children(node, depth)
        for index, child in enumerate(children):
            value = -self.visit(child, depth - 1, -beta, -alpha)
            if value > alpha:
                alpha, line = value, (child[0], self.line)
            if alpha >= beta:
                self.cut(children, index)
                alpha = beta
                break
        self.line = line
        return alpha

    def fail_soft(self, node: Node, depth: int, alpha: float, beta: float) -> float:
        best, line = -inf, None
        children = self.children(node, depth)
        for index, child in enumerate(children):
            value = -self.visit(child, depth - 1, -beta, -max(alpha, best))
            if value > best:
                best, line = value, (child[0], self.line)
            if best >= beta:
                self.cut(children, index)
                break
        self.line = line
        return best

    # --- what they have in common ---------------------------------------------------------------------------------

    def visit(self, child: Child, depth: int, alpha: float, beta: float) -> float:
        """The value of one node: counted, asked of the cache, searched if need be, told to the cache, traced."""
        move, node, final = child
        self.counts.nodes += 1
        if self.tell is not None and self.counts.nodes % self.tell_every == 0:
            self.tell(self.counts)
        if self.trace is not None:
            self.trace.enter(move, alpha, beta)
        quiet_above, self.quiet = self.quiet, 0 if final else self.quiet + 1
        asked_above, self.asked = self.asked, set()

        self.line = None
        value, self.bound, reason = self.value_of(node, depth, alpha, beta)

        if self.watches_way and not final:  # below a final move no position of the way above can come back
            asked_above.add(node)
            asked_above |= self.asked
        self.quiet, self.asked = quiet_above, asked_above
        if self.trace is not None:
            self.trace.leave(value, self.bound, reason)
        return value

    def value_of(self, node: Node, depth: int, alpha: float, beta: float) -> tuple[float, Bound, Reason]:
        """The value, what it is a bound of, and where it comes from."""
        if self.tree.repeats and not self.path and (node in self.way or node in self.worn):
            self.counts.leaves += 1
            return DRAW, "exact", "repetition"
        question = Question(node, depth, self.quiet if 0 < self.quiet_limit <= self.quiet + depth else 0)
        known = self.cache.probe(question, alpha, beta, self.way)
        if known is not None:
            self.counts.hits += 1
            self.line, self.asked = known.line, known.asked
            return (*self.inside(known, alpha, beta), "cache")
        leaf = self.leaf(node, depth)
        bound: Bound = "exact"
        if leaf is not None:
            value, reason = leaf
            self.counts.leaves += 1
        else:
            self.way[node] = None
            value, reason = self.algorithm(node, depth, alpha, beta), "searched"
            del self.way[node]
            bound = "upper" if value <= alpha else "lower" if value >= beta else "exact"
        self.cache.store(question, alpha, beta, self.way, Answer(value, bound, self.line, self.asked))
        return value, bound, reason

    def leaf(self, node: Node, depth: int) -> tuple[float, Reason] | None:
        """The value of a node that is not searched further."""
        ply = self.depth - depth
        value = self.tree.over(node, ply)
        if value is not None:
            return (self.tree.estimate(node, ply) if self.path else value), "over"
        if 0 < self.quiet_limit <= self.quiet:
            return DRAW, "progress"
        if depth == 0:
            return self.tree.estimate(node, ply), "horizon"
        return None

    def inside(self, known: Answer, alpha: float, beta: float) -> tuple[float, Bound]:
        """What the cache knows; fail-hard says no more than its window can hold."""
        if self.hard and known.value <= alpha:
            return alpha, "upper"
        if self.hard and known.value >= beta:
            return beta, "lower"
        return known.value, known.bound

    def children(self, node: Node, depth: int) -> list[Child]:
        listed = self.tree.children(node, self.depth - depth)
        if not self.path:
            return listed
        self.asked.update(child for _, child, final in listed if not final)
        if self.trace is not None and any(child in self.way for _, child, _ in listed):
            self.trace.skip([move for move, child, _ in listed if child in self.way])
        return [child for child in listed if child[1] not in self.way]

    def cut(self, children: list[Child], index: int) -> None:
        """The child of this index was too good: the rest need not be looked at."""
        self.counts.cutoffs += 1
        self.counts.first_cutoffs += index == 0
        if self.trace is not None:
            self.trace.cut([move for move, _, _ in children[index + 1 :]])
