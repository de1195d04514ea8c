"""Tables from Python: what a probe answers, and how fast."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import plies
from plies.solve.tables.builder.building import Wish, build_table
from plies.tables.table import Table


def test_a_probe_of_a_position_and_its_moves(folder: Path) -> None:
    game = plies.game("pebbles:2x1")
    build_table(Wish(game))
    table = plies.table("pebbles:2x1")
    probe = table.probe(game.start())
    assert (probe.result, probe.plies) == ("loss", 5)
    assert {word: (known.result, known.plies) for word, known in probe.moves.items()} == {
        "1": ("loss", 3),
        "2": ("loss", 5),
    }
    assert probe.best == "2"
    assert repr(table) == "<table of pebbles:2x1: 23 positions>"
    over = table.probe(game.position("0,0/2,2 A"))
    assert (over.result, over.plies, over.moves) == ("loss", 0, {})
    with pytest.raises(plies.Refused, match="does not know positions of pebbles:3x1"):
        table.probe(plies.game("pebbles:3x1").start())


def test_without_a_table() -> None:
    with pytest.raises(plies.UnknownName, match="there is no table of pebbles:5x1; make it with plies table build"):
        plies.table("pebbles:5x1")


def test_a_probe_from_python_takes_microseconds(small: Table) -> None:
    """At most 50 on an idle machine; the best of many, because others may use this one."""
    position = small.game.start()
    best = 1.0
    for _ in range(200):
        began = time.perf_counter()
        small.probe(position)
        best = min(best, time.perf_counter() - began)
    assert best < 50e-6
