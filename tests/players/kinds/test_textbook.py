"""The textbook algorithms as players: the book's value at a depth, limits of nodes and time, and a stop."""

from __future__ import annotations

import threading
import time

import pytest

import plies
from plies.errors import Refused
from plies.players.clock import Clock
from plies.players.kinds.textbook import TextbookSearcher
from plies.players.notation import parse_player
from plies.players.referee import BY_RULES
from plies.search.answer import Answer
from tests.players.pairings import GAME, START, play


def choose(text: str, position: plies.Position = START) -> Answer:
    player = parse_player(text)
    return TextbookSearcher(player, position.game).choose(position, Clock(player))


@pytest.mark.parametrize("how", ["minimax", "alphabeta", "soft", "alphabeta,cache=bounds,order=ari"])
def test_textbook_algorithms_agree_at_a_depth(how: str) -> None:
    answer = choose(f"ari@depth=4,algorithm={how}")
    assert (answer.value, answer.depth) == (plies.textbook.minimax(START, 4, heuristic="ari").value, 4)
    assert answer.nodes > 0
    assert answer.line[0] == answer.move
    assert answer.heuristic == "ari"


def test_the_book_s_counts_come_along() -> None:
    book = plies.textbook.alphabeta(START, 4, heuristic="ari")
    answer = choose("ari@depth=4,algorithm=textbook")
    assert (answer.nodes, answer.counters) == (book.nodes, book.counters)


def test_textbook_keeps_to_nodes_and_time() -> None:
    answer = choose("ari@nodes=1000,algorithm=minimax")
    assert answer.nodes == 1000
    assert answer.depth >= 3
    begun = time.perf_counter()
    assert choose("ari@50ms,algorithm=alphabeta").depth >= 1
    assert time.perf_counter() - begun < 30
    assert choose("ari@nodes=1,algorithm=alphabeta").move == START.moves[0]


def test_textbook_stops_at_a_proven_end() -> None:
    answer = choose("ari@20s,algorithm=alphabeta", START.game.position("4/w2b/4/b3/3w w"))
    assert (answer.move, answer.depth, answer.proof) == ("a4-a5", 1, ("win", 1))


def test_the_only_move_takes_no_thought() -> None:
    """Whatever the wall clock says, nobody loses for it."""
    answer = choose("ari@depth=1,algorithm=minimax", plies.game(GAME).position("4/1b2/4/1w2/4 w"))
    assert (answer.move, answer.charged, answer.nodes) == ("b2-b3", 0.0, 0)


def test_every_depth_is_reported() -> None:
    player = parse_player("ari@nodes=3000,algorithm=alphabeta")
    heard: list[Answer] = []
    found = TextbookSearcher(player, START.game).analyse(START, Clock(player), 1, heard.append)
    assert [answer.depth for answer in heard] == list(range(1, found.depth + 1))
    assert [answer.nodes for answer in heard] == sorted({answer.nodes for answer in heard})
    assert (heard[-1].move, heard[-1].value) == (found.move, found.value)


@pytest.mark.parametrize("limit", ["depth=100", "600s", "nodes=1000000000"])
def test_a_stop_is_obeyed(limit: str) -> None:
    """Also where the depth is the only limit, so that there is nothing to answer yet but a legal move."""
    player = parse_player(f"ari@{limit},algorithm=minimax")
    searcher = TextbookSearcher(player, plies.game("pawns:8x8"))
    start = plies.game("pawns:8x8").start()
    timer = threading.Timer(0.3, searcher.stop)
    timer.start()
    begun = time.perf_counter()
    answer = searcher.analyse(start, Clock(player), 1, None)
    assert time.perf_counter() - begun < 20
    assert answer.move in start.moves
    assert answer.nodes > 0


def test_several_lines_are_refused() -> None:
    player = parse_player("ari@depth=2,algorithm=minimax")
    with pytest.raises(Refused, match="lines=2: a textbook search gives one line"):
        TextbookSearcher(player, START.game).analyse(START, Clock(player), 2, None)


def test_the_path_rule_plays() -> None:
    assert play("ari@depth=3,algorithm=path").termination == BY_RULES


def test_without_a_heuristic_it_takes_the_game_s_default() -> None:
    named, unnamed = choose("ari@depth=3,algorithm=minimax"), choose("minimax@depth=3")
    assert START.game.default == "ari"
    assert (unnamed.move, unnamed.value, unnamed.nodes) == (named.move, named.value, named.nodes)
