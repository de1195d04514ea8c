"""Published games beside those of a tournament."""

from __future__ import annotations

from plies.arena.numbers.published import PublishedCell, agreement, beside_published
from plies.arena.numbers.standings import standings
from tests.arena.made_records import made

CELLS = {"pawns:8x8": {("ari", "hoddi"): "", ("hoddi", "ari"): "ari"}}


def test_who_won_now_and_then() -> None:
    """The first game is drawn as it was; the second is won by the other player."""
    games = [made("ari@1s", "hoddi@1s", 0.5), made("hoddi@1s", "ari@1s", 1.0, turned=True)]
    cells = beside_published(standings(games), CELLS)
    assert cells == (
        PublishedCell("pawns:8x8", "ari", "hoddi", now="=", then="="),
        PublishedCell("pawns:8x8", "hoddi", "ari", now="hoddi", then="ari"),
    )
    assert [cell.agrees for cell in cells] == [True, False]
    assert agreement(cells) == "1 of 2 as published"


def test_only_draws_are_a_draw_beside_a_published_one() -> None:
    games = [made("ari@1s", "hoddi@1s", score, pair=pair) for pair, score in enumerate((1.0, 0.0))]
    (cell,) = beside_published(standings(games), CELLS)
    assert (cell.now, cell.then) == ("50.0%", "=")


def test_other_boards_and_players_are_left_out() -> None:
    games = [made("ari@1s", "hoddi@1s", 1, game="pawns:6x6"), made("ari@1s", "binni@1s", 1)]
    assert beside_published(standings(games), CELLS) == ()
