"""The child that records: what it sends makes the same trace, up to a number of nodes."""

from __future__ import annotations

from typing import Any

import pytest

import plies
from plies import textbook
from plies.search.textbook import Trace
from plies.search.textbook.chunks import add_chunk
from plies.web.jobs import record_tree
from plies.web.tree.found import Found
from plies.web.tree.subject import read_subject
from tests.search.textbook.toy_algorithms import registered


def recorded(subject: dict[str, Any], search: dict[str, Any], most: int = 100_000) -> tuple[Trace, list[int], Found]:
    """The trace as it arrives, how many steps were known after each chunk, and what was found."""
    trace = Trace(read_subject(subject).tree())
    steps: list[int] = []
    found: list[Found] = []

    def send(message: dict[str, Any], data: bytes = b"") -> None:
        if message["kind"] == "nodes":
            add_chunk(trace, data)
            steps.append(trace.steps)
        else:
            found.append(Found.read(message))
            assert {"kind": "done", **found[0].as_dict()} == {**message, **_lines(message)}

    record_tree.work({"subject": subject, "search": search, "most_nodes": most, "seconds": 60}, send)
    return trace, steps, found[0]


def _lines(message: dict[str, Any]) -> dict[str, Any]:
    """A line is a list after the pipe."""
    return {"line": tuple(message["line"])} if "line" in message else {}


def test_what_is_sent_is_the_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_tree, "FIRST_CHUNK", 3)
    monkeypatch.setattr(record_tree, "CHUNK", 7)
    subject = {"game": "pawns:4x5", "depth": 4, "heuristic": "ari"}
    trace, steps, found = recorded(subject, {"algorithm": "soft", "cache": "bounds", "order": "ari"})
    position = plies.game("pawns:4x5").start()
    expected = textbook.search("soft", position, 4, heuristic="ari", order="ari", cache="bounds", trace=True)
    assert expected.trace is not None
    assert list(trace.walk()) == list(expected.trace.walk())
    assert len(steps) > 10
    assert steps == sorted(steps)
    assert steps[-1] == 2 * len(trace)
    assert (found.full, found.counts) == (False, textbook.Counts.of(expected))
    assert found.result is not None
    assert (found.result.move, found.result.line) == (expected.move, expected.line)


def test_a_full_recording_stays_walkable() -> None:
    trace, steps, found = recorded({"game": "pawns:5x5", "depth": 6}, {"algorithm": "minimax"}, most=1000)
    assert len(trace) == 1000
    assert (found.full, found.result, found.counts) == (True, None, None)
    assert trace.left(0) is None
    assert steps[-1] == trace.steps == 2000 - len(trace.open)
    assert trace.columns.children[0] == len(trace.children(0)) >= 1


def test_a_further_algorithm_is_recorded() -> None:
    with registered():
        trace, _, found = recorded({"classic": "wikipedia"}, {"algorithm": "scout"})
    assert found.result is not None
    assert found.result.value == "6"
    assert any(node.cut for node in trace.walk())
