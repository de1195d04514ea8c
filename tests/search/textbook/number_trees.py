"""Trees of numbers for tests: random ones with shared branches, uniform ones, and their values the obvious way."""

from __future__ import annotations

from math import inf
from typing import Any

from hypothesis import strategies as st

from plies.search.textbook import Branch


@st.composite
def shared_trees(draw: st.DrawFn) -> Branch:
    """A tree in which branches are shared, also between depths, each with an estimate."""
    numbers = st.integers(-5, 5)
    pool: list[object] = draw(st.lists(numbers | numbers.map(lambda n: Branch((), n)), min_size=1, max_size=4))
    for _ in range(draw(st.integers(1, 8))):
        children = tuple(draw(st.lists(st.sampled_from(pool), min_size=1, max_size=3)))
        pool.append(Branch(children, draw(numbers)))
    return Branch(tuple(pool[-3:]), draw(numbers))


windows = st.tuples(st.integers(-7, 7), st.integers(1, 8)).map(lambda pair: (pair[0], pair[0] + pair[1]))
any_window = st.one_of(
    windows, st.just((-inf, inf)), windows.map(lambda w: (-inf, w[1])), windows.map(lambda w: (w[0], inf))
)


def obvious_minimax(node: object, depth: int, first: bool = True) -> float:
    if not isinstance(node, Branch):
        return float(node)  # type: ignore[arg-type]
    if depth == 0 or not node.children:
        assert node.estimate is not None
        return node.estimate
    return (max if first else min)(obvious_minimax(child, depth - 1, not first) for child in node.children)


def uniform(breadth: int, depth: int, numbers: list[int]) -> Any:
    """A tree with the same number of children everywhere, its leaves taken from the list."""
    if depth == 0:
        return numbers.pop()
    return [uniform(breadth, depth - 1, numbers) for _ in range(breadth)]
