"""Joint ratings: who is rated, how sure that is, and who is not."""

from __future__ import annotations

import time

import pytest

from plies.arena.numbers.ratings import Match, fit
from plies.arena.numbers.results import BoardEffect, Rating, RatingList
from plies.arena.numbers.standings import Scoreboard, standings
from plies.arena.numbers.statistics import estimate
from plies.arena.numbers.tally import PairTally
from plies.errors import Refused
from tests.arena.made_records import Cast, made, tournament

CAST = [
    Cast("ari@0.1s", "ari", 80, 0.1),
    Cast("hoddi@0.1s", "hoddi", 0, 0.1),
    Cast("binni@0.1s", "binni", -80, 0.1),
    Cast("ari@nodes=5000", "ari", 20, None, 5000),
    Cast("hoddi@nodes=5000", "hoddi", 20, None, 5000),
]


def two(joint: list[list[int]]) -> tuple[Rating, Rating]:
    one, other = fit([Match("b", "a", "b", PairTally(joint))]).players
    return one, other


def error(one: Rating) -> float:
    assert one.error is not None
    return one.error


def test_two_players_have_the_elo_of_their_score() -> None:
    """The difference in rating is the Elo difference of the score, however many draws there are and however far it is
    from even; the interval is that of the pairs."""
    for joint in ([[10, 20, 40], [30, 100, 60], [60, 70, 20]], [[1, 2, 40], [0, 10, 6], [0, 60, 90]]):
        (one, other), plain = two(joint), estimate(PairTally(joint).pentanomial)
        assert (one.name, one.reason, other.above_next) == ("a", "", None)
        assert one.rating is not None
        assert other.rating is not None
        assert one.rating - other.rating == pytest.approx(plain.elo, rel=0.001)
        assert (one.low, one.high) == (one.rating - error(one), one.rating + error(one))
        assert plain.elo_low is not None
        assert plain.elo_high is not None
        assert 2 * error(one) == pytest.approx((plain.elo_high - plain.elo_low) / 2, rel=0.04)
        assert one.above_next == pytest.approx(plain.superiority, abs=0.005)


def test_pairs_that_openings_decide_say_more_than_single_games() -> None:
    """Fifty games won by White and fifty by Black: in pairs that the opening decided, the players are surely equal."""
    paired, _ = two([[0, 0, 25], [0, 0, 0], [25, 0, 0]])
    lone, _ = fit([Match("b", "a", "b", PairTally(lone_first=[25, 0, 25], lone_second=[25, 0, 25]))]).players
    assert error(paired) < 0.5 * error(lone)


def test_who_only_wins_has_no_number() -> None:
    winner, loser = two([[0, 0, 0], [0, 0, 0], [0, 0, 50]])
    assert winner == Rating("a", None, None, None, None, None, "won every game")
    assert loser == Rating("b", None, None, None, None, None, "lost every game")
    half = [[0, 0, 0], [0, 0, 0], [0, 1, 49]]
    assert [one.reason for one in two(half)] == ["", ""]


def test_who_only_wins_among_others_has_a_bound() -> None:
    """Four players: the last of them lost everything, and is no part of the mean of the others."""
    even, lost = PairTally([[3, 0, 3], [0, 4, 0], [3, 0, 3]]), PairTally([[0, 0, 0], [0, 0, 0], [0, 0, 10]])
    matches = [Match("x", one, other, even) for one, other in (("a", "b"), ("a", "c"), ("b", "c"))]
    matches += [Match("x", one, "z", lost) for one in "abc"]
    found = fit(matches).players
    assert [one.name for one in found][3] == "z"
    assert sum(one.rating for one in found[:3] if one.rating is not None) == pytest.approx(0, abs=1e-6)
    assert (found[3].rating, found[3].low, found[3].reason) == (None, None, "lost every game")
    assert found[3].high is not None
    assert -400 < found[3].high < -250  # 30 pairs with half a chance of 5% for such a sweep
    assert found[2].above_next is None


def test_ten_games_of_identical_players_say_too_little() -> None:
    """What a live table once showed as +360 (+73 to +647) and −280 (−530 to −30)."""
    won, drawn = PairTally([[0, 0, 0], [0, 0, 0], [0, 0, 1]]), PairTally([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    others = [Match("x", one, other, drawn) for one, other in (("a", "c"), ("b", "c"), ("a", "d"), ("b", "d"))]
    for one in fit([Match("x", "a", "b", won), *others]).players:
        assert (one.rating, one.low, one.high, one.reason) == (None, None, None, "too few games")


def test_a_few_draws_do_not_make_players_equal() -> None:
    few, many = (two([[0, 0, 0], [0, pairs, 0], [0, 0, 0]]) for pairs in (4, 400))
    assert [one.rating for one in (*few, *many)] == pytest.approx([0] * 4, abs=1e-6)
    assert error(few[0]) > 35
    assert error(many[0]) < 1


def test_players_who_never_met() -> None:
    even = PairTally([[10, 5, 10], [5, 10, 5], [10, 5, 10]])
    found = fit([Match("b", "a", "b", even), Match("b", "c", "d", even)]).players
    assert [one.reason for one in found] == ["", "", *(2 * ["not to be compared yet"])]
    together = fit([Match("b", one, other, even) for one, other in (("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"))])
    assert [one.rating for one in together.players] == pytest.approx([0] * 4, abs=1e-6)


def test_anchor_and_nobody() -> None:
    joint = [[0, 0, 5], [5, 0, 0], [10, 0, 20]]
    found = fit([Match("b", "a", "b", PairTally(joint))], anchor="b").players
    assert found[1].rating == 0
    assert found[1].error == pytest.approx(0, abs=1e-6)
    assert fit([]).listed(None) == RatingList(None, (), {})
    with pytest.raises(Refused, match="no player 'x' to anchor the ratings; players: a, b"):
        fit([Match("b", "a", "b", PairTally(joint))], anchor="x")


def test_boards_have_their_own_draws_and_first_move() -> None:
    first_wins = PairTally([[0, 0, 4], [0, 0, 0], [36, 0, 0]])
    drawn = PairTally([[1, 0, 2], [0, 34, 0], [2, 0, 1]])
    little = PairTally([[0, 0, 1], [0, 1, 0], [0, 0, 0]])
    matches = [Match("small", "a", "b", first_wins), Match("large", "a", "b", drawn), Match("new", "a", "b", little)]
    boards = fit(matches).boards
    small, large = boards["small"], boards["large"]
    assert small.first_move is not None
    assert small.first_move > 300
    assert large.first_move is not None
    assert large.first_move_error is not None
    assert abs(large.first_move) < large.first_move_error
    assert small.draws_between_equals is not None
    assert large.draws_between_equals is not None
    assert small.draws_between_equals < 0.1 < 0.7 < large.draws_between_equals
    assert boards["new"] == BoardEffect(None, None, None)


def test_eight_players_with_a_hundred_thousand_games_are_rated_at_once() -> None:
    """The time depends on the number of pairings and boards, not on that of the games."""
    tally = PairTally([[100, 50, 150], [50, 300, 50], [150, 50, 100]])
    names = "abcdefgh"
    matches = [Match("x", one, other, tally) for place, one in enumerate(names) for other in names[place + 1 :]]
    begun = time.process_time()
    assert len(fit(matches).players) == 8
    assert time.process_time() - begun < 0.5


# -- in the standings --------------------------------------------------------------------------------------------------


def test_ratings_in_the_standings() -> None:
    table = Scoreboard()
    for record in tournament(CAST, ["pawns:8x8", "pawns:6x6"], 10):
        table.add(record)
    found = table.standings()
    assert [entry.board for entry in found.ratings] == [None, "pawns:8x8", "pawns:6x6"]
    assert [player.rating for player in found.players] == list(found.ratings[0].players)
    ratings = [player.rating.rating for player in found.players]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) == pytest.approx(0, abs=1e-6)
    anchored = table.standings(anchor="hoddi@0.1s")
    assert next(player for player in anchored.players if player.name == "hoddi@0.1s").rating.rating == 0
    with pytest.raises(Refused, match="no player 'x'"):
        table.standings(anchor="x")


def test_an_anchor_that_did_not_play_on_a_board() -> None:
    """Two pairings of four pairs, in each of which the first side wins; the anchor is in one of them."""
    games = [
        made(first, second, 1, game=game, pair=pair, turned=first == other)
        for game, one, other in (("one", "a", "b"), ("two", "a", "c"))
        for pair in range(4)
        for first, second in ((one, other), (other, one))
    ]
    whole, one, two = standings(games, anchor="b").ratings
    assert [entry.board for entry in (whole, one, two)] == [None, "one", "two"]
    assert [{rating.name: rating.rating for rating in entry.players}["b"] for entry in (whole, one)] == [0, 0]
    assert [rating.rating for rating in two.players] == pytest.approx([0, 0], abs=1e-6)
