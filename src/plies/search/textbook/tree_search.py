"""A running search, and what it needs to know of an algorithm.

An algorithm is one function that looks at the children of one node. Everything else that happens at a node is done by
`TreeSearch.visit`: counting, probing the cache, leaves, repetition, recording.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from plies.errors import Refused
from plies.search.answer import Line, Proof
from plies.search.textbook.answer import Counts, TextbookAnswer
from plies.search.textbook.caches import Bound, CacheKind, Chain, Known, Question
from plies.search.textbook.options import ALPHA, BETA, CACHE, ORDER, Option
from plies.search.textbook.trace import Recorder, Trace
from plies.search.textbook.trace_node import Reason
from plies.search.textbook.tree import Child, GameTree, Node, Tree
from plies.values import DRAW, is_decided, is_win, plies_to_end

#: called with the counts so far; what it raises ends the search
Report = Callable[[Counts], None]
#: the value of a node for its mover: function(search, node, depth, alpha, beta)
NodeFunction = Callable[["TreeSearch", Node, int, float, float], float]


@dataclass(frozen=True)
class Algorithm:
    """A textbook algorithm: the names it answers to, a title and one sentence for people, and its function."""

    name: str
    title: str
    description: str
    function: NodeFunction
    options: tuple[Option, ...] = (ORDER, CACHE, ALPHA, BETA)
    aliases: tuple[str, ...] = ()
    #: never returns a value outside its window, even where the cache knows a better bound
    fails_hard: bool = False
    #: moves to a position on the path from the root are skipped; a finished game has its heuristic value
    path_rule: bool = False
    #: whether it keeps alpha-beta's contract (`algorithms.py`), so that an exact value is the minimax value
    keeps_contract: bool = True

    def takes(self, option: Option) -> bool:
        return any(one.name == option.name for one in self.options)

    @property
    def has_window(self) -> bool:
        """Whether it searches with a window; without one every node is asked for its exact value."""
        return self.takes(ALPHA)

    def suits(self, can_repeat: bool) -> bool:
        """Whether it is of use in a game whose positions can come back, or cannot."""
        return can_repeat or not self.path_rule

    def check_suits(self, can_repeat: bool) -> None:
        if not self.suits(can_repeat):
            raise Refused(f"the {self.title} is for games whose positions can come back; this is not one")


class TreeSearch:
    """One search. Its algorithm calls `children`, `visit` and `cut`, and leaves the best line in `line`."""

    def __init__(
        self,
        tree: Tree,
        depth: int,
        algorithm: Algorithm,
        cache: CacheKind,
        trace: Recorder | None,
        report: Report | None,
        report_every: int,
    ) -> None:
        self.tree, self.depth, self.algorithm = tree, depth, algorithm
        self.exact = algorithm.keeps_contract and cache.keeps_contract
        self.cache = cache.make()
        self.trace = trace
        self.report, self.report_every = report, report_every
        self.counts = Counts()
        #: of the node that returned last: the best line below it, and what its value is a bound of
        self.line: Chain = None
        self.bound: Bound = "exact"
        #: the positions from the root to the present node, kept where one of them can come back
        self.way: dict[Node, None] = {}
        self.path = algorithm.path_rule
        self.worn = frozenset() if self.path else tree.worn
        #: plies since the last move that cannot be taken back (the root's own, once it is entered)
        self.quiet = tree.quiet - 1
        self.quiet_limit = 0 if self.path else tree.quiet_limit
        #: the positions that the present node's search has met, for caches that compare the path
        self.asked: set[Node] = set()
        self.watches_way = tree.repeats and cache.compares_way

    def run(self, alpha: float, beta: float) -> TextbookAnswer:
        started = time.perf_counter()
        value = self.visit((-1, self.tree.root, False), self.depth, alpha, beta) + 0.0  # no negative zero
        words = self._words()
        line = Line(words[0] if words else "", value, words, self.depth, self._proof(value))
        return TextbookAnswer(
            (line,),
            nodes=self.counts.nodes,
            seconds=time.perf_counter() - started,
            counters=self.counts.counters,
            heuristic=self.tree.heuristic.name if isinstance(self.tree, GameTree) else "",
            unit=self.tree.heuristic.unit if isinstance(self.tree, GameTree) else None,
            bound=self.bound,
            trace=self.trace if isinstance(self.trace, Trace) else None,
        )

    def _words(self) -> tuple[str, ...]:
        words: list[str] = []
        here, line = self.tree.root, self.line
        while line is not None:
            move, line = line
            words.append(self.tree.word(here, move))
            here = self.tree.after(here, move)
        return tuple(words)

    def _proof(self, value: float) -> Proof | None:
        """A win or loss that holds. The numbers of a tree of numbers prove nothing, however large."""
        if not (self.exact and self.bound == "exact" and isinstance(self.tree, GameTree) and is_decided(value)):
            return None
        return ("win" if is_win(value) else "loss", plies_to_end(value))

    # --- for algorithms -----------------------------------------------------------------------------------------------

    def children(self, node: Node, depth: int) -> list[Child]:
        """The moves of a node and where they lead, in the order in which they are to be visited."""
        listed = self.tree.children(node, self.depth - depth)
        if not self.path:
            return listed
        self.asked.update(child for _, child, final in listed if not final)
        if self.trace is not None and any(child in self.way for _, child, _ in listed):
            self.trace.skip([move for move, child, _ in listed if child in self.way])
        return [child for child in listed if child[1] not in self.way]

    def visit(self, child: Child, depth: int, alpha: float, beta: float) -> float:
        """The value of one node for its mover. Afterwards `line` is the best line below it."""
        move, node, final = child
        self.counts.nodes += 1
        if self.report is not None and self.counts.nodes % self.report_every == 0:
            self.report(self.counts)
        if self.trace is not None:
            self.trace.enter(move, alpha, beta)
        quiet_above, self.quiet = self.quiet, 0 if final else self.quiet + 1
        asked_above, self.asked = self.asked, set()

        self.line = None
        value, self.bound, reason = self._value(node, depth, alpha, beta)

        if self.watches_way and not final:  # below a final move no position of the path above can come back
            asked_above.add(node)
            asked_above |= self.asked
        self.quiet, self.asked = quiet_above, asked_above
        if self.trace is not None:
            self.trace.leave(value, self.bound, reason)
        return value

    def cut(self, children: list[Child], index: int) -> None:
        """The child of this index was too good: the rest need not be looked at."""
        self.counts.cutoffs += 1
        self.counts.first_cutoffs += index == 0
        if self.trace is not None:
            self.trace.cut([move for move, _, _ in children[index + 1 :]])

    # --- a node -------------------------------------------------------------------------------------------------------

    def _value(self, node: Node, depth: int, alpha: float, beta: float) -> tuple[float, Bound, Reason]:
        """The value, what it is a bound of, and where it comes from."""
        if self.tree.repeats and not self.path and (node in self.way or node in self.worn):
            self.counts.leaves += 1
            return DRAW, "exact", "repetition"
        question = Question(node, depth, self.quiet if 0 < self.quiet_limit <= self.quiet + depth else 0)
        known = self.cache.probe(question, alpha, beta, self.way)
        if known is not None:
            self.counts.hits += 1
            self.line, self.asked = known.line, known.asked
            return (*self._inside(known, alpha, beta), "cache")
        leaf = self._leaf(node, depth)
        bound: Bound = "exact"
        if leaf is not None:
            value, reason = leaf
            self.counts.leaves += 1
        else:
            self.way[node] = None
            value, reason = self.algorithm.function(self, node, depth, alpha, beta), "searched"
            del self.way[node]
            bound = "upper" if value <= alpha else "lower" if value >= beta else "exact"
        self.cache.store(question, alpha, beta, self.way, Known(value, bound, self.line, self.asked))
        return value, bound, reason

    def _leaf(self, node: Node, depth: int) -> tuple[float, Reason] | None:
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

    def _inside(self, known: Known, alpha: float, beta: float) -> tuple[float, Bound]:
        """What the cache knows; fail-hard returns no more than its window can hold."""
        if self.algorithm.fails_hard and known.value <= alpha:
            return alpha, "upper"
        if self.algorithm.fails_hard and known.value >= beta:
            return beta, "lower"
        return known.value, known.bound
