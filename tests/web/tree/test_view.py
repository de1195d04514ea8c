"""What the page is shown of a recorded search, also while it is being recorded."""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise

import pytest

import plies
from plies import textbook
from plies.web.tree.subject import SearchOptions, Subject
from plies.web.tree.view import TreeView

PAWNS, PEBBLES = plies.game("pawns:4x5"), plies.game("pebbles:3x1")
SEARCHES = [
    *((Subject(PAWNS.start(), 4, PAWNS), SearchOptions(name, "ari", "bounds")) for name in ("alphabeta", "soft")),
    (Subject(PAWNS.start(), 3, PAWNS), SearchOptions("minimax")),
    (Subject(textbook.classic("wikipedia"), None), SearchOptions("alphabeta")),
    (Subject(PEBBLES.start(), 7, PEBBLES), SearchOptions("path")),
]


def recorded(subject: Subject, options: SearchOptions) -> TreeView:
    view = TreeView(subject, textbook.ALGORITHMS[options.algorithm].has_window)
    subject.search(options, view.trace)
    return view


@pytest.mark.parametrize(("subject", "options"), SEARCHES)
def test_nodes_are_shown_as_the_root_sees_them(subject: Subject, options: SearchOptions) -> None:
    view = recorded(subject, options)
    assert len(view.trace) > 7
    for shown, node in zip(view.nodes(range(len(view.trace))), view.trace.walk(), strict=True):
        seen, text = node.for_root(), subject.short_text
        same = ("id", "parent", "ply", "word", "bound", "reason", "cut", "skipped")
        assert [getattr(shown, name) for name in same] == [getattr(seen, name) for name in same]
        assert (shown.alpha, shown.beta, shown.value) == (text(seen.alpha), text(seen.beta), text(seen.value))
        assert shown.children == len(node.children)
        assert [view.trace.columns.index[child] for child in node.children] == list(range(len(node.children)))
        assert len(shown.unvisited) == len(node.unvisited)
        if subject.game is not None:
            assert shown.unvisited == node.unvisited


@pytest.mark.parametrize(("subject", "options"), SEARCHES)
def test_a_parent_goes_on_with_the_window_its_child_left(subject: Subject, options: SearchOptions) -> None:
    view = recorded(subject, options)
    nodes = view.nodes(range(len(view.trace)))
    pairs = [pair for node in nodes for pair in pairwise(view.trace.children(node.id))]
    assert pairs
    for one, after in pairs:
        assert nodes[one].then == (nodes[after].alpha, nodes[after].beta)


def test_steps_have_their_nodes() -> None:
    view = recorded(*SEARCHES[0])
    steps = view.steps(range(4, 20))
    assert [one.step for one in steps] == list(range(4, 20))
    assert [(one.kind, one.node.id) for one in steps] == [view.trace.event(step) for step in range(4, 20)]


def test_a_node_that_has_not_returned_has_no_value() -> None:
    view = TreeView(Subject([[3, 5], [2, 9]], None), has_window=True)
    view.trace.enter(-1, float("-inf"), float("inf"))
    view.trace.enter(0, float("-inf"), float("inf"))
    root, first = (asdict(node) for node in view.nodes([0, 1]))
    for name in ("value", "bound", "reason", "then", "left"):
        assert root[name] is first[name] is None
    assert (root["children"], root["alpha"], root["beta"], first["word"]) == (1, "−∞", "∞", "1")


def test_what_was_not_visited_is_shown_by_number_or_place() -> None:
    view = recorded(Subject([[3, 5], [2, [9, 8], 7]], None), SearchOptions("alphabeta"))
    second = view.nodes(view.trace.children(0, 1, 1))[0]
    assert second.unvisited == ("2.2", "7")
    assert second.bound == "upper"


def test_boards_are_for_games() -> None:
    board = recorded(*SEARCHES[0]).board(1)
    assert board is not None
    assert board.startswith("<svg")
    assert recorded(*SEARCHES[3]).board(1) is None
