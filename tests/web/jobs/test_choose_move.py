"""A player chooses in a job: from where the game stands, as it was defined, with reports where it can analyse."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest

from plies.players.clock import Clock
from plies.players.definition import definition_of
from plies.players.notation import parse_player
from plies.players.resolution import in_game
from plies.players.searchers import make_searcher
from plies.processes.messages import read
from plies.registry import game
from plies.search.answer import Answer
from plies.web.jobs import choose_move, compile_engine
from plies.web.jobs.choose_move import Question

BOARD = game("pebbles:4x2")


def done(text: str, moves: list[str], start: str | None = None, seed: int = 0) -> list[tuple[str, Answer]]:
    """The kinds and answers of all messages."""
    sent: list[dict[str, Any]] = []
    player = in_game(parse_player(text), BOARD)
    question = Question(BOARD.name, start, tuple(moves), player, seed, 1)
    choose_move.work(piped(asdict(question)), lambda message, data=b"": sent.append(piped(message)))
    return [(message["kind"], read(Answer, message["answer"], "answer")) for message in sent]


def piped(data: dict[str, Any]) -> Any:
    """As it comes out of the pipe."""
    return json.loads(json.dumps(data))


def test_depths_are_reported_and_the_last_is_the_answer() -> None:
    told = done("even@nodes=200,algorithm=soft", ["1", "2"])
    assert [kind for kind, _ in told[:2]] == ["found", "found"]
    assert [answer.depth for _, answer in told[:3]] == [1, 2, 3]
    kind, last = told[-1]
    player = in_game(parse_player("even@nodes=200,algorithm=soft"), BOARD)
    searcher = make_searcher(player, BOARD, BOARD.name)
    alone = searcher.choose(BOARD.start().play("1").play("2"), Clock(player))
    assert (kind, last.lines, last.nodes) == ("done", alone.lines, alone.nodes)


@pytest.mark.parametrize("seed", range(4))
def test_chance_comes_from_the_seed(seed: int) -> None:
    first, again = done("random", [], seed=seed), done("random", [], seed=seed)
    assert first == again
    assert len({done("random", [], seed=other)[0][1].move for other in range(20)}) > 1


def test_a_game_may_begin_elsewhere() -> None:
    start = BOARD.start().play("1").text
    (told,) = done("random", ["2"], start)
    assert told[1].move in BOARD.position(start).play("2").moves


def test_what_a_player_compiles_is_compiled_by_making_it() -> None:
    sent: list[dict[str, Any]] = []
    player = definition_of(in_game(parse_player("even@depth=1"), BOARD))
    compile_engine.work({"game": BOARD.name, "player": player}, lambda message, data=b"": sent.append(message))
    assert sent == [{"kind": "done"}]
