"""The list of games."""

from __future__ import annotations

from plies.arena.report.games import games_table
from plies.arena.run.record import MoveRecord
from tests.arena.made_records import made


def test_a_line_for_each_game() -> None:
    games = [
        made("a", "b", 1, pair=4, opening=("x",), moves=[MoveRecord("y")] * 3),
        made("b", "a", 0.5, pair=4, turned=True, reason="no moves"),
    ]
    table = games_table(games, ("/one", "/other"))
    assert [column.title for column in table.columns][:3] == ["game", "pair", "board"]
    assert [row[1:] for row in table.texts()] == [
        ["5a", "pawns:8x8", "a", "b", "1–0", "4", "0 µs", "a pawn is through"],
        ["5b", "pawns:8x8", "b", "a", "½–½", "0", "0 µs", "no moves"],
    ]
    assert table.links == ("/one", "/other")
    assert [row[0] for row in table.rows] == [game.pairing.id[:10] for game in games]
