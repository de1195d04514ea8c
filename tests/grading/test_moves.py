"""What players play, and what that costs, beside the truth."""

from __future__ import annotations

import math
from random import Random

import pytest

from plies.grading.cases import Case
from plies.grading.moves import ask_all, judged
from plies.grading.sample import uniform
from plies.players.algorithm import Algorithm
from plies.players.kinds.random_move import RandomSearcher
from plies.players.notation import parse_player
from plies.players.player import Player
from plies.players.resolution import in_game
from plies.tables.table import Table
from tests.oracles.grading import Truth

NAME = "pebbles:3x1"


@pytest.fixture
def cases(table: Table) -> list[Case]:
    return list(uniform(table, Random(0)))


def players(table: Table, *texts: str) -> list[Player]:
    return [in_game(parse_player(text), table.game) for text in texts]


def test_every_move_of_every_case(cases: list[Case], truth: Truth) -> None:
    for case in cases:
        for move, loss in zip(case.position.listed, truth.losses(case.position.state), strict=True):
            assert judged(case, "", move).loss == loss


def test_the_table_is_perfect_and_a_random_player_is_as_bad_as_it_must_be(
    table: Table, cases: list[Case], truth: Truth
) -> None:
    done, complete = ask_all(cases, players(table, "table", "random"), NAME, 0)
    assert complete
    perfect, random = zip(*done, strict=True)
    assert [choice for choice in perfect if choice.loss or choice.wasted or choice.fault] == []
    # a random move gives away the mean of what all moves do
    losses = [truth.losses(case.position.state) for case in cases]
    means = [sum(each) / len(each) for each in losses]
    spread = [sum((one - mean) ** 2 for one in each) / len(each) for each, mean in zip(losses, means, strict=True)]
    found = sum(choice.loss for choice in random)
    assert abs(found - sum(means)) < 4 * math.sqrt(sum(spread))
    assert sum(means) > 10
    again, _ = ask_all(cases, players(table, "table", "random"), NAME, 0)
    assert again == done
    other, _ = ask_all(cases, players(table, "random"), NAME, 1)
    assert [row[0] for row in other] != list(random)


def test_a_fault_loses_what_there_was_to_lose(cases: list[Case], broken: Algorithm) -> None:
    done, _ = ask_all(cases, [parse_player("broken")], NAME, 0)
    for case, (choice,) in zip(cases, done, strict=True):
        if case.asks:
            assert choice.fault.startswith("illegal move: 'nonsense' is not a move")
            assert choice.loss == {"win": 1.0, "draw": 0.5, "loss": 0.0}[case.value.result]
        else:
            assert (choice.fault, choice.loss) == ("", 0.0)


def test_stopping_keeps_whole_cases(cases: list[Case], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [0]
    choose = RandomSearcher.choose

    def interrupted(self: RandomSearcher, position, clock):  # type: ignore[no-untyped-def]
        asked[0] += 1
        if asked[0] > 25:
            raise KeyboardInterrupt
        return choose(self, position, clock)

    monkeypatch.setattr(RandomSearcher, "choose", interrupted)
    two = [parse_player("random"), parse_player("random@name=other")]
    done, complete = ask_all(cases, two, NAME, 0)
    assert not complete
    assert sum(case.asks for case in cases[: len(done)]) == 12
    assert all(len(row) == 2 for row in done)
