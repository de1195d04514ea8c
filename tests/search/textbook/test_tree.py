"""Trees of numbers: what is one, what is shared in it, what is refused."""

from __future__ import annotations

import math
from math import inf

import pytest

from plies.errors import InvalidPosition, Refused, UnknownName
from plies.search import textbook
from plies.search.textbook import Branch


def nest(levels: int) -> object:
    tree: object = 1
    for _ in range(levels):
        tree = [tree]
    return tree


def loop() -> object:
    tree: list[object] = [1]
    tree.append([2, tree])
    return tree


@pytest.mark.parametrize(
    ("tree", "error", "text"),
    [
        ([], InvalidPosition, "root: an empty list"),
        ([1, []], InvalidPosition, "place 2: an empty list"),
        ([1, [2, "x"]], InvalidPosition, "place 2.2: 'x' is neither a number"),
        ([1, True], InvalidPosition, "place 2: True is neither a number"),
        ([1, inf], InvalidPosition, "place 2: inf is not a finite"),
        ([1, [10**400]], InvalidPosition, "place 2.1: inf is not a finite"),
        (Branch((1, 2), math.nan), InvalidPosition, "root: nan is not a finite"),
        (loop(), InvalidPosition, "place 2.2: a list inside itself"),
        (nest(201), Refused, "200 plies deep"),
        (object(), InvalidPosition, "is neither a number nor a list"),
    ],
)
def test_trees_that_are_none(tree: object, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        textbook.minimax(tree)  # type: ignore[arg-type]


def test_the_deepest_tree_is_searched() -> None:
    assert textbook.alphabeta(nest(200)).value == 1  # type: ignore[arg-type]


def test_a_shared_list_is_one_position_and_equal_lists_are_two() -> None:
    shared = [3, 1]
    hits = {
        name: textbook.minimax(tree, cache="bounds").counters.table_hits
        for name, tree in {"shared": [shared, shared], "equal": [[3, 1], [3, 1]]}.items()
    }
    assert hits == {"shared": 1, "equal": 0}


def test_orders_and_classics_that_are_unknown() -> None:
    with pytest.raises(UnknownName, match="known: best, worst, or None for as written"):
        textbook.minimax([1, 2], order="ari")
    with pytest.raises(UnknownName, match="no classic tree 'x'; known: wikipedia"):
        textbook.classic("x")
