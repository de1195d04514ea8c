"""Two further algorithms, for tests: each is one function and one entry, as `plies.search.textbook.algorithms` says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf, nextafter

from plies.search.textbook import Algorithm, TreeSearch, registry
from plies.search.textbook.tree import Node


def scout(search: TreeSearch, node: Node, depth: int, alpha: float, beta: float) -> float:
    """Later children are asked with a null window first: is one of them better at all?"""
    best, line = -inf, None
    children = search.children(node, depth)
    for index, child in enumerate(children):
        low = max(alpha, best)
        high = beta if index == 0 else min(beta, nextafter(low, inf))
        value = -search.visit(child, depth - 1, -high, -low)
        if high <= value < beta:
            value = -search.visit(child, depth - 1, -beta, -value)
        if value > best:
            best, line = value, (child[0], search.line)
        if best >= beta:
            search.cut(children, index)
            break
    search.line = line
    return best


def first_move(search: TreeSearch, node: Node, depth: int, alpha: float, beta: float) -> float:
    """Always the first move that the rules list."""
    child = search.children(node, depth)[0]
    value = -search.visit(child, depth - 1, -inf, inf)
    search.line = (child[0], search.line)
    return value


SCOUT = Algorithm("scout", "scout", "Asks with a null window whether a child is better at all.", scout)
FIRST_MOVE = Algorithm(
    "first", "first move", "Follows the first move.", first_move, options=(), aliases=("1",), keeps_contract=False
)


@contextmanager
def registered() -> Iterator[None]:
    """Both in the registry, for a while."""
    registry.register(SCOUT)
    registry.register(FIRST_MOVE)
    try:
        yield
    finally:
        del registry.ALGORITHMS[SCOUT.name], registry.ALGORITHMS[FIRST_MOVE.name]
