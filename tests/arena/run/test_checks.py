"""Records are checked where they arrive."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from plies.arena.run.checks import InvalidRecord, check_record
from plies.arena.run.record import GameRecord, MoveRecord
from plies.search.answer import Counters
from tests.arena.made_records import made

MOVE = MoveRecord("a2-a3", 1.5, 3, 100, 0.1, Counters(leaves=5), True, 0.05)
RECORD = made("a", "b", 1, moves=[MOVE, MoveRecord("b2-b3", 1e308), MoveRecord("c2-c3", 1e308)])


def with_move(**changes: Any) -> GameRecord:
    return replace(RECORD, moves=(MOVE, replace(MOVE, **changes)))


def with_pairing(**changes: Any) -> GameRecord:
    return replace(RECORD, pairing=replace(RECORD.pairing, **changes))


def test_a_right_record() -> None:
    check_record(RECORD)
    assert GameRecord.from_json(RECORD.as_json()) == RECORD


@pytest.mark.parametrize(
    ("record", "field"),
    [
        (with_move(move=3), "a move"),
        (with_move(value=float("nan")), "a move's value"),
        (with_move(value=10**400), "a move's value"),
        (with_move(value="good"), "a move's value"),
        (with_move(depth=-1), "a move's depth"),
        (with_move(depth=1.5), "a move's depth"),
        (with_move(nodes=10**400), "a move's nodes"),
        (with_move(nodes=True), "a move's nodes"),
        (with_move(nodes=None), "a move's nodes"),
        (with_move(seconds="long"), "a move's time"),
        (with_move(seconds=float("inf")), "a move's time"),
        (with_move(seconds=-1.0), "a move's time"),
        (with_move(worked="long"), "a move's processor time"),
        (with_move(counters=Counters(leaves="many")), "a move's counters"),  # type: ignore[arg-type]
        (replace(RECORD, score=0.7), "its score"),
        (replace(RECORD, score="1"), "its score"),  # type: ignore[arg-type]
        (replace(RECORD, termination="magic"), "how it ended"),
        (replace(RECORD, reason=None), "its reason or place"),  # type: ignore[arg-type]
        (replace(RECORD, versions={"plies": 1}), "its versions"),  # type: ignore[dict-item]
        (replace(RECORD, versions=[]), "its versions"),  # type: ignore[arg-type]
        (replace(RECORD, started=float("nan")), "its date"),
        (replace(RECORD, seconds="soon"), "its time"),  # type: ignore[arg-type]
        (with_pairing(pair=-1), "its pair"),
        (with_pairing(turned=2), "its pair"),
        (with_pairing(first="b"), "its names"),
        (with_pairing(game=None), "its names"),
        (with_pairing(opening=("a2-a3", 5)), "its opening"),
        (with_pairing(seed="0"), "its seed"),
    ],
)
def test_what_is_wrong_is_named(record: GameRecord, field: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        check_record(record)
    assert str(caught.value) == field


@pytest.mark.parametrize("text", ["", "[]", "{}", "{" * 100_000, json.dumps({**RECORD.data(), "moves": 5})])
def test_what_is_no_record_at_all(text: str) -> None:
    with pytest.raises(InvalidRecord, match=r"^it$"):
        GameRecord.from_json(text)


def test_a_record_of_a_worker_is_checked() -> None:
    with pytest.raises(InvalidRecord, match="a move's time"):
        GameRecord.from_json(with_move(seconds="fast").as_json())
