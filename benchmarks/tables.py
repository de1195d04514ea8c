"""Tables: an index beside hand-written C, any game beside the clock, OpenSpiel's value iteration, probes, the audit."""

from __future__ import annotations

import ctypes
import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from harness import Peer, Row, compile_c, interleaved, say

import plies
from plies.compile.rules import rules_module
from plies.solve.tables.builder.building import Wish, build_table
from plies.solve.tables.builder.crew import crew
from plies.solve.tables.builder.indexed.sweep import Sweep
from plies.tables.codes import read_code
from plies.tables.table import Table, open_table

#: numbers of the index that are settled beside C, from the lowest tiers on
NUMBERS = 20_000_000


@contextmanager
def own_folder() -> Iterator[None]:
    before = os.environ.get("PLIES_TABLES")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PLIES_TABLES"] = folder
        yield
    os.environ.pop("PLIES_TABLES")
    if before is not None:
        os.environ["PLIES_TABLES"] = before


def beside_c(name: str = "breakthrough:4x5") -> Row:
    """The same pass over the same numbers, one thread each; the values must agree."""
    game = plies.game(name)
    index = game.solving.index
    assert index is not None
    layout = index.layout(game.first, 0)
    numbers = np.array(layout.numbers, np.int64)
    tiers = [bound for bound in layout.tiers if bound <= NUMBERS]
    ours, theirs = (np.zeros(tiers[-1], np.uint8) for _ in range(2))
    library = compile_c("tables.c")
    pointers = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_longlong]
    library.settle.argtypes = pointers
    with crew(1) as one:
        sweep = Sweep(game, index, numbers, tiers, ours, one, 1 << 33)

        def run_ours() -> float:
            began = time.perf_counter()
            sweep.run(0, lambda done: None)
            return tiers[-1] / (time.perf_counter() - began)

        def run_c() -> float:
            began = time.perf_counter()
            library.settle(theirs.ctypes.data, numbers.ctypes.data, 0, tiers[-1])
            return tiers[-1] / (time.perf_counter() - began)

        our_speed, c_speed = interleaved(3, run_ours, run_c)
    assert np.array_equal(ours, theirs)
    note = f"the first {tiers[-1]:,} of {layout.tiers[-1]:,} numbers, one thread each, same values"
    return Row(f"{name} with an index, beside C", our_speed, c_speed, our_speed / c_speed, 0.5, "positions/s", note)


def any_game(name: str = "pebbles:5x2", seconds: float = 15.0) -> list[Row]:
    game = plies.game(name)
    build_table(Wish(plies.game("pebbles:2x1")))  # compiles
    header = build_table(Wish(game))
    assert header.audit_seconds is not None
    say(f"  {name}: {header.positions:,} positions, {read_code(header.start)}")
    note = f"{header.positions:,} positions, {os.cpu_count()} cores; the peer is the target"
    beside = header.audit_seconds / header.seconds
    return [
        Row(f"any game, {name}, without the audit", header.seconds, seconds, seconds / header.seconds, 1.0, "s", note),
        Row(f"the audit of {name}", header.audit_seconds, header.seconds * 3, 3 / beside, 1.0, "s", "three builds"),
    ]


def endings(pieces: int, seconds: float) -> Row:
    """Checkers endings, compiled before the clock starts; positions of both sides to move."""
    header = build_table(Wish(plies.game("checkers"), part=pieces))
    assert header.audit_seconds is not None
    say(f"  checkers, {pieces} pieces: {header.positions:,} positions, longest {header.longest}")
    beside = header.audit_seconds / header.seconds
    note = f"{header.positions:,} positions, longest {header.longest} plies; the audit took {beside:.1f} builds"
    return Row(
        f"checkers endings of up to {pieces} pieces", header.seconds, seconds, seconds / header.seconds, 1.0, "s", note
    )


def probes(name: str = "pebbles:4x2") -> list[Row]:
    """Random positions of the table, inside compiled code and from Python."""
    game = plies.game(name)
    build_table(Wish(game))
    table = open_table(game)
    states, chance = [], random.Random(1)
    while len(states) < 20_000:
        here = game.start()
        while here.listed and len(here.line) < 60:
            here = here.after(chance.choice(here.listed))
            states.append(here.state)
    inside = _inside(table, states)
    table.probe(game.start())  # compiles
    began = time.perf_counter()
    for state in states[:2000]:
        table.probe(plies.Position(game, state))
    outside = (time.perf_counter() - began) / 2000 * 1e6
    return [
        Row("a probe inside compiled code", inside, 1.0, 1.0 / inside, 1.0, "µs", "the peer is the target"),
        Row("a probe from Python", outside, 50.0, 50.0 / outside, 1.0, "µs", "with all moves; the peer is the target"),
    ]


def _inside(table: Table, states: list[plies.games.contract.State]) -> float:
    rules = rules_module(table.game)
    rows = np.zeros((len(states) + 1, rules.FIELDS), np.uint64)
    for at, state in enumerate(states):
        rules.store(rows, at, state)
    packed, codes = np.zeros(table.header.places.width, np.uint64), np.zeros(len(states), np.int64)
    table.kernel.probe_many(table.opened.view, rows, packed, codes)
    best = 1e9
    for _ in range(5):
        began = time.perf_counter()
        table.kernel.probe_many(table.opened.view, rows, packed, codes)
        best = min(best, time.perf_counter() - began)
    assert (codes > 0).all()
    return best / len(states) * 1e6


def beside_openspiel(columns: int = 3, rows: int = 4) -> Row:
    """Breakthrough with one row of pawns, which is what OpenSpiel plays on boards of fewer than six rows."""
    peer = Peer("openspiel", ("open_spiel", "cvxpy"), "openspiel_tables.py")
    told = peer.ask(rows=rows, columns=columns)
    peer.close()
    game = plies.game(f"breakthrough:{columns}x{rows}")
    empty = [str(columns)] * (rows - 2)
    wish = Wish(game, "/".join(["b" * columns, *empty, "w" * columns]) + " w", audit=False)
    build_table(wish)
    header = min((build_table(wish) for _ in range(3)), key=lambda built: built.seconds)
    ours, theirs = header.positions / header.seconds, told["positions"] / told["seconds"]
    start = read_code(header.start)
    assert start is not None
    assert (start[0] == "win") == (told["start"] > 0)
    note = f"one row of pawns; {header.positions:,} positions; theirs {told['positions']:,}, without the side to move"
    return Row(
        f"{game.name} beside OpenSpiel's value iteration", ours, theirs, ours / theirs, 500.0, "positions/s", note
    )


def rows() -> list[Row]:
    with own_folder():
        checkers = [endings(4, 15.0), endings(5, 240.0)]
        return [beside_c(), *any_game(), *checkers, *probes(), beside_openspiel()]


if __name__ == "__main__":
    from harness import table as written

    with own_folder():
        print(written([beside_c(), *probes()]))
