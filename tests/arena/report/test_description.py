"""The whole description: every section, ids that are unique, and the same blocks for every reader."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plies.arena.numbers.sprt import Sprt
from plies.arena.plan.tournament import Tournament
from plies.arena.report.description import comparisons, description, how_to_read, live, parts, summary
from plies.arena.report.result import Published, Result
from plies.blocks.blocks import Dots, Heading, Histograms, Paragraph, Table
from plies.players.notation import parse_player
from tests.arena.made_records import made
from tests.arena.report.made import many_games, result_of, section


@pytest.fixture(scope="module")
def result() -> Result:
    return replace(many_games(), published=Published("A table of 2016", ()), title="Pawns")


def test_every_section_is_there(result: Result) -> None:
    headings = [block.text for block in description(result) if isinstance(block, Heading)]
    assert headings == [
        "Ratings",
        "Cross tables",
        "Beside the published table",
        "Pairings",
        "Score by side",
        "The same players under other limits",
        "Lengths of games",
        "How games ended",
        "Use of time",
        "Openings that decide",
        "How to read this",
        "Where this comes from",
    ]
    plots = [block.id for block in description(result) if isinstance(block, Dots | Histograms)]
    assert plots == [
        *("ratings-plot", "boards-plot", "sides-plot", "limits-1-plot", "lengths-plot", "time-plot"),
    ]


def test_ids_are_unique(result: Result) -> None:
    for blocks in (description(result), live(result), summary(result), parts([result, result])):
        ids = [block.id for block in blocks]
        assert len(ids) == len(set(ids))


def test_the_first_words() -> None:
    (first, *_) = description(result_of([made("a", "b", 1)]))
    assert isinstance(first, Paragraph)
    assert first.text == (
        "1 game in 0 complete pairs between 2 players on 1 board; 0 games lost by a fault rather than by the rules."
    )
    assert description(result_of([])) == [Paragraph("summary", "No games have been played yet.")]
    assert summary(result_of([])) == []


def test_what_is_watched_is_part_of_the_whole(result: Result) -> None:
    """The page in the browser shows it above and leaves it out below."""
    plan = Tournament.of(
        ["pawns:3x5"], [parse_player(f"random@name={name}") for name in "ab"], kind="match", sprt=Sprt()
    )
    match = replace(result, tournament=plan, sprt=Sprt().state([1, 2, 3, 4, 5]))
    whole = {block.id: block for block in description(match)}
    watched = [block for block in live(match) if block.id != "faults"]
    assert [block.id for block in watched] == ["players", "identical", "sprt", "sprt-plot"]
    assert [whole[block.id] for block in watched] == watched
    assert [block.id for block in section(description(match), "stopping-rule")] == ["sprt", "sprt-plot"]


def test_a_terminal_shows_players_and_each_board(result: Result) -> None:
    assert [block.id for block in summary(result) if isinstance(block, Table)] == [
        "players",
        "pairings-1",
        "pairings-2",
    ]


def test_nothing_published_can_be_compared_before_it_is_played(result: Result) -> None:
    about, reported = section(description(result), "published")
    assert isinstance(about, Paragraph)
    assert isinstance(reported, Paragraph)
    assert about.text == "A table of 2016."
    assert reported.text == "Nothing has been played yet that could be compared."


def test_limits_are_told_once(result: Result) -> None:
    assert [block.id for block in comparisons(result.standings)] == [
        "limits",
        "limits-reading",
        "limits-1",
        "limits-1-plot",
    ]
    assert list(comparisons(result_of([made("a", "b", 1)]).standings)) == []


def test_several_tournaments_are_parts_of_a_page(result: Result) -> None:
    blocks = parts([result, replace(result, title="Other")])
    assert [block.text for block in blocks if isinstance(block, Heading) and block.level == 2] == ["Pawns", "Other"]
    inside = [block.text for block in blocks if isinstance(block, Heading) and block.level == 3]
    assert inside.count("Ratings") == 2
    assert parts([result]) == description(result)


def test_the_confidence_is_told(result: Result) -> None:
    assert how_to_read(result.standings).startswith("Intervals are at 95% and made from pairs")
    assert how_to_read(replace(result.standings, confidence=0.9)).startswith("Intervals are at 90%")
