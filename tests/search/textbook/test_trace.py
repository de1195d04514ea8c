"""The recorded tree: the store against a slow and obvious one, its steps, and its text."""

from __future__ import annotations

import json

import pytest

from plies.search import textbook
from plies.search.textbook import Trace
from plies.search.textbook.trace_node import TraceNode
from tests.search.textbook.obvious_recorder import ObviousNode, ObviousRecorder
from tests.search.textbook.recorded_searches import SEARCHES, RecordedSearch


class Both:
    """Two recorders that hear the same."""

    def __init__(self, one: textbook.Recorder, other: textbook.Recorder) -> None:
        self._both = (one, other)

    def __getattr__(self, name: str) -> object:
        calls = [getattr(one, name) for one in self._both]
        return lambda *given: [call(*given) for call in calls]


def check_node(trace: Trace, node: TraceNode, expected: ObviousNode) -> None:
    word = trace.tree.word
    here = trace.position(node.id)
    above = None if node.parent is None else trace.position(node.parent)
    assert (node.id, node.parent, node.ply) == (expected.id, expected.parent, expected.ply)
    assert node.word == ("" if above is None else word(above, expected.move))
    assert (node.alpha, node.beta, node.value) == (expected.alpha, expected.beta, expected.value)
    assert (node.bound, node.reason) == (expected.bound, expected.reason)
    assert list(node.children) == expected.children
    assert trace.children(node.id, 1, 1) == expected.children[1:2]
    assert node.cut == (expected.unvisited is not None)
    assert list(node.unvisited) == [word(here, move) for move in expected.unvisited or ()]
    assert list(node.skipped) == [word(here, move) for move in expected.skipped]


@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_the_store_is_the_obvious_one(search: RecordedSearch) -> None:
    trace, obvious = Trace(search.tree()), ObviousRecorder()
    found = search.run(Both(trace, obvious))  # type: ignore[arg-type]
    assert len(trace) == len(obvious.nodes) == found.nodes > 7
    for node, expected in zip(trace.walk(), obvious.nodes, strict=True):
        check_node(trace, node, expected)
    assert trace.nodes(range(len(trace))) == list(trace.walk())
    check_steps(trace, obvious)


def check_steps(trace: Trace, obvious: ObviousRecorder) -> None:
    """Every step is the entry to a node or the return from one, in the order in which they happened."""
    assert trace.steps == len(obvious.events)
    assert [trace.event(step) for step in range(trace.steps)] == obvious.events
    for step, (kind, id) in enumerate(obvious.events):
        assert step == (trace.entered(id) if kind == "enter" else trace.left(id))
    cuts = [
        step
        for step, (kind, id) in enumerate(obvious.events)
        if kind == "leave" and obvious.nodes[id].unvisited is not None
    ]
    assert [trace.next_cut(step, back=False) for step in (-1, *cuts)] == [*cuts, None]
    assert [trace.next_cut(step, back=True) for step in (*cuts, trace.steps)] == [None, *cuts]


def test_a_search_that_was_stopped_has_open_nodes() -> None:
    trace = Trace(textbook.tree.NumberTree([[3, 5], [2, 9]]))

    def stop(counts: textbook.Counts) -> None:
        if counts.nodes == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        textbook.minimax([[3, 5], [2, 9]], trace=trace, report=stop, report_every=1)
    assert (len(trace), trace.open, trace.steps) == (5, [0, 4], 8)
    assert [trace.left(id) for id in range(5)] == [None, 6, 3, 5, None]
    assert [node.as_dict()["value"] for node in trace.walk()] == ["nan", -3.0, 3.0, 5.0, "nan"]
    assert trace[0].children == (1, 4)


def test_a_trace_takes_about_fifty_bytes_a_node() -> None:
    trace = textbook.minimax([[n, n + 1, n + 2] for n in range(100)], trace=True).trace
    assert trace is not None
    assert trace.size_in_bytes == 50 * len(trace) == 50 * 401


def test_what_the_wikipedia_tree_leaves_out() -> None:
    trace = textbook.alphabeta(textbook.classic("wikipedia"), trace=True).trace
    assert trace is not None
    left_out = {tuple(_words(trace, node.id)): node.unvisited for node in trace.walk() if node.unvisited}
    assert left_out == {("1", "1", "2"): ("3",), ("2", "1", "2"): ("2",), ("3",): ("2",)}


def _words(trace: Trace, id: int) -> list[str]:
    return [node.word for node in trace.nodes(trace.way(id)[1:])]


def test_a_trace_is_json_without_infinities() -> None:
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
