"""The table the server keeps is the textbook's own trace, node for node, also while it grows."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

import plies
from plies import textbook
from plies.search.textbook.trace import Trace
from plies.web.jobs import record_tree as tree_record
from plies.web.tree.store import Store
from plies.web.tree.subject import Subject, search
from plies.web.tree.table import Table

SEARCHES: list[tuple[Subject, dict[str, Any]]] = []
for algorithm in ("minimax", "alpha-beta", "soft"):
    for cache in ("none", "bounds"):
        game = plies.game("pawns:4x5")
        SEARCHES.append((Subject(game.start(), 4, game), {"algorithm": algorithm, "cache": cache, "order": "ari"}))
        wikipedia = Subject(textbook.classic("wikipedia"), None)
        SEARCHES.append((wikipedia, {"algorithm": algorithm, "cache": cache}))
_pebbles = plies.game("pebbles:3x1")
SEARCHES.append((Subject(_pebbles.start(), 7, _pebbles), {"algorithm": "path", "cache": "none"}))


def recorded(subject: Subject, how: dict[str, Any], most: int = 100_000) -> tuple[Table, list[int]]:
    """The table, and how many steps were known after each chunk."""
    table = Table(subject, how["algorithm"] != "minimax")
    known: list[int] = []

    def send(message: dict[str, Any], data: bytes = b"") -> None:
        if message["kind"] == "nodes":
            table.grow(message, data)
            check_steps(table)
            known.append(table.steps)

    recording = tree_record.Recording(send, most)
    with suppress(tree_record.Full):
        search(subject, how, recording)
    recording.flush()
    return table, known


def check_steps(table: Table) -> None:
    """Every step is the entry to a node or the return from one, as a walk through the tree has them."""
    way: list[int] = []
    for step in range(table.steps):
        kind, id = table.event(step)
        if kind == "enter":
            assert table.columns["parent"][id] == (way[-1] if way else -1)
            assert step == table.entered(id)
            way.append(id)
        else:
            assert way.pop() == id
            assert step == table.left(id)
    assert len(way) == table.open


def shown(trace: Trace, id: int) -> dict[str, Any]:
    node = trace[id].for_root()
    names = ("id", "parent", "ply", "word", "bound", "reason", "cut")
    return {name: getattr(node, name) for name in names}


@pytest.mark.parametrize("number", range(len(SEARCHES)))
def test_the_table_is_the_trace(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_record, "FIRST_CHUNK", 3)
    monkeypatch.setattr(tree_record, "CHUNK", 7)
    subject, how = SEARCHES[number]
    table, known = recorded(subject, how)
    trace = Trace(subject.tree())
    search(subject, how, trace)
    assert len(table) == len(trace) > 7
    assert table.steps == 2 * len(table)
    assert known == sorted(known)
    cuts = []
    for id, record in enumerate(table.records(list(range(len(table))))):
        node = trace[id].for_root()
        assert {name: record[name] for name in shown(trace, id)} == shown(trace, id)
        numbers = [record[name] for name in ("alpha", "beta", "value")]
        assert numbers == [table._number(getattr(node, name)) for name in ("alpha", "beta", "value")]
        assert table.children(id, 0, 10_000) == list(node.children)
        assert table.children(id, 1, 1) == list(node.children[1:2])
        assert len(record["unvisited"]) == len(node.unvisited)
        assert record["skipped"] == list(node.skipped)
        if subject.game is not None:
            assert record["unvisited"] == list(node.unvisited)
        if node.cut:
            cuts.append(table.left(id))
    assert list(table.cuts.keys) == sorted(cuts)
    assert [table.next_cut(step, False) for step in (-1, *table.cuts.keys)] == [*table.cuts.keys, None]
    assert all(table.next_cut(step + 1, True) == step for step in table.cuts.keys)


def test_a_parent_goes_on_with_the_window_its_child_left() -> None:
    table, _ = recorded(*next(one for one in SEARCHES if one[1]["algorithm"] == "alpha-beta"))
    records = table.records(list(range(len(table))))
    for record in records:
        for one, after in zip(family := table.children(record["id"], 0, 99), family[1:], strict=False):
            assert records[one]["then"] == [records[after]["alpha"], records[after]["beta"]]


def test_a_full_recording_stays_walkable() -> None:
    game = plies.game("pawns:5x5")
    table, _ = recorded(Subject(game.start(), 6, game), {"algorithm": "minimax", "cache": "none"}, most=1000)
    assert len(table) == 1000
    root = table.records([0])[0]
    assert root["left"] is None
    assert root["value"] is None
    assert root["children"] >= 1
    assert len(table.children(0, 0, 99)) == root["children"]


def test_what_was_not_visited_is_told_by_number_or_place() -> None:
    table, _ = recorded(Subject([[3, 5], [2, [9, 8], 7]], None), {"algorithm": "alpha-beta"})
    second = table.records(table.children(0, 1, 1))[0]
    assert second["unvisited"] == ["2.2", "7"]
    assert second["bound"] == "upper"


def test_the_store_is_bounded_in_number_size_and_age() -> None:
    table, _ = recorded(Subject([1, 2], None), {"algorithm": "minimax"})
    store = Store(most=3)
    names = [store.add(table)[0] for _ in range(5)]
    assert len(set(names)) == 5
    assert len(store) == 3
    with pytest.raises(plies.UnknownName, match="no longer kept"):
        store.get(names[0])
    store.get(names[2])
    store.add(table)
    assert store.get(names[2])
    small = Store(most_bytes=table.size_in_bytes)
    small.add(table)
    small.add(table)
    assert len(small) == 1
    gone = Store(seconds=-1.0)
    name, _ = gone.add(table)
    with pytest.raises(plies.UnknownName):
        gone.get(name)
