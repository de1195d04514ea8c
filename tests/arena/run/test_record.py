"""Records of games: through JSON and the ledger's rows, and what their digest takes no notice of."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from plies.arena.run.record import GameRecord, MoveRecord, digest
from plies.search.answer import Answer, Counters, Line
from tests.players.pairings import pairing

COUNTED = Counters(leaves=7, cutoffs=3, first_move_cutoffs=2, table_hits=1, deepest=9)
MOVES = (MoveRecord("b2-b3", 1.5, 4, 300, 0.001, COUNTED), MoveRecord("a4-a3"))
RECORD = GameRecord(
    pairing("ari@nodes=9", "random"), MOVES, 1.0, "rules", "a pawn is through", {"plies": "1"}, 5.0, 2.0, "vm:1"
)


def test_a_record_comes_back_as_it_was() -> None:
    assert GameRecord.from_json(RECORD.as_json()) == RECORD
    assert [MoveRecord.of_row(json.loads(json.dumps(move.row()))) for move in MOVES] == list(MOVES)


def test_records_without_counters_are_those_of_the_first_release() -> None:
    reported = json.loads(RECORD.as_json())
    assert reported["moves"][1] == {"move": "a4-a3", "value": None, "depth": 0, "nodes": 0, "seconds": 0.0}
    assert MOVES[1].row() == ["a4-a3", None, 0, 0, 0.0]
    del reported["moves"][0]["counters"]
    assert GameRecord.from_json(json.dumps(reported)).moves[0] == replace(MOVES[0], counters=Counters())


def test_a_move_keeps_what_it_can_give_back() -> None:
    answer = Answer((Line("b2-b3", 1.5, ("b2-b3",), 4),), 300, 9.0, replace(COUNTED, table_filling=0.5))
    assert MoveRecord.of_answer("b2-b3", answer, 0.00100049) == MOVES[0]


@pytest.mark.parametrize(
    ("changes", "same"),
    [
        ({"started": 9.0, "seconds": 9.0, "place": "elsewhere"}, True),
        ({"moves": (replace(MOVES[0], seconds=9.0, counters=Counters()), MOVES[1])}, True),
        ({"moves": (replace(MOVES[0], nodes=301), MOVES[1])}, False),
        ({"score": 0.0}, False),
        ({"pairing": pairing("ari@nodes=10", "random")}, False),
    ],
)
def test_a_digest_takes_no_notice_of_times_and_places(changes: dict[str, object], same: bool) -> None:
    assert (digest([replace(RECORD, **changes)]) == digest([RECORD])) == same  # type: ignore[arg-type]


def test_a_digest_takes_no_notice_of_the_order() -> None:
    other = replace(RECORD, score=0.0)
    assert digest([RECORD, other]) == digest([other, RECORD]) != digest([RECORD])
