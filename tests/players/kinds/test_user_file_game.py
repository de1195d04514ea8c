"""The process of a user-written player: what it answers with."""

from __future__ import annotations

import os

import pytest

from plies.errors import ERROR
from plies.players.algorithm import Quiet
from plies.players.clock import Clock
from plies.players.kinds.user_file_game import GameOfOne, Loaded, reply
from plies.players.kinds.user_file_messages import MESSAGES, Fault, Move
from plies.players.notation import parse_player
from plies.processes.child import Pipe
from plies.search.answer import Answer, Line
from tests.players.pairings import START


class Charges(Quiet):
    """Answers at once, and says how long it has worked."""

    def __init__(self, charged: float | None) -> None:
        self.charged = charged

    def choose(self, position: object, clock: Clock) -> Answer:
        return Answer.of_move("b2-b3", charged=self.charged)


@pytest.mark.parametrize("seconds", [0.0, 0.25, None])
def test_a_child_leaves_the_time_that_a_search_has_worked(seconds: float | None) -> None:
    """Others may have had the processor meanwhile."""
    one = GameOfOne(Loaded(START.game, parse_player("random"), Charges(seconds)))
    charged = one.move(Move("", (), None)).charged
    assert charged is not None
    assert charged == seconds if seconds is not None else 0 < charged < 0.25


@pytest.mark.parametrize("value", [float("nan"), float("-inf")])
def test_a_value_that_is_no_number_is_the_players_fault(value: float) -> None:
    come, go = os.pipe()
    pipe = Pipe(come, go, MESSAGES)
    reply(pipe, Answer((Line("b2-b3", value),)))
    assert next(iter(pipe)) == Fault(ERROR, "answered a value that is no finite number")
    os.close(come)
    os.close(go)
