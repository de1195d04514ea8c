"""A player chooses in a job: from where the game stands, as it was defined, with reports where it can analyse."""

from __future__ import annotations

import pytest

from plies.players.clock import Clock
from plies.players.notation import parse_player
from plies.players.resolution import in_game
from plies.players.searchers import make_searcher
from plies.registry import game
from plies.web.jobs import choose_move, compile_engine
from plies.web.jobs.choose_move import MESSAGES, Chosen, Found, Request
from tests.processes.piped import piped

BOARD = game("pebbles:4x2")


def done(text: str, moves: list[str], start: str | None = None, seed: int = 0) -> list[Found | Chosen]:
    """All messages."""
    sent: list[Found | Chosen] = []
    player = in_game(parse_player(text), BOARD)
    request = Request(BOARD.name, start, tuple(moves), player, seed, 1)
    choose_move.work(piped(MESSAGES, request), lambda message: sent.append(piped(MESSAGES, message)))
    return sent


def test_depths_are_reported_and_the_last_is_the_answer() -> None:
    reported = done("even@nodes=200,algorithm=soft", ["1", "2"])
    assert {type(message) for message in reported[:-1]} == {Found}
    assert [message.answer.depth for message in reported[:3]] == [1, 2, 3]
    last = reported[-1].answer
    player = in_game(parse_player("even@nodes=200,algorithm=soft"), BOARD)
    searcher = make_searcher(player, BOARD, BOARD.name)
    alone = searcher.choose(BOARD.start().play("1").play("2"), Clock(player))
    assert isinstance(reported[-1], Chosen)
    assert (last.lines, last.nodes) == (alone.lines, alone.nodes)


@pytest.mark.parametrize("seed", range(4))
def test_chance_comes_from_the_seed(seed: int) -> None:
    first, again = done("random", [], seed=seed), done("random", [], seed=seed)
    assert first == again
    assert len({done("random", [], seed=other)[0].answer.move for other in range(20)}) > 1


def test_a_game_may_begin_elsewhere() -> None:
    start = BOARD.start().play("1").text
    (reported,) = done("random", ["2"], start)
    assert reported.answer.move in BOARD.position(start).play("2").moves


def test_what_a_player_compiles_is_compiled_by_making_it() -> None:
    sent: list[object] = []
    player = in_game(parse_player("even@depth=1"), BOARD)
    messages = compile_engine.MESSAGES
    compile_engine.work(piped(messages, compile_engine.Request(BOARD.name, player)), sent.append)
    assert sent == []
