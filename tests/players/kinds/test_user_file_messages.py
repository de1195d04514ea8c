"""What a game and the process of a user-written player say to each other; every wrong field of an answer is a fault."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import asdict
from typing import Any

import pytest

from plies.errors import DIED, ERROR, HANG, PlayerFault
from plies.players.answers import checked
from plies.players.kinds import user_file
from plies.players.kinds.user_file_messages import MESSAGES, EndGame, Inspect, Load, Move, NewGame
from plies.players.notation import parse_player
from plies.players.resolution import in_game
from plies.processes.framing import Decoder, Frame, InvalidFrame
from plies.processes.link import Late, NoAnswer, Unreadable
from plies.processes.messages import KIND
from plies.search.answer import Answer, Counters, Line
from tests.players.pairings import GAME, START

FULL = Answer(
    lines=(
        Line("a2-a3", 1.5, ("a2-a3", "b4-b3"), 7, ("win", 3)),
        Line("b2-b3", -2.0, ("b2-b3",), 6),
        Line("c2-c3"),
    ),
    nodes=123,
    seconds=0.25,
    counters=Counters(1, 2, 3, 4, 0.5, 6),
    heuristic="ari",
    charged=0.2,
)
PLAYERS = ("binni(pawns=3)@clock=9s+1s,order=ari,threads=2,selective=off", "minimax@depth=2,cache=bounds", "random")


@pytest.mark.parametrize(
    "message",
    [
        *(FULL, Answer(()), Answer.of_move("a2-a3"), Answer.of_move("a2-a3", charged=0.0)),
        *(Inspect("mine.py:mine"), NewGame(1, 7), EndGame(), Move(None, (), None), Move("", ("a2-a3",), 1.5)),
        *(Load(GAME, in_game(parse_player(text), START.game)) for text in PLAYERS),
    ],
)
def test_messages_come_back_as_they_were(message: Any) -> None:
    """Players too, with everything that was looked up for them."""
    decoder = Decoder(MESSAGES.most)
    decoder.feed(MESSAGES.encode(message))
    frame = decoder.take()
    assert frame is not None
    assert MESSAGES.decode(frame) == message


# -- answers ---------------------------------------------------------------------------------------------------------

TOLD: Any = json.loads(json.dumps({KIND: "Answer", **asdict(FULL)}))


class Says:
    """In the place of a link: the child says this."""

    def __init__(self, reported: Any) -> None:
        self.reported = reported

    def ask(self, request: object, seconds: float) -> Any:
        try:
            return MESSAGES.decode(Frame(self.reported))
        except InvalidFrame as error:
            raise Unreadable(f"its process sent {error}") from None


def answer(reported: Any) -> Answer:
    """As `ChildSearcher.choose` takes it."""
    return checked(user_file.ask(Says(reported), Move(None, (), None), Answer, 1.0))  # type: ignore[arg-type]


def changed(way: Sequence[str | int], value: object) -> Any:
    """The full answer with one thing in it replaced."""
    here = reported = deepcopy(TOLD)
    for step in way[:-1]:
        here = here[step]
    here[way[-1]] = value
    return reported


def test_the_answer_before_it_is_changed_is_right() -> None:
    assert answer(TOLD) == FULL


NO_TEXT: list[object] = [None, 3, ["a2-a3"], {}, True]
NO_NUMBER: list[object] = ["1", [], {}, True, 10**400]
NO_WHOLE: list[object] = [None, -1, 1.5, "1", True, (1 << 62) + 1, [], {}]
NO_TIME: list[object] = [-1, *NO_NUMBER]
NO_LIST: list[object] = [None, 3, "text", {}]

WRONG: list[tuple[tuple[str | int, ...], list[object]]] = [
    ((KIND,), [None, 3, "Line", []]),
    (("lines",), [*NO_LIST, [None], [[]], ["a2-a3"], [3], [{}]]),
    (("lines", 0, "move"), NO_TEXT),
    (("lines", 0, "value"), NO_NUMBER),
    (("lines", 1, "line"), [*NO_LIST, [3], [None]]),
    (("lines", 2, "depth"), NO_WHOLE),
    (("lines", 0, "proof"), [3, [], ["win"], ["win", -1], ["win", None], ["maybe", 3], [["win"], 3], {}, "win", True]),
    (("nodes",), NO_WHOLE),
    (("seconds",), [None, *NO_TIME]),
    (("counters",), [None, 3, [], "", "text", [["leaves", 3]], {"moons": 3}]),
    (("counters", "leaves"), [-1, 1.5, *NO_NUMBER]),
    (("counters", "table_filling"), NO_TIME),
    (("heuristic",), NO_TEXT),
    (("charged",), NO_TIME),
    (("more",), [1]),
]


@pytest.mark.parametrize(
    ("way", "value"),
    [(way, value) for way, values in WRONG for value in values],
    ids=lambda part: ".".join(map(str, part)) if isinstance(part, tuple) else f"{part!r:.20}",
)
def test_whatever_is_wrong_is_a_fault_of_the_player(way: tuple[str | int, ...], value: object) -> None:
    with pytest.raises(PlayerFault, match=r"its process sent |answered ") as caught:
        answer(changed(way, value))
    assert caught.value.termination == ERROR
    assert len(caught.value.reason) < 300


def fields_of(reported: Any, way: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The ways to all keys."""
    if isinstance(reported, dict):
        return [found for key, value in reported.items() for found in ((*way, key), *fields_of(value, (*way, key)))]
    return fields_of(reported[0], (*way, 0)) if isinstance(reported, list) and reported else []


@pytest.mark.parametrize("way", fields_of(TOLD), ids=lambda way: ".".join(map(str, way)))
def test_a_missing_field_is_a_fault(way: tuple[str | int, ...]) -> None:
    here = reported = deepcopy(TOLD)
    for step in way[:-1]:
        here = here[step]
    del here[way[-1]]
    with pytest.raises(PlayerFault, match="its process sent "):
        answer(reported)


@pytest.mark.parametrize(("error", "termination"), [(Late("no answer within 1.0 s"), HANG), (NoAnswer("gone"), DIED)])
def test_no_answer_is_a_fault(error: NoAnswer, termination: str) -> None:
    class Fails(Says):
        def ask(self, request: object, seconds: float) -> Any:
            raise error

    with pytest.raises(PlayerFault, match=str(error)) as caught:
        user_file.ask(Fails(None), EndGame(), Answer, 1.0)  # type: ignore[arg-type]
    assert caught.value.termination == termination
