"""How the games went, as blocks."""

from __future__ import annotations

import pytest

from plies.arena.report import details
from plies.arena.run.record import MoveRecord
from plies.blocks.blocks import Dots, Histograms
from plies.errors import TIME
from tests.arena.made_records import made
from tests.arena.report.made import many_games, result_of, table


def plies(count: int, seconds: float = 0.01) -> list[MoveRecord]:
    return [MoveRecord("x", None, 3, 100, seconds)] * count


def test_lengths_are_put_into_bars() -> None:
    """Lengths 10, 10, 11 and 130 of one board: bars are three plies wide."""
    games = [made("a", "b", 1, pair=n, moves=plies(count)) for n, count in enumerate((10, 10, 11, 130))]
    games.append(made("a", "b", 1, game="pawns:6x6", moves=plies(4)))
    blocks = list(details.lengths(result_of(games).standings))
    assert table(blocks, "lengths-by-board").texts() == [
        ["Pawns, 8 by 8", "40.2", "10", "130"],
        ["Pawns, 6 by 6", "4", "4", "4"],
    ]
    (plot,) = (block for block in blocks if isinstance(block, Histograms))
    assert plot.width == 3
    assert [panel.bars for panel in plot.panels] == [((9, 0.75), (129, 0.25)), ((3, 1.0),)]


def test_every_game_is_in_a_bar() -> None:
    (plot,) = (block for block in details.lengths(many_games().standings) if isinstance(block, Histograms))
    for panel in plot.panels:
        assert sum(share for _, share in panel.bars) == pytest.approx(1)
        assert len(panel.bars) <= details.MOST_BARS


def test_endings_and_faults() -> None:
    games = [made("a", "b", 0, pair=n, termination=TIME, reason="late") for n in range(2)]
    games += [made("b", "a", 1, pair=2), made("b", "a", 0.5, pair=3, reason="no moves")]
    blocks = list(details.endings(result_of(games).standings))
    assert [one.title for one in table(blocks, "terminations").columns] == ["board", "time", "by the rules"]
    assert table(blocks, "terminations").texts() == [["Pawns, 8 by 8", "2", "2"]]
    assert table(blocks, "reasons").texts() == [
        ["Pawns, 8 by 8", "a pawn is through", "1", "25.0%"],
        ["Pawns, 8 by 8", "no moves", "1", "25.0%"],
    ]
    assert table(blocks, "faults-by-kind").texts() == [["a", "2"]]


@pytest.mark.parametrize(("longest", "unit", "shown"), [(0.02, "milliseconds", 20.0), (2.0, "seconds", 2.0)])
def test_use_of_time(longest: float, unit: str, shown: float) -> None:
    game = made("a", "b", 1, moves=[*plies(2, 0.01), MoveRecord("x", None, 5, 300, longest)])
    blocks = list(details.use_of_time(result_of([game]).standings))
    a, b = sorted(table(blocks, "use-of-time").rows)
    assert a[:2] == ("a", "0.1s")
    assert a[2:5] == (2, pytest.approx((0.01 + longest) / 2), longest)
    assert a[5] == pytest.approx((0.01 + longest) / 2 / 0.1)
    assert a[6:] == (200, pytest.approx(400 / (0.01 + longest)), 4, "Plies")
    assert b[2:4] == (1, 0.01)
    (plot,) = (block for block in blocks if isinstance(block, Dots))
    assert plot.axis.title == unit
    assert max(point.value for point in plot.series[1].points) == pytest.approx(shown)


def test_no_moves_took_no_time() -> None:
    assert [block.id for block in details.use_of_time(result_of([made("a", "b", 1)]).standings)] == [
        "time",
        "use-of-time",
    ]


def test_one_opening_is_one_opening() -> None:
    games = [made("a", "b", 1, opening=("x",)), made("b", "a", 1, turned=True, opening=("x",))]
    blocks = list(details.openings(result_of(games).standings))
    assert table(blocks, "deciding").texts() == [["Pawns, 8 by 8", "1", "1", "0", "100.0%"]]
    assert table(blocks, "openings-1").caption == "Pawns, 8 by 8: 1 of 1 opening decided a pair"
    assert table(blocks, "openings-1").texts() == [["x", "1", "1", "0"]]
