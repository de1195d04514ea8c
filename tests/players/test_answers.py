"""Answers of players: whatever has a wrong type, is not finite or out of range is the player's fault."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from plies.errors import ERROR, PlayerFault
from plies.players.answers import LONGEST_LINE, LONGEST_WORD, MOST_COUNTED, MOST_LINES, checked
from plies.search.answer import Answer, Counters, Line

LINE = Line("a2-a3", 1.5, ("a2-a3", "b4-b3"), 7, ("win", 3))
FULL = Answer((LINE, Line("c2-c3")), 123, 0.25, Counters(1, 2, 3, 4, 0.5, 6), "ari", 0.2)


@pytest.mark.parametrize("answer", [FULL, Answer(()), Answer.of_move("a2-a3"), Answer.of_move("a2-a3", charged=0.0)])
def test_a_right_answer_is_handed_on(answer: Answer) -> None:
    assert checked(answer) is answer


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("seconds", -0.1, "seconds = -0.1; right is a time in seconds"),
        ("seconds", "fast", "seconds = 'fast'; right is a time"),
        ("seconds", float("nan"), "seconds = nan"),
        ("seconds", 10**400, "seconds = a whole number of 1329 bits"),
        ("charged", float("inf"), "charged = inf"),
        ("charged", 1e10, "charged = 10000000000.0"),
        ("charged", True, "charged = True"),
        ("nodes", -1, "nodes = -1; right is a whole number from 0 to 2"),
        ("nodes", 10**400, "nodes = a whole number of 1329 bits"),
        ("nodes", 1.5, "nodes = 1.5"),
        ("nodes", None, "nodes = None"),
        ("counters", {"leaves": 1}, "counters = a dict"),
        ("counters", Counters(leaves=-1), "leaves = -1"),
        ("counters", Counters(cutoffs="many"), "cutoffs = 'many'"),  # type: ignore[arg-type]
        ("counters", Counters(table_hits=MOST_COUNTED + 1), "table_hits = a whole number of 63 bits"),
        ("counters", Counters(table_filling=1.5), "table_filling = 1.5"),
        ("heuristic", "x" * (LONGEST_WORD + 1), "heuristic = 'xxx"),
        ("heuristic", 3, "heuristic = 3"),
        ("lines", (LINE,) * (MOST_LINES + 1), "lines = a tuple"),
        ("lines", [LINE], "lines = a list"),
        ("lines", ("a2-a3",), "answered 'a2-a3' among its lines"),
        ("lines", (replace(LINE, move="x" * (LONGEST_WORD + 1)),), "move = 'xxx"),
        ("lines", (replace(LINE, move=None),), "move = None"),  # type: ignore[arg-type]
        ("lines", (replace(LINE, line=("a2-a3",) * LONGEST_LINE),), "line = a tuple"),
        ("lines", (replace(LINE, line=(1, 2)),), "line = a tuple"),  # type: ignore[arg-type]
        ("lines", (LINE, replace(LINE, value=float("nan"))), "value = nan"),
        ("lines", (LINE, replace(LINE, value="high")), "value = 'high'"),  # type: ignore[arg-type]
        ("lines", (replace(LINE, depth=-1),), "depth = -1"),
        ("lines", (replace(LINE, proof=("win", -3)),), "proof = a tuple"),
        ("lines", (replace(LINE, proof=("luck", 3)),), "proof = a tuple"),  # type: ignore[arg-type]
    ],
)
def test_what_is_wrong_is_a_fault_that_names_the_field(field: str, value: Any, said: str) -> None:
    with pytest.raises(PlayerFault) as caught:
        checked(replace(FULL, **{field: value}))
    assert said in caught.value.reason
    assert len(caught.value.reason) < 150
    assert caught.value.termination == ERROR


@pytest.mark.parametrize("answer", [None, "a2-a3", {"move": "a2-a3"}, object()])
def test_what_is_no_answer_at_all(answer: object) -> None:
    with pytest.raises(PlayerFault, match=r"^answered .* where an Answer was due$"):
        checked(answer)


def test_a_number_too_long_to_be_written() -> None:
    with pytest.raises(PlayerFault, match="nodes = a whole number of 16610 bits"):
        checked(replace(FULL, nodes=10**5000))
