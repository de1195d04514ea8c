"""What the textbook algorithms search: positions of a game, or a tree of numbers made by hand.

The algorithms know nothing but the `Tree` below. `GameTree` looks at a game through it, `NumberTree` at nested lists:

    [[3, 5], [2, 9]]        the first player (max) picks a list, the second (min) a number in it

Numbers are values for the first player. One list that appears in two places is one position that is
reached in two ways, and a `Branch` is a list with an estimate, for searches that stop before the leaves.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plies.errors import InvalidGame, InvalidPosition, Refused, UnknownName, near
from plies.games.contract import RUNNING, Heuristic, State
from plies.games.position import REPETITIONS, Position, value_of_outcome
from plies.values import DRAW, LIMIT, lost_in, won_in

Node = Any  # hashable; equal nodes are the same position
#: a move, the node it leads to, and whether it can never be taken back
Child = tuple[int, Node, bool]

#: the algorithms recurse, a few Python calls a ply
DEEPEST = 200
#: orders of a tree of numbers, by the true values of the children
NUMBER_ORDERS = ("best", "worst")


class Tree(Protocol):
    """What an algorithm may ask. Values are for the side to move at the node; `ply` counts from the root."""

    root: Node
    #: whether a position can come back, and those whose next occurrence is a draw because of the game before the root
    repeats: bool
    worn: frozenset[Node]
    #: plies without progress before the root, and how many of them are a draw (0: no limit)
    quiet: int
    quiet_limit: int

    def over(self, node: Node, ply: int) -> float | None:
        """The value of a finished game, None while it runs."""

    def estimate(self, node: Node, ply: int) -> float:
        """The heuristic's value, for a node where the search stops."""

    def children(self, node: Node, ply: int) -> list[Child]:
        """The moves and where they lead, in the order in which they are to be visited."""

    def after(self, node: Node, move: int) -> Node: ...

    def word(self, node: Node, move: int) -> str: ...


class GameTree:
    """A game from one position on, seen by the side to move there. Works on states, not on Positions, to be quick."""

    def __init__(self, position: Position, heuristic: Heuristic, order: Heuristic | None) -> None:
        rules = position.game.rules
        self.root: Node = position.state
        self.me = position.state.turn
        self.repeats = rules.can_repeat
        earlier = position.reversible_states
        times = Counter(earlier) if rules.can_repeat else Counter[State]()
        self.worn = frozenset(state for state, n in times.items() if n + 1 >= REPETITIONS)
        self.quiet, self.quiet_limit = len(earlier), rules.plies_without_progress
        self.heuristic, self.order = heuristic, order
        self._rules, self._word = rules, position.game.word
        self._out: list[int] = [0] * rules.most_moves
        self._listed: tuple[Node, list[int]] = (None, [])
        self._progress = rules.progress if rules.can_repeat or rules.plies_without_progress else None

    def over(self, node: Node, ply: int) -> float | None:
        code = self._rules.outcome(node)
        if code != RUNNING:
            return (lost_in(ply), DRAW, won_in(ply))[1 + value_of_outcome(code, node.turn)]
        if self._rules.any_move(node) if self._rules.any_move else self._moves(node):
            return None
        return DRAW if self._rules.without_moves == "draw" else lost_in(ply)

    def estimate(self, node: Node, ply: int) -> float:
        value = self.heuristic.value(node, self.me) - self.heuristic.centre
        if not -LIMIT < value < LIMIT:
            raise InvalidGame(f"heuristic {self.heuristic.name!r} gave {value:g}; a value lies within ±{LIMIT:g}")
        return value if node.turn == self.me else -value

    def _moves(self, node: Node) -> list[int]:
        if self._listed[0] is not node:
            self._listed = (node, self._out[: self._rules.moves(node, self._out)])
        return self._listed[1]

    def children(self, node: Node, ply: int) -> list[Child]:
        play, progress = self._rules.play, self._progress
        found = [(m, play(node, m), progress is not None and progress(node, m)) for m in self._moves(node)]
        if self.order is not None:
            # best first for the side that moves here; equals stay as the rules list them
            order, mover = self.order, node.turn
            found.sort(key=lambda child: -order.value(child[1], mover))
        return found

    def after(self, node: Node, move: int) -> Node:
        return self._rules.play(node, move)

    def word(self, node: Node, move: int) -> str:
        return self._word(node, move)


@dataclass(frozen=True, eq=False, slots=True)
class Branch:
    """A node of a tree of numbers; one without children is a leaf, worth its estimate.

    Compared by identity: the same Branch in two places is one position that is reached in two ways.
    """

    children: tuple[Any, ...]
    estimate: float | None = None


#: a tree of numbers as people write it; `NumberTree` checks what is inside
NestedNumbers = Branch | list[Any] | tuple[Any, ...] | float
#: what may be searched
Searchable = Position | NestedNumbers


class NumberTree:
    """A tree of numbers made by hand. `order` is None (as written), "best" or "worst" (by the true values)."""

    repeats = False
    worn: frozenset[Node] = frozenset()
    quiet = quiet_limit = 0

    def __init__(self, tree: object, order: str | None = None) -> None:
        if order is not None and order not in NUMBER_ORDERS:
            known = ", ".join(NUMBER_ORDERS)
            raise UnknownName(f"no order {order!r} for a tree of numbers; known: {known}, or None for as written")
        self.order = order
        self.root: Node = _grown(tree, {}, ())
        self.height = _height(self.root, {})
        self._values: dict[tuple[Node, bool], float] = {}

    def over(self, node: Node, ply: int) -> float | None:
        return None if node.children else self.estimate(node, ply)

    def estimate(self, node: Node, ply: int) -> float:
        if node.estimate is None:
            raise Refused(f"the search stops after {ply} plies at a branch without an estimate; search the whole tree")
        return float(-node.estimate if ply % 2 else node.estimate)

    def children(self, node: Node, ply: int) -> list[Child]:
        found = [(move, child, False) for move, child in enumerate(node.children)]
        if self.order is not None:
            sign = (1 if ply % 2 else -1) * (1 if self.order == "best" else -1)
            found.sort(key=lambda child: sign * self._true_value(child[1], ply % 2 == 1))
        return found

    def _true_value(self, node: Node, first_to_move: bool) -> float:
        if not node.children:
            return float(node.estimate)
        key = (node, first_to_move)
        if key not in self._values:
            values = [self._true_value(child, not first_to_move) for child in node.children]
            self._values[key] = max(values) if first_to_move else min(values)
        return self._values[key]

    def after(self, node: Node, move: int) -> Node:
        return node.children[move]

    def word(self, node: Node, move: int) -> str:
        return str(move + 1)


def _grown(tree: object, seen: dict[int, Branch | None], place: tuple[int, ...]) -> Branch:
    """The tree made of Branches. `seen` keeps shared lists shared, and finds a list that contains itself."""
    where = "place " + ".".join(map(str, place)) if place else "root"
    if len(place) > DEEPEST:
        raise Refused(f"a tree of numbers may be {DEEPEST} plies deep, this one is deeper")
    if isinstance(tree, int | float) and not isinstance(tree, bool):
        return Branch((), _number(tree, where))
    parts = tree.children if isinstance(tree, Branch) else tree
    if not isinstance(parts, Sequence) or isinstance(parts, str | bytes):
        raise InvalidPosition(f"{where}: {tree!r} is neither a number nor a list of them")
    if id(tree) in seen:
        known = seen[id(tree)]
        if known is None:
            raise InvalidPosition(f"{where}: a list inside itself; a tree must end")
        return known
    seen[id(tree)] = None
    children = tuple(_grown(part, seen, (*place, number)) for number, part in enumerate(parts, 1))
    estimate = _number(tree.estimate, where) if isinstance(tree, Branch) and tree.estimate is not None else None
    if not children and estimate is None:
        raise InvalidPosition(f"{where}: an empty list; give it a number or a list of numbers")
    seen[id(tree)] = branch = Branch(children, estimate)
    return branch


def _number(value: float, where: str) -> float:
    try:
        number = float(value)
    except OverflowError:  # an integer of more than 308 digits
        number = math.inf
    if not math.isfinite(number):
        raise InvalidPosition(f"{where}: {number} is not a finite number")
    return number


def _height(node: Node, seen: dict[Node, int]) -> int:
    if node not in seen:
        seen[node] = max((1 + _height(child, seen) for child in node.children), default=0)
    return seen[node]


@dataclass(frozen=True)
class Classic:
    """A tree worth showing, and the depth to show it at (None: all of it)."""

    title: str
    about: str
    tree: NestedNumbers
    depth: int | None = None


#: one branch, looked at one ply deep on one path (where it seems to be worth -9) and three plies deep on another (9)
_TWICE = Branch((Branch((Branch((9,)),), -9),))

CLASSICS = {
    "wikipedia": Classic(
        "Wikipedia's example",
        "the worked example of Wikipedia's page on alpha-beta pruning: 6, and 5 of 14 leaves not visited",
        [[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]],
    ),
    "russell-norvig": Classic(
        "Russell and Norvig",
        "the two-ply tree of Russell and Norvig's textbook: 3, and 2 of 9 leaves not visited",
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    ),
    "winston": Classic(
        "Winston",
        "the smallest tree with a cut-off, as Winston draws it: 2, and 1 of 4 leaves not visited",
        [[2, 7], [1, 8]],
    ),
    "transposition": Classic(
        "A transposition",
        "one branch at two depths: 9 at depth 4, but 5 to a cache that forgets the depth",
        [5, [[_TWICE]], _TWICE],
        4,
    ),
}


def classic(name: str) -> NestedNumbers:
    """One of the trees that lectures show."""
    if name not in CLASSICS:
        raise UnknownName(f"no classic tree {name!r}{near(name, CLASSICS)}; known: {', '.join(CLASSICS)}")
    return CLASSICS[name].tree
