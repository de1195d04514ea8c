"""Proof search beside whole games solved backwards: every position, also with tiny tables and two threads."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plies
from plies.errors import Refused
from plies.games.contract import Game
from plies.solve.proofs import search as searching
from plies.solve.proofs.search import Progress, ProofSearch
from plies.solve.proofs.table import filling, grown, keep, new_table, probe
from plies.solve.proofs.value import proven_value
from plies.solve.tables.builder.building import Wish, build_table
from tests.oracles.tables import values_of

FIXTURES = Path(__file__).parents[2] / "fixtures"
#: positions come back in pebbles and chase; pawns and mirrored tic-tac-toe have draws, breakthrough has none
QUICK = ["pawns:3x4", "breakthrough:2x4"]
SLOW = [*QUICK, "pebbles:3x1", "pebbles:3x2", "wumpus:3,directions=6"]
SLOW += [str(FIXTURES / name) for name in ("chase.py", "mirrored.py")]
LARGE = "pebbles:6x6"  # not proven in a moment; compiled with the rules of the small board above
WORDS = {1: "win", 0: "draw", -1: "loss"}


def sample(game: Game, most: int) -> list[tuple[Any, tuple[int, int | None]]]:
    """Running positions with their values, all of them if there are not more."""
    running = [(s, v) for s, v in values_of(game).items() if plies.Position(game, s).listed]
    return running if len(running) <= most else random.Random(3).sample(running, most)


def check(search: ProofSearch, state: Any, value: tuple[int, int | None]) -> None:
    """One position: its value, a bound that is not below the distance, a line that ends within it."""
    position = plies.Position(search.game, state)
    found = proven_value(search, position)
    assert found.result == WORDS[value[0]], position.text
    assert (found.bound is None) == (value[0] == 0)
    if found.bound is not None:
        assert found.bound >= (value[1] or 0), position.text
        assert len(found.line) <= found.bound, position.text


@pytest.mark.parametrize("name", [QUICK[0], *(pytest.param(name, marks=pytest.mark.slow) for name in QUICK[1:])])
def test_all_positions_of_small_games(name: str) -> None:
    game = plies.game(name)
    positions = sample(game, 300)
    for entries, threads in ((1 << 14, 1), (4, 1), (64, 2)):
        search = ProofSearch(game, entries=entries, threads=threads)
        for state, value in positions if threads == 1 else positions[::4]:
            check(search, state, value)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
@pytest.mark.parametrize(("entries", "threads"), [(1 << 18, 1), (64, 1), (1 << 12, 2)])
def test_all_positions_of_larger_games(name: str, entries: int, threads: int) -> None:
    game = plies.game(name)
    search = ProofSearch(game, entries=entries, threads=threads)
    for state, value in sample(game, 10_000):
        check(search, state, value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "result"),
    [("pawns:4x5", "draw"), ("breakthrough:3x6", "win"), ("breakthrough:4x5", "loss"), ("pawns:5x5", "draw")],
)
def test_known_values(name: str, result: str) -> None:
    for threads in (1, 2):
        search = ProofSearch(plies.game(name), threads=threads, entries=1 << 20)
        assert proven_value(search, search.game.start()).result == result


@pytest.mark.slow
def test_one_thread_repeats_itself() -> None:
    game = plies.game("pawns:3x5")
    found = [proven_value(ProofSearch(game, entries=1 << 12), game.start()) for _ in range(2)]
    assert found[0].nodes == found[1].nodes
    assert (found[0].result, found[0].claims) == ("draw", found[1].claims)


def test_a_table_grows_with_its_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "FEW", 1 << 6)
    game = plies.game("pawns:3x5")
    for threads in (1, 2):
        search = ProofSearch(game, entries=1 << 12, threads=threads)
        assert search.memory.table.shape[0] // 2 == 1 << 6
        assert proven_value(search, game.start()).result == "draw"
        assert search.memory.table.shape[0] // 2 == 1 << 12

    def no_memory(table: object, times: int) -> object:
        raise MemoryError

    monkeypatch.setattr(searching, "grown", no_memory)
    search = ProofSearch(game, entries=1 << 12)
    assert proven_value(search, game.start()).result == "draw"
    assert search.memory.table.shape[0] // 2 == 1 << 6
    monkeypatch.undo()
    assert searching.FEW <= searching.usual_entries() <= searching.ENTRIES
    table = new_table(64)
    for key in range(1, 4000, 7):
        keep(table, key * 0x9E3779B97F4A7C15 % 2**64, 3, key % 1000, 5, key)
    kept = {int(one[0] ^ one[1]): int(one[1]) for one in table.reshape(-1, 2) if one[1]}
    larger = grown(table, 8)
    assert len(kept) == 64
    assert (larger.shape[0], filling(larger)) == (8 * table.shape[0], 1 / 8)
    assert all(probe(larger, np.uint64(key)) == data for key, data in kept.items())


def test_limits_and_refusals() -> None:
    game = plies.game(LARGE)
    search = ProofSearch(game, entries=1 << 16)
    began = time.monotonic()
    found = proven_value(search, game.start(), seconds=0.3)
    assert time.monotonic() - began < 5
    assert (found.result, found.bound, found.line, found.claims) == (None, None, (), ())
    assert found.nodes > 0
    threading.Timer(0.2, search.stop).start()
    assert search.wins(game.start().state, 0) is None
    with pytest.raises(Refused, match="the game is over"):
        proven_value(search, plies.game("breakthrough:2x4").position("w1/b1/2/2 b"))
    with pytest.raises(Refused, match="at least one"):
        ProofSearch(game, threads=0)


def test_progress_has_the_numbers_of_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "STEP", 0.02)
    game = plies.game(LARGE)
    heard: list[Progress] = []
    proven_value(ProofSearch(game, entries=1 << 14), game.start(), seconds=0.3, listener=heard.append)
    last = heard[-1]
    assert len(heard) > 2
    assert (last.side, len(last.moves)) == ("A", 6)
    assert 0 < last.filling <= 1
    assert {one.move for one in last.moves} == set(game.start().moves)
    assert all(one.proof and one.disproof for one in last.moves)


@pytest.mark.slow
def test_a_line_that_is_too_long_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can win on this board, but the search may not look far enough to know that."""
    game = plies.game("pebbles:3x1")
    draw = next(state for state, value in values_of(game).items() if value[0] == 0)
    assert ProofSearch(game, entries=1 << 12).wins(draw, 0) is False
    from plies.compile import build
    from plies.solve.proofs import arguments

    monkeypatch.setattr(arguments, "LAST_PLY", 3)
    monkeypatch.setattr(build, "_modules", {})
    assert ProofSearch(game, entries=1 << 12).wins(draw, 0) is None


@pytest.mark.slow  # the kernel with tables is compiled apart
def test_tables_are_probed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path))
    game = plies.game("pebbles:3x1")
    build_table(Wish(game))
    search = ProofSearch(game, entries=1 << 12)
    for state, value in sample(game, 150):
        check(search, state, value)
    assert search.nodes <= 300  # one look at the moves for each question
    assert ProofSearch(game, entries=1 << 12, tables="off").solved is None
