"""A player that plays any legal move: which one follows from the seed and the side."""

from __future__ import annotations

from plies.players.clock import Clock
from plies.players.kinds.random_move import RandomSearcher
from plies.players.notation import parse_player
from tests.players.pairings import START

PLAYER = parse_player("random")


def moves(side: int, seed: int) -> list[str]:
    searcher = RandomSearcher(PLAYER, START.game)
    searcher.new_game(side, seed)
    return [searcher.choose(START, Clock(PLAYER)).move for _ in range(40)]


def test_moves_follow_from_the_seed_and_the_side() -> None:
    assert moves(0, 7) == moves(0, 7)
    assert moves(0, 7) != moves(1, 7)
    assert moves(0, 7) != moves(0, 8)


def test_every_legal_move_comes_up() -> None:
    assert set(moves(0, 1)) == set(START.moves)


def test_a_random_move_takes_no_time_and_says_nothing_of_the_position() -> None:
    searcher = RandomSearcher(PLAYER, START.game)
    searcher.new_game(0, 1)
    answer = searcher.choose(START, Clock(PLAYER))
    assert answer.charged == 0.0
    assert (answer.value, answer.depth, answer.nodes, answer.line) == (None, 0, 0, (answer.move,))
