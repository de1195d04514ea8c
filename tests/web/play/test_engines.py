"""Searchers in the server's threads: kept for the same player, and fresh for everybody."""

from __future__ import annotations

from plies.games.position import Position
from plies.players.algorithm import Searcher
from plies.players.notation import parse_player
from plies.players.player import Player
from plies.players.resolution import in_game
from plies.registry import game
from plies.search.answer import Answer
from plies.web.play.engines import Engines, answer_from

BOARD = game("pebbles:4x2")


def player(text: str) -> Player:
    return in_game(parse_player(text), BOARD)


def used(engines: Engines, text: str, position: Position) -> tuple[Searcher, Answer]:
    """Takes a searcher, searches, gives it back."""
    asked = player(text)
    searcher = engines.take(asked, position)
    found = answer_from(searcher, asked, position, 2, lambda answer: None)
    engines.give_back(asked, position, searcher)
    return searcher, found


def test_the_same_player_gets_the_same_searcher_and_the_same_answer() -> None:
    engines, start = Engines(4), BOARD.start()
    first, one = used(engines, "security@depth=5", start)
    used(engines, "security@depth=5", start.play("1"))  # nothing of this game is left
    again, two = used(engines, "security@depth=5", start)
    assert first is again
    assert (one.nodes, one.lines) == (two.nodes, two.lines)


def test_time_makes_no_other_searcher_but_options_and_weights_do() -> None:
    engines, start = Engines(8), BOARD.start()
    first, _ = used(engines, "security@depth=3,1s", start)
    assert used(engines, "security@depth=3,2s", start)[0] is first
    for other in ("security@depth=3,1s,quiescence=off", "security(bin 1=7)@depth=3,1s", "even@depth=3,1s"):
        assert used(engines, other, start)[0] is not first


def test_the_least_recently_used_is_forgotten() -> None:
    engines, start = Engines(2), BOARD.start()
    first, _ = used(engines, "security@depth=1", start)
    for depth in (2, 3):
        used(engines, f"security@depth={depth}", start)
    assert len(engines.idle) == 2
    assert used(engines, "security@depth=1", start)[0] is not first
