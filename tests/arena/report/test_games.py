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
    table = games_table(games)
    assert [column.title for column in table.columns][:3] == ["game", "pair", "board"]
    assert [row[1:] for row in table.texts()] == [
        ["5a", "Pawns, 8 by 8", "a", "b", "1–0", "4", "0 µs", "a pawn is through"],
        ["5b", "Pawns, 8 by 8", "b", "a", "½–½", "0", "0 µs", "no moves"],
    ]
    assert [row[0] for row in table.rows] == [game.pairing.id[:10] for game in games]
    linked = games_table(games, ("/one", "/other"))  # a link is by players: nobody reads an id
    assert linked.links == ("/one", "/other")
    assert [row[:3] for row in linked.texts()] == [["a – b", "5a", "Pawns, 8 by 8"], ["b – a", "5b", "Pawns, 8 by 8"]]
