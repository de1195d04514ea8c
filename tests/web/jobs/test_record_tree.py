"""The child that records: what it sends makes the same trace, up to a number of nodes."""

from __future__ import annotations

import pytest

import plies
from plies import textbook
from plies.search.textbook import Trace
from plies.search.textbook.chunks import add_chunk
from plies.web.jobs import record_tree
from plies.web.tree.found import Found
from plies.web.tree.subject import SearchOptions, Wanted, read_subject
from tests.processes.piped import piped
from tests.search.textbook.toy_algorithms import registered


def recorded(subject: Wanted, search: SearchOptions, most: int = 100_000) -> tuple[Trace, list[int], Found]:
    """The trace as it arrives, how many steps were known after each chunk, and what was found."""
    trace = Trace(read_subject(subject).tree())
    steps: list[int] = []
    found: list[Found] = []

    def send(message: record_tree.Chunk | Found) -> None:
        message = piped(record_tree.MESSAGES, message)
        if isinstance(message, Found):
            found.append(message)
        else:
            add_chunk(trace, message.data)
            steps.append(trace.steps)

    request = record_tree.Request(subject, search, most, 60)
    record_tree.work(piped(record_tree.MESSAGES, request), send)
    return trace, steps, found[0]


def test_what_is_sent_is_the_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_tree, "FIRST_CHUNK", 3)
    monkeypatch.setattr(record_tree, "CHUNK", 7)
    subject = Wanted(game="pawns:4x5", depth=4, heuristic="ari")
    trace, steps, found = recorded(subject, SearchOptions("soft", cache="bounds", order="ari"))
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
    trace, steps, found = recorded(Wanted(game="pawns:5x5", depth=6), SearchOptions("minimax"), most=1000)
    assert len(trace) == 1000
    assert (found.full, found.result, found.counts) == (True, None, None)
    assert trace.left(0) is None
    assert steps[-1] == trace.steps == 2000 - len(trace.open)
    assert trace.columns.children[0] == len(trace.children(0)) >= 1


def test_a_further_algorithm_is_recorded() -> None:
    with registered():
        trace, _, found = recorded(Wanted(classic="wikipedia"), SearchOptions("scout"))
    assert found.result is not None
    assert found.result.value == "6"
    assert any(node.cut for node in trace.walk())
