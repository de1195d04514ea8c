"""What every alpha-beta in the project promises, as a check on one result and on one algorithm."""

from __future__ import annotations

from plies.search.textbook import CACHES, Algorithm, Branch, TextbookAnswer, TraceNode, search
from plies.search.textbook.tree import NUMBER_ORDERS
from tests.search.textbook.number_trees import obvious_minimax

EXACT_CACHES = [name for name, cache in CACHES.items() if cache.keeps_contract]


def check_contract(found: TextbookAnswer | TraceNode, true_value: float, alpha: float, beta: float, hard: bool) -> None:
    """Alpha-beta's promise for a node that is searched further."""
    if alpha < true_value < beta:
        assert (found.value, found.bound) == (true_value, "exact")
    elif true_value >= beta:
        assert beta <= found.value <= true_value
        assert not hard or found.value == beta
        assert found.bound == "lower"
    else:
        assert true_value <= found.value <= alpha
        assert not hard or found.value == alpha
        assert found.bound == "upper"


def check_algorithm(algorithm: Algorithm, tree: Branch, depth: int, window: tuple[float, float]) -> None:
    """The promise of one algorithm on one tree of numbers, in every order and with every cache that leaves it whole."""
    true_value = obvious_minimax(tree, depth)
    for order in (None, *NUMBER_ORDERS):
        for cache in EXACT_CACHES:
            assert search(algorithm, tree, depth, order=order, cache=cache).value == true_value
            if algorithm.has_window:
                found = search(algorithm, tree, depth, alpha=window[0], beta=window[1], order=order, cache=cache)
                check_contract(found, true_value, *window, hard=algorithm.fails_hard)
