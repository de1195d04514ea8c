"""The engine as a player: the size of its table, what it is charged with, several lines, progress, and a stop."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest

import plies
from plies.players.clock import Clock
from plies.players.kinds.engine import EngineSearcher, table_entries
from plies.players.kinds.textbook import TextbookSearcher
from plies.players.notation import parse_player
from plies.players.player import Resolved
from plies.players.registry import algorithm
from plies.search.answer import Answer
from tests.players.conftest import Write
from tests.players.pairings import GAME, START


def test_tables_fit_the_limits() -> None:
    entries = {
        text: table_entries(parse_player(text)) for text in ("ari@50ms", "ari@5s", "ari@depth=6", "ari@nodes=99")
    }
    assert entries == {"ari@50ms": 1 << 18, "ari@5s": 1 << 20, "ari@depth=6": 1 << 18, "ari@nodes=99": 1 << 14}
    assert table_entries(parse_player("ari@1s,entries=1000")) == 1000
    assert table_entries(replace(parse_player("ari@1s"), resolved=Resolved(entries=64))) == 64


@pytest.mark.filterwarnings("ignore::plies.compile.evaluators.SlowHeuristic")
def test_who_is_charged_by_the_wall_clock(write: Write) -> None:
    """A search with a heuristic that Numba compiles is not; one that calls Python may sleep in it, and is."""
    sleepy = "def sleepy(state, me):\n    open('/dev/null').close()\n    return 0\n"
    path = write(f"def quick(state, me):\n    return 0\n{sleepy}")
    by_wall = {}
    for text in ("ari@50ms", f"{path}:quick@50ms", f"{path}:sleepy@50ms", f"{path}:quick@50ms,algorithm=alphabeta"):
        player = parse_player(text)
        searcher = algorithm(player.algorithm).make(player, START.game)
        by_wall[text.rpartition("/")[2]] = searcher.choose(START, Clock(player)).charged is None
    assert list(by_wall.values()) == [False, False, True, True], by_wall


def test_the_only_move_takes_no_thought() -> None:
    player = parse_player("ari@depth=1")
    answer = EngineSearcher(player, START.game).choose(plies.game(GAME).position("4/1b2/4/1w2/4 w"), Clock(player))
    assert (answer.move, answer.charged, answer.nodes) == ("b2-b3", 0.0, 0)


def test_a_new_game_forgets_the_last_one() -> None:
    player = parse_player("ari@depth=5")
    searcher = EngineSearcher(player, START.game)
    counts = []
    for fresh in (True, False, True):
        if fresh:
            searcher.new_game(0, 1)
        counts.append(searcher.choose(START, Clock(player)).nodes)
    assert counts[0] == counts[2] > counts[1]


def test_options_reach_the_engine() -> None:
    """Without selective steps its value is that of the textbook."""
    exact, book = parse_player("ari@depth=4,selective=off"), parse_player("ari@depth=4,algorithm=minimax")
    found = EngineSearcher(exact, START.game).choose(START, Clock(exact))
    assert found.value == TextbookSearcher(book, START.game).choose(START, Clock(book)).value
    engine = EngineSearcher(parse_player("ari@depth=4,threads=2,order=hoddi(pawns=2)"), START.game).engine
    assert len(engine.workers) == 2
    assert engine.orderer is not None
    assert engine.orderer.heuristic == plies.game(GAME).heuristic("hoddi").with_weights({"pawns": 2.0})


def test_lines_and_reports() -> None:
    player = parse_player("ari@depth=5")
    heard: list[Answer] = []
    found = EngineSearcher(player, START.game).analyse(START, Clock(player), 3, heard.append)
    assert len({line.move for line in found.lines}) == 3
    assert [line.value for line in found.lines] == sorted((line.value or 0.0 for line in found.lines), reverse=True)
    assert heard[-1].depth == found.depth == 5


def test_a_stop_is_obeyed() -> None:
    player = parse_player("ari@600s")
    start = plies.game("pawns:8x8").start()
    searcher = EngineSearcher(player, start.game)
    timer = threading.Timer(0.2, searcher.stop)
    timer.start()
    begun = time.perf_counter()
    assert searcher.choose(start, Clock(player)).move in start.moves
    assert time.perf_counter() - begun < 20
