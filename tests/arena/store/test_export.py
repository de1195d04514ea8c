"""Stored games as files for others."""

from __future__ import annotations

import plies
from plies.arena.run.record import MoveRecord
from plies.arena.store.export import in_format
from plies.errors import TIME
from plies.values import won_in
from tests.arena.made_records import made


def test_what_players_thought_is_short_in_a_comment() -> None:
    first = plies.game("checkers").start().moves[0]
    second = plies.game("checkers").start().play(first).moves[0]
    moves = [MoveRecord(first, -0.177966, 7, 900, 0.0123), MoveRecord(second, won_in(9), 12, 900, 0.5)]
    game = made("a", "b", 1, game="checkers", moves=moves, termination=TIME, reason="black: {too} long")
    (text,) = in_format([game], "pdn")
    assert "{-0.18/7 0.012s}" in text
    assert "{win in 9/12 0.500s}" in text
    assert "{black: {too) long}" in text
    (again,) = plies.game("checkers").formats["pdn"].read(text)
    assert list(again.moves) == [first, second]
