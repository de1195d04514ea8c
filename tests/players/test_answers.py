"""Answers of other processes: whatever is out of range is the player's fault."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from plies.errors import DIED, PlayerFault
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
        ("seconds", -0.1, "a time"),
        ("seconds", float("nan"), "a time"),
        ("charged", float("inf"), "a time"),
        ("charged", 1e10, "a time"),
        ("nodes", -1, "a count"),
        ("nodes", 10**400, "a count"),
        ("counters", Counters(leaves=-1), "a count"),
        ("counters", Counters(table_hits=MOST_COUNTED + 1), "a count"),
        ("counters", Counters(table_filling=1.5), "a count"),
        ("heuristic", "x" * (LONGEST_WORD + 1), "a line"),
        ("lines", (LINE,) * (MOST_LINES + 1), "a line"),
        ("lines", (replace(LINE, move="x" * (LONGEST_WORD + 1)),), "a line"),
        ("lines", (replace(LINE, line=("a2-a3",) * LONGEST_LINE),), "a line"),
        ("lines", (LINE, replace(LINE, value=float("nan"))), "a line"),
        ("lines", (replace(LINE, depth=-1),), "a line"),
        ("lines", (replace(LINE, proof=("win", -3)),), "a line"),
    ],
)
def test_what_is_out_of_range_is_a_fault(field: str, value: Any, said: str) -> None:
    with pytest.raises(PlayerFault, match=f"{said} is out of range") as caught:
        checked(replace(FULL, **{field: value}))
    assert caught.value.termination == DIED
