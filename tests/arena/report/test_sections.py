"""Who is better, as blocks: the numbers in them are those of the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from plies.arena.numbers.published import PublishedCell
from plies.arena.numbers.sprt import Sprt
from plies.arena.plan.tournament import Tournament
from plies.arena.report import sections
from plies.arena.report.result import Gathered, Published, Result
from plies.blocks.blocks import Block, Dots
from plies.errors import ERROR
from plies.games.titles import title_of
from plies.players.notation import parse_player
from tests.arena.made_records import made
from tests.arena.report.made import many_games, result_of, table


@pytest.fixture(scope="module")
def result() -> Result:
    return many_games()


def titles(blocks: Sequence[Block], id: str) -> list[str]:
    return [column.title for column in table(blocks, id).columns]


def test_players_by_hand() -> None:
    """Two games, one won and one drawn by `a`: too few for ratings, and for plots of them."""
    result = result_of([made("a", "b", 1), made("b", "a", 0.5, turned=True)])
    a, b = sections.players(result).texts()
    assert a[:6] == ["a", "–", "too few games", "75.0%", "2", "1–1–0"]
    assert b[:6] == ["b", "–", "too few games", "25.0%", "2", "0–1–1"]
    assert list(sections.ratings(result.standings)) == []


def test_ratings_by_hand() -> None:
    """Five pairs, each won, drawn and lost by `a` in turn; `c` lost everything."""
    games = [
        made(first, second, score, pair=pair, turned=first == other)
        for one, other, scores in (("a", "b", (1, 0.5, 0, 1, 0.5)), ("a", "c", [1] * 5), ("b", "c", [1] * 5))
        for pair, score in enumerate(scores)
        for first, second, score in ((one, other, score), (other, one, 1 - score))
    ]
    result = result_of(games)
    a, b, c = sections.players(result).texts()
    assert a[1].replace("+", "−") == b[1] != "0"
    assert " to " in a[2]
    assert c[1:4] == ["–", c[2], "0.0%"]
    assert c[2].startswith("below −")
    plot = next(block for block in sections.ratings(result.standings) if block.id == "ratings-plot")
    assert isinstance(plot, Dots)
    assert [point.row for point in plot.series[0].points] == [0, 1]


def test_players_are_those_of_the_standings(result: Result) -> None:
    rows = sections.players(result).rows
    assert [row[0] for row in rows] == [player.name for player in result.standings.players]
    for row, player in zip(rows, result.standings.players, strict=True):
        rating = player.rating
        assert row[1:4] == (rating.rating, (rating.low, rating.high), player.score)
        assert rating.rating is not None
        assert row[4:] == (
            *(player.games, (player.wins, player.draws, player.losses)),
            *(rating.above_next, player.use.seconds_a_move, player.use.nodes_a_move),
        )


def test_names_alone_before_the_first_game() -> None:
    plan = Tournament.of(["pawns:3x5"], [parse_player("ari@1s"), parse_player("random")])
    assert sections.players(Gathered(plan).result()).texts() == [
        ["ari@1s", "–", "–", "–", "0", "–", "–", "–", "–"],
        ["random", "–", "–", "–", "0", "–", "–", "–", "–"],
    ]


def test_faults_in_words() -> None:
    games = [made("a", "b", 0, termination=ERROR), made("a", "b", 0, termination="time", pair=1), made("b", "a", 1)]
    (reported,) = sections.faults(result_of(games).standings)
    assert reported.text == "Games lost by a player's own fault: a 1 by error, 1 by time."
    assert list(sections.faults(result_of(games[2:]).standings)) == []


# -- the stopping rule -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("elos", "counts", "said"),
    [
        ((-10, 0), [0, 0, 0, 0, 900], "decided: a against b is 0 Elo rather than −10."),
        ((0, 10), [0, 0, 0, 0, 900], "decided: a is better than b, by +10 Elo rather than 0."),
        ((0, 10), [900, 0, 0, 0, 0], "decided: a against b is 0 Elo rather than +10."),
        ((0, 10), [0, 0, 0, 0, 0], "not decided yet."),
    ],
)
def test_what_a_stopping_rule_says(elos: tuple[float, float], counts: list[int], said: str) -> None:
    rule = Sprt(*elos)
    state = rule.state(counts)
    text = sections.sprt_in_words(rule, state, "a", "b")
    llr = f"{state.llr:+.2f}".replace("-", "−")
    assert text == f"SPRT after {sum(counts)} pairs: log-likelihood ratio {llr} between −2.94 and +2.94; {said}"


def test_a_stopping_rule_is_drawn_between_its_bounds() -> None:
    plan = Tournament.of(
        ["pawns:3x5"], [parse_player(f"random@name={name}") for name in "ab"], kind="match", sprt=Sprt()
    )
    state = Sprt().state([0, 1, 2, 3, 4])
    _, plot = sections.sprt(replace(result_of([]), tournament=plan, sprt=state))
    assert isinstance(plot, Dots)
    assert [mark.at for mark in plot.axis.marks] == [state.lower, state.upper]
    assert [mark.label for mark in plot.axis.marks] == ["0 Elo", "+10 Elo"]
    assert plot.series[0].points[0].value == state.llr
    assert list(sections.sprt(result_of([]))) == []


# -- ratings, pairings, sides ------------------------------------------------------------------------------------------


def test_ratings_are_drawn_with_their_intervals(result: Result) -> None:
    blocks = list(sections.ratings(result.standings))
    plots = {block.id: block for block in blocks if isinstance(block, Dots)}
    whole, *boards = result.standings.ratings
    points = plots["ratings-plot"].series[0].points
    assert [(one.value, one.low, one.high) for one in points] == [(r.rating, r.low, r.high) for r in whole.players]
    assert plots["ratings-plot"].rows == tuple(one.name for one in whole.players)
    on_boards = plots["boards-plot"]
    assert on_boards.rows == tuple(title_of(one.board or "") for one in boards)
    assert [one.name for one in on_boards.series] == [one.name for one in whole.players]  # two are called ari
    for series in on_boards.series:
        for point in series.points:
            (rating,) = (one for one in boards[point.row].players if one.name == series.name)
            assert (point.value, point.high) == (rating.rating, rating.rating + rating.error)
    cells = table(blocks, "ratings-by-board").rows
    for name, *row in cells:
        for board, cell in zip(boards, row, strict=True):
            assert cell in [(one.rating, one.error) for one in board.players if one.name == name]


def test_one_board_has_no_table_of_boards() -> None:
    games = [made(*names, 1, pair=pair, turned=names[0] == "b") for pair in range(4) for names in ("ab", "ba")]
    (plot,) = sections.ratings(result_of(games).standings)
    assert plot.id == "ratings-plot"


def test_pairings_on_all_boards_and_on_each(result: Result) -> None:
    tables = list(sections.pairings(result.standings))
    assert [one.caption for one in tables] == ["All boards", "Pawns, 8 by 8", "Pawns, 6 by 6"]
    assert [one.folded for one in tables] == [False, True, True]
    assert titles(tables, sections.ALL_BOARDS)[8:10] == ["as first", "as second"]
    assert [column.title for column in tables[1].columns][8:10] == ["as white", "as black"]
    for made_, board in zip(tables, (None, "pawns:8x8", "pawns:6x6"), strict=True):
        own = [row for row in result.standings.pairings if row.board == board]
        assert [row[0] for row in made_.rows] == [f"{row.a} – {row.b}" for row in own]
        assert [row[4:7] for row in made_.rows] == [
            (one.estimate.elo, (one.estimate.elo_low, one.estimate.elo_high), one.estimate.superiority) for one in own
        ]


def test_one_board_stands_for_all() -> None:
    (found,) = sections.pairings(result_of([made("a", "b", 1), made("b", "a", 0, turned=True)]).standings)
    assert (found.caption, found.folded) == ("Pawns, 8 by 8", False)
    assert found.texts() == [
        ["a – b", "2", "2–0–0", "100.0%", "–", "above −234", "84.1%", "0%", "100.0%", "100.0%", "0 0 0 0 1"]
    ]


def test_a_board_of_a_file_is_not_run() -> None:
    assert sections.sides_of("nowhere.py:game") == sections.sides_of("nothing") == sections.sides_of(None)
    assert sections.sides_of("checkers:0x0") == ("first", "second")


def test_scores_by_side(result: Result) -> None:
    blocks = list(sections.sides(result.standings))
    for row, player in zip(table(blocks, "players-by-side").rows, result.standings.players, strict=True):
        assert (row[0], row[1], row[3]) == (player.name, player.first.score, player.second.score)
    (plot,) = (block for block in blocks if isinstance(block, Dots))
    assert plot.joined
    assert [[point.value for point in one.points] for one in plot.series] == [
        [100 * (player.first.score or 0) for player in result.standings.players],
        [100 * (player.second.score or 0) for player in result.standings.players],
    ]
    effects = {board: effect for one in result.standings.ratings[1:] for board, effect in one.boards.items()}
    assert [row[4] for row in table(blocks, "first-move").rows] == [
        (effects[board].first_move, effects[board].first_move_error) for board in ("pawns:8x8", "pawns:6x6")
    ]


def test_limits_beside_each_other(result: Result) -> None:
    (comparison,) = result.standings.limits
    made_, plot = sections.comparison(comparison, 1, 0.95)
    assert [column.title for column in table([made_], "limits-1").columns] == ["player", "0.1s", "nodes=5000", "gain"]
    assert [row[3] for row in table([made_], "limits-1").rows] == [
        (one.gain, one.gain_error) for one in comparison.rows
    ]
    assert isinstance(plot, Dots)
    assert [one.name for one in plot.series] == list(comparison.labels)


def test_published_games_by_board() -> None:
    cells = (
        PublishedCell("pawns:3x5", "ari", "hoddi", "=", "="),
        PublishedCell("pawns:3x5", "hoddi", "ari", "ari", "hoddi"),
        PublishedCell("pawns:8x8", "ari", "hoddi", "62.5%", "ari"),
    )
    result = replace(result_of([]), published=Published("A table", cells))
    reported, small, large = sections.published(result)
    assert reported.text == "1 of 3 as published."  # type: ignore[union-attr]
    assert table([small], "published-1").caption == "Pawns, 3 by 5: 1 of 2 as published."
    assert table([small], "published-1").texts() == [
        ["ari", "hoddi", "draw", "draw", ""],
        ["hoddi", "ari", "ari", "hoddi", "differs"],
    ]
    assert table([large], "published-2").texts() == [["ari", "hoddi", "62.5%", "ari", "differs"]]
