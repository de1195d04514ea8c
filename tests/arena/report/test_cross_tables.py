"""Cross tables: as the tournament of 2016 had them, and of any width."""

from __future__ import annotations

import re

import pytest

from plies.arena.numbers.standings import standings
from plies.arena.report.cross_tables import cross_tables
from plies.arena.run.record import GameRecord
from plies.blocks.blocks import Block, Paragraph, Table
from tests.arena.made_records import made
from tests.arena.report.made import many_games, table

#: the published row of the board 8x8: winners when the column's player is White against ari, hoddi, binni, tryggvi
ROW_8X8 = {
    "ari": "– ari ari ari",
    "hoddi": "hoddi – hoddi tryggvi",
    "binni": "ari hoddi – tryggvi",
    "tryggvi": "ari tryggvi tryggvi –",
}
ROW_3X5 = {"ari": "– = = =", "hoddi": "= – = =", "binni": "= = – =", "tryggvi": "= = = –"}


def games_of(row: dict[str, str], game: str) -> list[GameRecord]:
    names = list(row)
    games = []
    for first, cell in row.items():
        for second, winner in zip(names, cell.split(), strict=True):
            if winner != "–":
                score = 0.5 if winner == "=" else float(winner == first)
                turned = names.index(first) > names.index(second)
                games.append(made(f"{first}@5s", f"{second}@5s", score, game=game, turned=turned))
    return games


def test_the_table_of_2016_as_it_stood() -> None:
    found = standings([*games_of(ROW_8X8, "pawns:8x8"), *games_of(ROW_3X5, "pawns:3x5")])
    _, _, whole = cross_tables(found)
    assert isinstance(whole, Table)
    assert [one.title for one in whole.columns] == ["board", "ari first", "hoddi first", "binni first", "tryggvi first"]
    assert whole.texts() == [["Pawns, 8 by 8", *ROW_8X8.values()], ["Pawns, 3 by 5", *ROW_3X5.values()]]
    assert found.pairs == 12


def test_many_games_are_percentages() -> None:
    found = many_games().standings
    blocks = list(cross_tables(found))
    assert re.fullmatch(r"–( \d+){4}", table(blocks, "cross").texts()[0][1])
    matrix, cross = table(blocks, "cross-1"), found.cross[0]
    assert cross.players[:2] == ("ari@0.1s", "hoddi@0.1s")
    row = next(one for one in found.pairings if (one.board, one.a, one.b) == ("pawns:8x8", *cross.players[:2]))
    assert cross.cells[0][1] == row.first
    assert row.first.score is not None
    assert matrix.texts()[0][1:3] == ["–", f"{100 * row.first.score:.0f}% (12)"]
    assert matrix.shades()[0][2] == row.first.score
    other = cross.cells[1][0]
    assert other is not None
    assert other.wins == row.second.losses


def all_play(names: list[str], games: int = 1) -> list[GameRecord]:
    meetings = [(one, other) for one in names for other in names if one != other]
    return [
        made(one, other, 1, pair=pair, turned=names.index(one) > names.index(other))
        for one, other in meetings
        for pair in range(games)
    ]


def cross_of(records: list[GameRecord]) -> list[Block]:
    return list(cross_tables(standings(records)))[1:]


def width(made: Table) -> int:
    lines = [[column.title for column in made.columns], *made.texts()]
    return sum(max(len(line[i]) for line in lines) + 3 for i in range(len(made.columns)))


def test_long_names_are_letters_in_cross_tables() -> None:
    names = [f"ari(pawns={n},distance=-{n})@nodes=20000" for n in range(5)]
    legend, reported, whole = cross_of(all_play(names))
    assert isinstance(legend, Table)
    assert isinstance(reported, Paragraph)
    assert isinstance(whole, Table)
    assert legend.texts() == [[letter, name] for letter, name in zip("ABCDE", names, strict=True)]
    assert "against A, B, C, D, E as the second side" in reported.text
    assert whole.texts() == [["Pawns, 8 by 8", "– A A A A", "B – B B B", "C C – C C", "D D D – D", "E E E E –"]]
    assert width(whole) <= 120


@pytest.mark.parametrize(("players", "games"), [(9, 1), (12, 1), (12, 3), (30, 1)])
def test_cross_tables_of_many_players_fit_a_page(players: int, games: int) -> None:
    """And every game is in one of them."""
    found = [
        block for block in cross_of(all_play([f"p{n}" for n in range(players)], games)) if isinstance(block, Table)
    ]
    assert all(width(one) <= 120 for one in found)
    last = found[-1].texts()
    cells = players * (players - 1)
    if found[-1].columns[0].title == "board":
        assert sum(len(cell.replace("–", "").split()) for cell in last[0][1:]) == cells
    elif found[-1].columns[1].title == "second side":
        assert len(last) == cells
    else:
        assert sum(f"100% ({games})" in row for line in last for row in line) == cells


def test_a_gauntlet_is_a_list() -> None:
    games = [made("a", "b", 1), made("b", "a", 0.5, turned=True), made("a", "c", 0), made("c", "a", 1, turned=True)]
    (listed,) = cross_of(games)
    assert isinstance(listed, Table)
    assert listed.texts() == [
        ["a", "b", "1", "1–0–0", "100.0%"],
        ["a", "c", "1", "0–0–1", "0.0%"],
        ["b", "a", "1", "0–1–0", "50.0%"],
        ["c", "a", "1", "1–0–0", "100.0%"],
    ]
