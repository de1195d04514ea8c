"""Answers through a pipe: there and back, and every field that a child process may write wrongly."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import pytest
from plies.players.answers import LONGEST_LINE, LONGEST_WORD, MOST_LINES, MOST_NODES, answer_data, answer_of

from plies.errors import DIED, PlayerFault
from plies.search.answer import Answer, Counters, Line

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
TOLD: Any = json.loads(json.dumps(answer_data(FULL)))


@pytest.mark.parametrize("answer", [FULL, Answer(()), Answer.of_move("a2-a3"), Answer.of_move("a2-a3", charged=0.0)])
def test_answers_come_back_as_they_were(answer: Answer) -> None:
    assert answer_of(json.loads(json.dumps(answer_data(answer)))) == answer


def changed(way: Sequence[str | int], value: object) -> Any:
    """The full answer with one thing in it replaced."""
    here = told = deepcopy(TOLD)
    for step in way[:-1]:
        here = here[step]
    here[way[-1]] = value
    return told


NO_TEXT: list[object] = [None, 3, ["a2-a3"], {}, True, "x" * (LONGEST_WORD + 1)]
NO_NUMBER: list[object] = ["1", [], {}, True, float("nan"), float("inf"), 10**400]
NO_WHOLE: list[object] = [None, -1, 1.5, "1", True, MOST_NODES + 1, [], {}]
NO_TIME: list[object] = [-1, 1e10, *NO_NUMBER]
NO_LIST: list[object] = [None, 3, "text", {}]

WRONG: list[tuple[tuple[str | int, ...], list[object]]] = [
    (("lines",), [*NO_LIST, [None], [[]], ["a2-a3"], [3], [{}] * (MOST_LINES + 1)]),
    (("lines", 0, "move"), NO_TEXT),
    (("lines", 0, "value"), NO_NUMBER),
    (("lines", 1, "line"), [*NO_LIST, [3], [None], ["a"] * (LONGEST_LINE + 1), ["x" * (LONGEST_WORD + 1)]]),
    (("lines", 2, "depth"), NO_WHOLE),
    (("lines", 0, "proof"), [3, [], ["win"], ["win", -1], ["win", None], ["maybe", 3], [["win"], 3], {}, "win", True]),
    (("nodes",), NO_WHOLE),
    (("seconds",), [None, *NO_TIME]),
    (("counters",), [None, 3, [], "", "text", [["leaves", 3]], {"moons": 3}]),
    (("counters", "leaves"), NO_NUMBER),
    (("counters", "table_filling"), NO_NUMBER),
    (("heuristic",), NO_TEXT),
    (("charged",), NO_TIME),
]


@pytest.mark.parametrize(
    ("way", "value"),
    [(way, value) for way, values in WRONG for value in values],
    ids=lambda part: ".".join(map(str, part)) if isinstance(part, tuple) else f"{part!r:.20}",
)
def test_whatever_is_wrong_is_a_fault_of_the_player(way: tuple[str | int, ...], value: object) -> None:
    with pytest.raises(PlayerFault, match="its process answered something that is no answer") as caught:
        answer_of(changed(way, value))
    assert caught.value.termination == DIED
    assert len(caught.value.reason) < 200


def fields_of(told: Any, way: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The ways to all keys."""
    if isinstance(told, dict):
        return [found for key, value in told.items() for found in ((*way, key), *fields_of(value, (*way, key)))]
    return fields_of(told[0], (*way, 0)) if isinstance(told, list) and told else []


@pytest.mark.parametrize("way", fields_of(TOLD), ids=lambda way: ".".join(map(str, way)))
def test_a_missing_field_is_a_fault_unless_it_is_a_counter(way: tuple[str | int, ...]) -> None:
    here = told = deepcopy(TOLD)
    for step in way[:-1]:
        here = here[step]
    del here[way[-1]]
    if "counters" in way[:-1]:
        assert getattr(answer_of(told).counters, str(way[-1])) is None
        return
    with pytest.raises(PlayerFault, match="no answer"):
        answer_of(told)


@pytest.mark.parametrize("told", [None, 3, "text", [], [1], {}])
def test_what_is_no_answer_at_all(told: object) -> None:
    with pytest.raises(PlayerFault, match="no answer"):
        answer_of(told)  # type: ignore[arg-type]
