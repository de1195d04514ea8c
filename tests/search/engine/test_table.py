"""The table after searches: no bound contradicts the truth, and a new game leaves no trace."""

from __future__ import annotations

import random
import threading
from typing import Any

import numpy as np
import pytest
from numba import njit

import plies
from plies import textbook
from plies.compile.functions import register
from plies.compile.intrinsics import bits_float
from plies.games.bits import mix, u64
from plies.search.engine import table as tables
from plies.search.engine.analysis import Engine, Options
from plies.search.engine.worker import Worker
from plies.search.limits import Limits
from plies.values import WIN
from tests.search.positions import random_position


def entries_of(table: Any) -> dict[int, list[tuple[float, int]]]:
    """Every entry by its key: value and meta word."""
    found: dict[int, list[tuple[float, int]]] = {}
    values = table.view(np.float64)
    for at in range(0, len(table), tables.BUCKET):
        for place in (at, at + 3):
            if table[place + 2]:
                key = int(table[place] ^ table[place + 1] ^ table[place + 2])
                found.setdefault(key, []).append((float(values[place + 1]), int(table[place + 2])))
    return found


def reachable(position: plies.Position, depth: int) -> list[plies.Position]:
    seen: dict[plies.Position, None] = {position: None}
    frontier = [position]
    for _ in range(depth):
        frontier = [p.after(m) for p in frontier for m in p.legal]
        frontier = [p for p in dict.fromkeys(frontier) if p not in seen]
        seen.update(dict.fromkeys(frontier))
    return list(seen)


def keys_of(worker: Worker, positions: list[plies.Position]) -> list[int]:
    rows = np.zeros((len(positions), worker.rules.FIELDS), np.uint64)
    for index, position in enumerate(positions):
        worker.rules.store(rows, index, position.state)
    keys = np.zeros(len(positions), np.uint64)
    worker.kernel.fill_keys(rows, keys, len(positions))
    return [int(key ^ worker.task.salt) for key in keys]


@pytest.mark.parametrize("name", ["pawns:3x5", "breakthrough:3x5", "pebbles:4x2", "wumpus:3"])
def test_every_bound_in_the_table_is_true(name: str) -> None:
    """Each entry is found again among the positions below the root and held against minimax at its depth."""
    game = plies.game(name)
    heuristic = "ari" if name.startswith(("pawns", "break")) else game.default
    checked = 0
    for seed in range(6):
        position = random_position(game, random.Random(seed), 6)
        engine = Engine(game, heuristic, entries=1 << 12, options=Options(selective=False))
        engine.analyse(position, Limits(depth=4))
        kept = entries_of(engine.table)
        worker = engine.workers[0]
        below = [p for p in reachable(position, 3) if p.outcome is None]
        for here, key in zip(below, keys_of(worker, below), strict=True):
            for value, meta in kept.get(key, ()):
                depth, bound = tables.entry_depth(meta), tables.entry_bound(meta)
                # without the way here: an entry must not depend on it
                true = textbook.minimax(game.position(here.text), depth, heuristic=heuristic).value
                checked += 1
                if bound == tables.EXACT:
                    assert value == true, here.text
                elif bound == tables.LOWER:
                    assert value <= true, here.text
                else:
                    assert value >= true, here.text
    assert checked > 100


@pytest.mark.parametrize(("name", "depth"), [("pawns:5x5", 6), ("breakthrough:4x5", 6), ("pawns:9x4", 5)])
def test_two_entries_of_one_position_agree(name: str, depth: int) -> None:
    """Searches from different roots, in different orders, leave bounds of one position that never exclude each other.

    A table rarely has two entries of one position and depth at a time, so those of all searches are put together.
    """
    start = plies.game(name).start()
    roots = [start.after(one).after(other) for one in start.legal[:3] for other in start.after(one).legal[:4]]
    low: dict[tuple[int, int], float] = {}
    high: dict[tuple[int, int], float] = {}
    for order in (None, "tryggvi", "none"):
        engine = Engine(start.game, "ari", order=order, entries=1 << 14, options=Options(selective=False))
        for root in (start, *roots):
            engine.new_game()
            engine.analyse(root, Limits(depth=depth), lines=3)
            for key, entries in entries_of(engine.table).items():
                for value, meta in entries:
                    place, bound = (key, tables.entry_depth(meta)), tables.entry_bound(meta)
                    if bound in (tables.LOWER, tables.EXACT):
                        low[place] = max(value, low.get(place, -WIN))
                    if bound in (tables.UPPER, tables.EXACT):
                        high[place] = min(value, high.get(place, WIN))
    both = low.keys() & high.keys()
    assert len(both) > 100
    assert {place: (low[place], high[place]) for place in both if low[place] > high[place]} == {}


def test_a_new_game_leaves_no_trace() -> None:
    game = plies.game("breakthrough:5x5")
    rng = random.Random(9)
    used = Engine(game, "ari", entries=1 << 12)
    for _ in range(5):
        used.analyse(random_position(game, rng, 10), Limits(depth=5))
    position = random_position(game, rng, 10)
    used.new_game()
    assert not used.table.any()
    again = used.analyse(position, Limits(depth=6))
    fresh = Engine(game, "ari", entries=1 << 12).analyse(position, Limits(depth=6))
    assert (again.lines, again.nodes, again.counters.leaves, again.counters.table_hits) == (
        fresh.lines,
        fresh.nodes,
        fresh.counters.leaves,
        fresh.counters.table_hits,
    )


def test_pack_and_unpack() -> None:
    meta = tables.pack(12345, 77, tables.LOWER, 1, 200)
    parts = (tables.entry_move, tables.entry_depth, tables.entry_bound, tables.entry_complete, tables.entry_age)
    assert [part(meta) for part in parts] == [12345, 77, tables.LOWER, 1, 200]


def test_how_far_a_value_looks() -> None:
    """A win in 30 kept by a shallow search is no use where lack of progress ends the game in 20 plies."""
    assert [tables.reach_of(value) for value in (WIN - 30, 7 - WIN, 0.0, 12.5, -900.0)] == [30, 7, 0, 0, 0]


def test_two_heuristics_or_sides_never_share_an_entry() -> None:
    game = plies.game("pawns:4x5")
    first = Engine(game, "binni")
    first.analyse(game.start(), Limits(depth=4))
    salts = {int(first.workers[0].task.salt)}
    first.analyse(game.start().play("a2-a3"), Limits(depth=4))
    salts.add(int(first.workers[0].task.salt))
    for name in ("ari", "binni-mended", "ari(pawns=2)"):
        other = Engine(game, name)
        other.analyse(game.start(), Limits(depth=1))
        salts.add(int(other.workers[0].task.salt))
    assert len(salts) == 5


@njit(nogil=True)
def hammer(table: Any, seed: int, times: int) -> int:
    """Writes and reads a few keys at random; counts entries that mix two keys."""
    mixed = 0
    x = u64(seed)
    for _ in range(times):
        x = x * u64(6364136223846793005) + u64(1442695040888963407)
        one = u64(1) + ((x >> u64(40)) & u64(63))
        tables.store_entry(table, mix(one), float(one), tables.pack(int(one), 5, tables.EXACT, 0, 1))
        other = u64(1) + ((x >> u64(33)) & u64(63))
        found, value, meta = tables.probe(table, mix(other))
        if found and (tables.entry_move(meta) != other or bits_float(value) != float(other)):
            mixed += 1
    return mixed


def test_two_threads_never_read_a_mixed_entry() -> None:
    register([f for f in vars(tables).values() if getattr(f, "__module__", "") == tables.__name__])
    table = tables.new_table(8)
    hammer(table, 1, 10)
    counts: list[int] = []
    threads = [threading.Thread(target=lambda s=s: counts.append(hammer(table, s, 10**7))) for s in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [0, 0]
