"""The contract of alpha-beta, on random trees of numbers: value inside the window, bounds outside it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plies.search import textbook
from plies.search.textbook import Branch, Counts
from tests.search.textbook.alphabeta_contract import EXACT_CACHES, check_algorithm, check_contract
from tests.search.textbook.number_trees import any_window, shared_trees, uniform


@settings(max_examples=250, deadline=None)
@given(tree=shared_trees(), depth=st.integers(1, 5), window=any_window)
def test_contract_on_random_trees(tree: Branch, depth: int, window: tuple[float, float]) -> None:
    """Every registered algorithm that claims to keep the contract, with every such cache."""
    for algorithm in (one for one in textbook.ALGORITHMS.values() if one.keeps_contract):
        check_algorithm(algorithm, tree, depth, window)


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
                    check_contract(node, true_value, node.alpha, node.beta, hard=not soft)
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
    assert plain.counters.cutoffs == plain.counters.table_hits == 0
    for cache in textbook.CACHES:
        for soft in (False, True):
            found = textbook.alphabeta(tree, depth, soft=soft, cache=cache, trace=True)
            counts, trace = Counts.of(found), found.trace
            assert counts.leaves <= Counts.of(plain).leaves
            assert counts.nodes <= plain.nodes
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


@settings(max_examples=60, deadline=None)
@given(data=st.data(), breadth=st.integers(1, 4), depth=st.integers(1, 5), soft=st.booleans())
def test_best_first_reaches_the_minimum_of_knuth_and_moore(
    data: st.DataObject, breadth: int, depth: int, soft: bool
) -> None:
    leaves = breadth**depth
    tree = uniform(breadth, depth, data.draw(st.permutations(range(leaves))))
    least = breadth ** math.ceil(depth / 2) + breadth ** (depth // 2) - 1
    assert textbook.minimax(tree).counters.leaves == leaves
    assert textbook.alphabeta(tree, soft=soft, order="best").counters.leaves == least
    assert least <= textbook.alphabeta(tree, soft=soft).counters.leaves <= leaves
    assert least <= textbook.alphabeta(tree, soft=soft, order="worst").counters.leaves <= leaves


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
    assert (plain.value, plain.counters.leaves) == (value, all_leaves)
    for cache in textbook.CACHES:
        found = textbook.alphabeta(tree, soft=soft, cache=cache)
        assert (found.value, " ".join(found.line), found.counters.leaves) == (value, line, leaves)


def test_soft_may_know_more_than_hard() -> None:
    tree = [[1, 8], [2, 9]]
    assert textbook.alphabeta(tree, alpha=5, beta=7).value == 5
    assert textbook.alphabeta(tree, alpha=5, beta=7, soft=True).value == 2
    assert textbook.alphabeta(tree, alpha=-5, beta=0).value == 0
    assert textbook.alphabeta(tree, alpha=-5, beta=0, soft=True).value == 1
