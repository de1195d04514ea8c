"""What every alpha-beta in the project promises, as a check on one result."""

from __future__ import annotations

from plies.search.textbook.algorithms import Result


def check_contract(found: Result, true_value: float, alpha: float, beta: float, hard: bool) -> None:
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
