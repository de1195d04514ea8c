"""The caches: what each keeps, and which of them leave the contract."""

from __future__ import annotations

import pytest

from plies.errors import UnknownName
from plies.search import textbook
from plies.search.textbook import Branch


@pytest.mark.parametrize("soft", [False, True])
def test_the_published_cache_is_exempt_because_it_forgets_the_depth(soft: bool) -> None:
    shown = textbook.CLASSICS["transposition"]
    value = {
        cache: textbook.alphabeta(shown.tree, shown.depth, soft=soft, cache=cache).value for cache in textbook.CACHES
    }
    assert value == {"none": 9, "window-published": 5, "window": 9, "bounds": 9}
    assert textbook.minimax(shown.tree, shown.depth).value == 9
    assert textbook.minimax(shown.tree, shown.depth, cache="window-published").value == 5
    assert textbook.alphabeta(shown.tree, cache="window-published").value == 9  # with the whole tree in view


def test_fail_hard_stays_in_its_window_when_the_cache_knows_more() -> None:
    nine = Branch((), 9)
    trace = textbook.alphabeta([[3, nine], [4, nine]], cache="bounds", trace=True).trace
    assert trace is not None
    assert [(node.alpha, node.beta, node.value, node.bound) for node in trace.walk() if node.hit] == [
        (3, 4, 4, "lower")
    ]


def test_a_cache_that_is_unknown() -> None:
    with pytest.raises(UnknownName, match="no cache 'all'; known: none, window-published, window, bounds"):
        textbook.minimax([1, 2], cache="all")
