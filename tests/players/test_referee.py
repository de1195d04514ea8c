"""The game loop: every answer is judged, every fault loses, and whoever listens hears the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from plies.errors import DIED, ERROR, ILLEGAL, TIME, Refused
from plies.errors import PlayerFault as Fault
from plies.games.position import Position
from plies.players.algorithm import Quiet, Searcher
from plies.players.clock import Clock
from plies.players.notation import parse_player
from plies.players.referee import BY_RULES, Ended, Referee, Turn
from plies.search.answer import Answer
from tests.players.pairings import START

GAME = START.game


class Scripted(Quiet):
    """Answers what a function says."""

    def __init__(self, answer: Callable[[Position], Answer]) -> None:
        self.answer = answer

    def choose(self, position: Position, clock: Clock) -> Answer:
        return self.answer(position)


class Listens(Scripted):
    """Hears the end, too."""

    def __init__(self, answer: Callable[[Position], Answer]) -> None:
        super().__init__(answer)
        self.heard: list[Position] = []

    def game_over(self, position: Position) -> None:
        self.heard.append(position)


def first_move(position: Position) -> Answer:
    return Answer.of_move(position.moves[0], charged=0.0)


def last_move(position: Position) -> Answer:
    return Answer.of_move(position.moves[-1], charged=0.0)


def word(text: str, charged: float | None = 0.0) -> Callable[[Position], Answer]:
    return lambda position: Answer.of_move(text, charged=charged)


def raising(error: Exception) -> Callable[[Position], Answer]:
    def answer(position: Position) -> Answer:
        raise error

    return answer


def played(
    white: Callable[[Position], Answer], black: Callable[[Position], Answer], player: str = "ari@1s"
) -> tuple[Ended, list[Turn], list[Listens]]:
    searchers, turns = [Listens(white), Listens(black)], []
    ended = Referee(GAME, [parse_player(player)] * 2, searchers).play(START, turns.append)
    return ended, turns, searchers


def test_a_game_is_played_to_its_end() -> None:
    ended, turns, searchers = played(first_move, last_move)
    position = START
    for number, turn in enumerate(turns):
        assert turn.side == position.state.turn == number % 2
        assert turn.word == turn.answer.move
        position = position.play(turn.word)
        assert turn.position == position
    outcome = position.outcome
    assert outcome is not None
    assert (ended.termination, ended.reason, ended.position) == (BY_RULES, outcome.reason, position)
    assert ended.score == {"white": 1.0, "black": 0.0, None: 0.5}[outcome.winner]
    assert ended.fault is None
    assert [one.heard for one in searchers] == [[position], [position]]


@pytest.mark.parametrize("side", [0, 1])
def test_a_win_is_the_winner_s(side: int) -> None:
    near = GAME.position("4/w2b/4/b3/3w w" if side == 0 else "3b/w3/4/b3/4 b")
    wins = [raising(AssertionError("not asked"))] * 2
    wins[side] = word("a4-a5" if side == 0 else "a2-a1")
    ended = Referee(GAME, [parse_player("ari@1s")] * 2, [Scripted(one) for one in wins]).play(near)
    assert (ended.score, ended.termination) == (1.0 - side, BY_RULES)


@pytest.mark.parametrize(
    ("answer", "termination", "said"),
    [
        (word("a1-a2"), ILLEGAL, "a1-a2 is not legal here"),
        (word("castle"), ILLEGAL, "'castle' is not a move"),
        (word(""), ILLEGAL, "'' is not a move"),
        (lambda position: Answer(()), ILLEGAL, "'' is not a move"),
        (raising(Fault(DIED, "its process\n ended")), DIED, "its process ended"),
        (raising(Refused("it refuses")), ERROR, "it refuses"),
        (word("castle", charged=2.0), TIME, "took 2.000 s; 1.150 s were allowed"),
        (raising(Fault(ERROR, "odd \ud800 text")), ERROR, r"odd \ud800 text"),
        (raising(Fault(ERROR, "\x1b[2J \x1b]0;mine\x07 \u202e")), ERROR, r"\x1b[2J \x1b]0;mine\x07 \u202e"),
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_a_fault_loses(answer: Callable[[Position], Answer], termination: str, said: str, side: int) -> None:
    both = [first_move, first_move]
    both[side] = answer
    ended, turns, searchers = played(*both)
    assert (ended.score, ended.termination, ended.fault) == (float(side), termination, side)
    assert ended.reason.startswith(f"{GAME.sides[side]}: {said}")
    ended.reason.encode()
    assert len(turns) == side
    assert ended.position == (turns[-1].position if turns else START)
    assert [one.heard for one in searchers] == ([[], [START]] if side == 0 else [[ended.position], []])


def test_a_move_that_came_too_late_is_reported_and_loses() -> None:
    ended, turns, _ = played(word("a2-a3", charged=1.2), first_move)
    assert (ended.score, ended.termination, ended.fault) == (0.0, TIME, 0)
    assert ended.reason == "white: took 1.200 s; 1.150 s were allowed"
    assert [turn.word for turn in turns] == ["a2-a3"]
    assert ended.position == START


def test_what_a_player_is_charged_with_comes_before_the_wall_clock() -> None:
    def slowly(position: Position) -> Answer:
        time.sleep(0.1)
        return Answer.of_move(position.moves[0], charged=charged)

    referee = Referee(GAME, [parse_player("ari@20ms")] * 2, [Scripted(slowly)] * 2)
    charged: float | None = 0.01
    assert referee.turn(START).seconds >= 0.1
    charged = None
    with pytest.raises(Fault, match=r"took 0\.\d+ s; 0.072 s were allowed") as caught:
        referee.turn(START)
    assert caught.value.termination == TIME


def test_the_way_to_a_remote_player_is_not_its_time() -> None:
    def remote(position: Position) -> Answer:
        time.sleep(0.02)
        return Answer.of_move(position.moves[0], charged=0.001)

    players = [parse_player("ggp://localhost:4001@5s"), parse_player("ari@5s")]
    referee = Referee(GAME, players, [Scripted(remote)] * 2)
    turn = referee.turn(START)
    assert turn.seconds == 0.001
    assert referee.turn(turn.position).seconds >= 0.02


def test_clocks_run_down_and_each_side_has_its_own() -> None:
    charged = [3.0, 1.0]

    def answer(position: Position) -> Answer:
        return Answer.of_move(position.moves[0], charged=charged[position.state.turn])

    referee = Referee(GAME, [parse_player("ari@clock=10s+1s")] * 2, [Scripted(answer)] * 2)
    referee.turn(referee.turn(START).position)
    assert [clock.remaining for clock in referee.clocks] == [8.0, 10.0]


def test_what_is_no_fault_of_a_player_is_raised() -> None:
    """A bug is not to be taken for a loss."""
    with pytest.raises(ZeroDivisionError):
        played(raising(ZeroDivisionError()), first_move)


# -- players with code from elsewhere --------------------------------------------------------------------------------

FOREIGN = "mine.py:mine@1s"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (raising(ZeroDivisionError("odd")), "stopped with ZeroDivisionError: odd"),
        (raising(SystemExit(3)), "stopped with SystemExit: 3"),  # type: ignore[arg-type]
        (lambda position: "a2-a3", "answered 'a2-a3' where an Answer was due"),
        (lambda position: replace(first_move(position), seconds="fast"), "answered seconds = 'fast'"),
        (lambda position: replace(first_move(position), nodes=10**400), "answered nodes = a whole number of 1329 bits"),
        (lambda position: replace(first_move(position), charged=float("nan")), "answered charged = nan"),
    ],
)
def test_whatever_a_player_raises_or_answers_loses_its_game(answer: Callable[[Position], Answer], said: str) -> None:
    ended, turns, searchers = played(answer, first_move, FOREIGN)
    assert (ended.score, ended.termination, ended.fault, turns) == (0.0, ERROR, 0, [])
    assert ended.reason.startswith(f"white: {said}")
    assert searchers[1].heard == [START]


def test_who_raises_when_it_hears_the_end_has_lost() -> None:
    class Sulks(Listens):
        def game_over(self, position: Position) -> None:
            raise ValueError("I do not accept this")

    for side in (0, 1):
        searchers: list[Searcher] = [Listens(first_move), Listens(last_move)]
        searchers[side] = Sulks(first_move)
        ended = Referee(GAME, [parse_player(FOREIGN)] * 2, searchers).play(START)
        assert (ended.score, ended.termination, ended.fault) == (float(side), ERROR, side)
        assert "stopped with ValueError: I do not accept this" in ended.reason
        near = Referee(GAME, [parse_player(FOREIGN)] * 2, searchers)
        fault = near.lost(1 - side, Fault(DIED, "gone"), START)  # the other's fault came first
        assert fault.fault == 1 - side


def test_a_player_that_reports_less_time_is_charged_with_what_the_referee_measured() -> None:
    def slowly(position: Position) -> Answer:
        time.sleep(0.15)
        return Answer.of_move(position.moves[0], charged=0.0)

    referee = Referee(GAME, [parse_player("mine.py:mine@20ms")] * 2, [Scripted(slowly)] * 2)
    with pytest.raises(Fault, match=r"took 0\.1\d+ s; 0.072 s were allowed"):
        referee.turn(START)


def test_a_player_that_reports_more_time_is_charged_with_that() -> None:
    referee = Referee(GAME, [parse_player("mine.py:mine@20ms")] * 2, [Scripted(word("a2-a3", charged=0.5))] * 2)
    with pytest.raises(Fault, match=r"took 0.500 s; 0.072 s were allowed"):
        referee.turn(START)


def test_what_the_player_counted_is_reported_with_the_processor_time() -> None:
    def counts(position: Position) -> Answer:
        return replace(first_move(position), nodes=100)

    players = [parse_player(FOREIGN), parse_player("ari@1s")]
    referee = Referee(GAME, players, [Scripted(counts)] * 2)
    turn = referee.turn(START)
    assert turn.reported
    assert turn.worked is None or 0 <= turn.worked < 1
    assert (sys.platform == "linux") == (turn.worked is not None)
    turn = referee.turn(turn.position)
    assert (turn.reported, turn.worked) == (False, None)


def test_whose_turn_it_is_is_said_before_it_is_asked() -> None:
    said: list[int | str] = []

    def answer(position: Position) -> Answer:
        said.append("asked")
        return first_move(position)

    referee = Referee(GAME, [parse_player("ari@1s")] * 2, [Scripted(answer)] * 2, said.append)
    referee.turn(referee.turn(START).position)
    assert said == [0, "asked", 1, "asked"]
