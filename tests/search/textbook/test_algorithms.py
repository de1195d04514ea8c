"""The contract of alpha-beta, on random trees of numbers: value inside the window, bounds outside it."""

from __future__ import annotations

import math
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plies.errors import InvalidPosition, Refused, UnknownName
from plies.search.textbook import algorithms as textbook
from plies.search.textbook.algorithms import Branch, Result
from tests.search.textbook.alphabeta_contract import check_contract

EXACT_CACHES = [name for name in textbook.CACHES if name != "window-published"]
ORDERS = [None, "best", "worst"]


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


@settings(max_examples=250, deadline=None)
@given(tree=shared_trees(), depth=st.integers(1, 5), window=any_window)
def test_contract_on_random_trees(tree: Branch, depth: int, window: tuple[float, float]) -> None:
    true_value = obvious_minimax(tree, depth)
    for cache in EXACT_CACHES:
        assert textbook.minimax(tree, depth, cache=cache).value == true_value
        for order in ORDERS:
            for soft in (False, True):
                found = textbook.alphabeta(tree, depth, *window, soft=soft, order=order, cache=cache)
                check_contract(found, true_value, *window, hard=not soft)


@settings(max_examples=100, deadline=None)
@given(tree=shared_trees(), depth=st.integers(0, 5))
def test_depth_zero_and_every_leaf_return_their_own_value(tree: Branch, depth: int) -> None:
    assert textbook.alphabeta(tree, 0, 20, 30).value == tree.estimate
    trace = textbook.alphabeta(tree, depth, -1, 1, trace=True).trace
    assert trace is not None
    for node in trace.walk():
        if node.reason in ("over", "horizon"):
            at = trace.position(node.id)
            assert node.for_root().value == at.estimate
            assert node.bound == "exact"


@settings(max_examples=150, deadline=None)
@given(tree=shared_trees(), depth=st.integers(1, 5), window=any_window)
def test_every_node_of_the_trace_keeps_the_contract(tree: Branch, depth: int, window: tuple[float, float]) -> None:
    for cache in EXACT_CACHES:
        for soft in (False, True):
            trace = textbook.alphabeta(tree, depth, *window, soft=soft, cache=cache, trace=True).trace
            assert trace is not None
            for node in trace.walk():
                sign = -1 if node.ply % 2 else 1
                true_value = sign * _true_at(trace.position(node.id), depth - node.ply, node.ply)
                if node.reason == "searched":
                    found = Result(node.value, node.bound, None, (), textbook.Counts())
                    check_contract(found, true_value, node.alpha, node.beta, hard=not soft)
                elif node.hit and not soft:
                    assert node.value == min(max(true_value, node.alpha), node.beta)
                elif node.bound == "lower":
                    assert node.beta <= node.value <= true_value
                elif node.bound == "upper":
                    assert true_value <= node.value <= node.alpha
                else:
                    assert node.value == true_value


def _true_at(node: Branch, depth: int, ply: int) -> float:
    if not node.children or depth == 0:
        assert node.estimate is not None
        return node.estimate
    return (min if ply % 2 else max)(_true_at(child, depth - 1, ply + 1) for child in node.children)


@settings(max_examples=150, deadline=None)
@given(tree=shared_trees(), depth=st.integers(1, 5))
def test_counts_make_sense(tree: Branch, depth: int) -> None:
    plain = textbook.minimax(tree, depth)
    assert plain.counts.cutoffs == plain.counts.hits == 0
    for cache in textbook.CACHES:
        for soft in (False, True):
            found = textbook.alphabeta(tree, depth, soft=soft, cache=cache, trace=True)
            counts, trace = found.counts, found.trace
            assert counts.leaves <= plain.counts.leaves
            assert counts.nodes <= plain.counts.nodes
            assert counts.first_cutoffs <= counts.cutoffs
            assert trace is not None
            nodes = list(trace.walk())
            searched = [node for node in nodes if node.reason == "searched"]
            assert len(nodes) == len(trace) == counts.nodes == len(searched) + counts.leaves + counts.hits
            assert sum(node.hit for node in nodes) == counts.hits
            assert sum(node.cut for node in nodes) == counts.cutoffs
            assert sum(node.cut and len(node.children) == 1 for node in nodes) == counts.first_cutoffs
            for node in searched:
                visited = len(node.children) + len(node.unvisited)
                assert visited == len(trace.position(node.id).children)
                assert [nodes[child].parent for child in node.children] == [node.id] * len(node.children)


@settings(max_examples=150, deadline=None)
@given(tree=shared_trees(), depth=st.integers(1, 5), cache=st.sampled_from(EXACT_CACHES), soft=st.booleans())
def test_the_line_leads_to_the_value(tree: Branch, depth: int, cache: str, soft: bool) -> None:
    found = textbook.alphabeta(tree, depth, soft=soft, cache=cache)
    here: object = tree
    for word in found.line:
        assert isinstance(here, Branch)
        here = here.children[int(word) - 1]
    assert found.move == found.line[0]
    assert found.value == (here.estimate if isinstance(here, Branch) else here)
    assert len(found.line) == depth or not (isinstance(here, Branch) and here.children)


def uniform(breadth: int, depth: int, numbers: list[int]) -> object:
    """A tree with the same number of children everywhere, its leaves taken from the list."""
    if depth == 0:
        return numbers.pop()
    return [uniform(breadth, depth - 1, numbers) for _ in range(breadth)]


@settings(max_examples=60, deadline=None)
@given(data=st.data(), breadth=st.integers(1, 4), depth=st.integers(1, 5), soft=st.booleans())
def test_best_first_reaches_the_minimum_of_knuth_and_moore(
    data: st.DataObject, breadth: int, depth: int, soft: bool
) -> None:
    leaves = breadth**depth
    tree = uniform(breadth, depth, data.draw(st.permutations(range(leaves))))
    least = breadth ** math.ceil(depth / 2) + breadth ** (depth // 2) - 1
    assert textbook.minimax(tree).counts.leaves == leaves
    assert textbook.alphabeta(tree, soft=soft, order="best").counts.leaves == least
    assert least <= textbook.alphabeta(tree, soft=soft).counts.leaves <= leaves
    assert least <= textbook.alphabeta(tree, soft=soft, order="worst").counts.leaves <= leaves


@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize(
    ("name", "value", "line", "leaves", "all_leaves"),
    [
        ("wikipedia", 6, "2 1 1 1", 9, 14),
        ("russell-norvig", 3, "1 1", 7, 9),
        ("winston", 2, "1 1", 3, 4),
    ],
)
def test_classic_trees(name: str, value: int, line: str, leaves: int, all_leaves: int, soft: bool) -> None:
    tree = textbook.classic(name)
    plain = textbook.minimax(tree)
    assert (plain.value, plain.counts.leaves) == (value, all_leaves)
    for cache in textbook.CACHES:
        found = textbook.alphabeta(tree, soft=soft, cache=cache)
        assert (found.value, " ".join(found.line), found.counts.leaves) == (value, line, leaves)


def test_what_the_wikipedia_tree_leaves_out() -> None:
    trace = textbook.alphabeta(textbook.classic("wikipedia"), trace=True).trace
    assert trace is not None
    left_out = {tuple(_words(trace, node.id)): node.unvisited for node in trace.walk() if node.unvisited}
    assert left_out == {("1", "1", "2"): ("3",), ("2", "1", "2"): ("2",), ("3",): ("2",)}


def _words(trace: textbook.Trace, id: int) -> list[str]:
    node = trace[id]
    return [] if node.parent is None else [*_words(trace, node.parent), node.word]


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


def test_soft_may_know_more_than_hard() -> None:
    tree = [[1, 8], [2, 9]]
    assert textbook.alphabeta(tree, alpha=5, beta=7).value == 5
    assert textbook.alphabeta(tree, alpha=5, beta=7, soft=True).value == 2
    assert textbook.alphabeta(tree, alpha=-5, beta=0).value == 0
    assert textbook.alphabeta(tree, alpha=-5, beta=0, soft=True).value == 1


def test_a_shared_list_is_one_position_and_equal_lists_are_two() -> None:
    shared = [3, 1]
    hits = {
        name: textbook.minimax(tree, cache="bounds").counts.hits
        for name, tree in {"shared": [shared, shared], "equal": [[3, 1], [3, 1]]}.items()
    }
    assert hits == {"shared": 1, "equal": 0}


def test_fail_hard_stays_in_its_window_when_the_cache_knows_more() -> None:
    nine = Branch((), 9)
    trace = textbook.alphabeta([[3, nine], [4, nine]], cache="bounds", trace=True).trace
    assert trace is not None
    assert [(node.alpha, node.beta, node.value, node.bound) for node in trace.walk() if node.hit] == [
        (3, 4, 4, "lower")
    ]


def test_tell_is_called_and_may_stop_the_search() -> None:
    tree = uniform(4, 7, list(range(4**7)))
    seen: list[int] = []
    textbook.minimax(tree, tell=lambda counts: seen.append(counts.nodes))
    assert seen == [4096 * n for n in range(1, 6)]

    def stop(counts: textbook.Counts) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        textbook.minimax(tree, tell=stop)


def test_a_trace_is_json_without_infinities() -> None:
    import json

    trace = textbook.alphabeta([[3, 5], [2, 9]], trace=True).trace
    assert trace is not None
    again = json.loads(json.dumps([node.as_dict() for node in trace.walk()], allow_nan=False))
    assert again[0]["alpha"] == "-inf"
    assert again[0]["children"] == [1, 4]
    assert again[4]["unvisited"] == ["2"]
    assert "cut off before 2" in trace.draw()
    assert trace.draw(most=2).endswith("... 4 more nodes")
    with pytest.raises(IndexError, match="nodes 0 to 5"):
        trace[6]


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


def test_requests_that_are_refused() -> None:
    with pytest.raises(Refused, match="alpha < beta, not 3 and 3"):
        textbook.alphabeta([1, 2], alpha=3, beta=3)
    with pytest.raises(Refused, match="fail-hard"):
        textbook.alphabeta([1, 2], soft=True, path=True)
    with pytest.raises(Refused, match="without an estimate"):
        textbook.alphabeta([[1], 2], 1)
    with pytest.raises(Refused, match="depth -1"):
        textbook.minimax([1, 2], -1)
    with pytest.raises(Refused, match="no heuristic"):
        textbook.minimax([1, 2], heuristic="ari")
    with pytest.raises(UnknownName, match="no cache 'all'; known: none, window-published, window, bounds"):
        textbook.minimax([1, 2], cache="all")
    with pytest.raises(UnknownName, match="known: best, worst"):
        textbook.minimax([1, 2], order="ari")
    with pytest.raises(UnknownName, match="no classic tree 'x'; known: wikipedia"):
        textbook.classic("x")
