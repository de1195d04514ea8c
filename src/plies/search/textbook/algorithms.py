"""The algorithms as textbooks have them, to be read beside a lecture.

Each is one function that gives the value of one node, for the side to move there, by looking at its children.
`search.visit` gives the value of a child, for the side to move at the child (negamax): it enters its parent with the
sign changed, and a window (α, β) is (-β, -α) one ply down. `depth` counts the plies that are left. The function leaves
the best line in `search.line` and reports a cut-off with `search.cut`.

A further algorithm is one such function and one entry in `ALGORITHMS` below.

Alpha-beta is asked about a position with a window (α, β) and keeps this contract, where MM is the minimax value:

    α ≤ MM ≤ β   it returns MM
    MM ≥ β       it returns a lower bound b, β ≤ b ≤ MM      fail-hard: b = β
    MM ≤ α       it returns an upper bound b, MM ≤ b ≤ α     fail-hard: b = α

At a leaf it returns the leaf's value, whatever the window. The path rule and the cache "window-published" leave the
contract, since what they return depends on the path to a position.

A finished game is worth a win or loss with its distance from the root in plies (`plies.values`); a leaf is worth
`heuristic(state, me) - centre` where `me` is the side to move at the root. In games whose positions can come back, a
position that is already on the path from the root is a draw, and so is one that occurred twice before the root. (A
side that can force a position to come back once can do so again.)
"""

from __future__ import annotations

from math import inf

from plies.search.textbook.options import ALPHA, BETA, CACHE, ORDER, ORDER_BY_HEURISTIC
from plies.search.textbook.tree import Node
from plies.search.textbook.tree_search import Algorithm, TreeSearch


def minimax(search: TreeSearch, node: Node, depth: int, alpha: float, beta: float) -> float:
    best, line = -inf, None
    for child in search.children(node, depth):
        value = -search.visit(child, depth - 1, -inf, inf)
        if value > best:
            best, line = value, (child[0], search.line)
    search.line = line
    return best


def fail_hard(search: TreeSearch, node: Node, depth: int, alpha: float, beta: float) -> float:
    line = None
    children = search.children(node, depth)
    for index, child in enumerate(children):
        value = -search.visit(child, depth - 1, -beta, -alpha)
        if value > alpha:
            alpha, line = value, (child[0], search.line)
        if alpha >= beta:
            search.cut(children, index)
            alpha = beta
            break
    search.line = line
    return alpha


def fail_soft(search: TreeSearch, node: Node, depth: int, alpha: float, beta: float) -> float:
    best, line = -inf, None
    children = search.children(node, depth)
    for index, child in enumerate(children):
        value = -search.visit(child, depth - 1, -beta, -max(alpha, best))
        if value > best:
            best, line = value, (child[0], search.line)
        if best >= beta:
            search.cut(children, index)
            break
    search.line = line
    return best


ALGORITHMS = (
    Algorithm(
        "minimax",
        "minimax",
        "Looks at every line to the full depth.",
        minimax,
        options=(ORDER, CACHE),
    ),
    Algorithm(
        "alphabeta",
        "alpha-beta, fail-hard",
        "Returns the edge of its window when the value lies outside.",
        fail_hard,
        aliases=("alpha-beta", "textbook"),
        fails_hard=True,
    ),
    Algorithm(
        "soft",
        "alpha-beta, fail-soft",
        "Returns the best bound that it found when the value lies outside its window.",
        fail_soft,
    ),
    Algorithm(
        "path",
        "path rule",
        "Fail-hard, and positions on the path from the root are skipped; for games whose positions come back.",
        fail_hard,
        options=(ORDER_BY_HEURISTIC, CACHE, ALPHA, BETA),
        fails_hard=True,
        path_rule=True,
        keeps_contract=False,
    ),
)
