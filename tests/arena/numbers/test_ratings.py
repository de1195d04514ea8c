"""Joint ratings: published data, the edges of the model, and coverage in simulation."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from plies.arena.numbers import ratings
from plies.arena.numbers.ratings import Match, Model, fit
from plies.arena.numbers.results import RatingList
from plies.arena.numbers.standings import Scoreboard, standings
from plies.arena.numbers.statistics import ELO, estimate
from plies.arena.numbers.tally import PairTally
from plies.errors import Refused
from tests.arena.made_records import Cast, made, tournament

#: games of seven baseball teams in 1987, home wins - away wins, the home team down and the visitors across:
#: Agresti, Categorical Data Analysis (2nd edition, 2002), section 10.6
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
BASEBALL = """
-   4-3 4-2 4-3 6-1 4-2 6-0
3-3 -   4-2 4-3 6-0 6-1 4-3
2-5 4-3 -   2-4 4-3 4-2 6-0
3-3 5-1 2-5 -   4-3 4-2 6-1
5-1 2-5 3-3 4-2 -   5-2 6-0
2-5 3-3 3-4 4-3 4-2 -   2-4
2-5 1-5 1-6 2-4 1-6 3-4 -
"""
#: comparisons of six chocolate puddings, i j preferred-i preferred-j tied: Davidson (1970), example 2
PUDDINGS = """
1 2 19 22 16 / 1 3 16 19 12 / 2 3 19 19 10 / 1 4 18 23 13 / 2 4 23 19 9 / 3 4 19 20 15 / 1 5 13 19 18 / 2 5 16 20 12
3 5 16 15 17 / 4 5 17 14 16 / 1 6 18 21 12 / 2 6 22 20 12 / 3 6 13 18 10 / 4 6 14 19 18 / 5 6 11 21 12
"""


@pytest.fixture
def without_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    """Published estimates have no prior: make it so weak that it does not show."""
    monkeypatch.setattr(ratings, "PRIOR_ELO", 1e6)
    monkeypatch.setattr(ratings, "PRIOR_DRAWS", 1e-4)


@pytest.mark.usefixtures("without_prior")
def test_baseball_with_home_advantage() -> None:
    """The abilities of Agresti's table 10.11 and the advantage of 0.302 that R's BradleyTerry2 tests for."""
    cells = [line.split() for line in BASEBALL.split("\n") if line]
    matches = []
    for i in range(7):
        for j in range(i + 1, 7):
            (won, lost), (won_there, lost_there) = (map(int, cells[x][y].split("-")) for x, y in ((i, j), (j, i)))
            tally = PairTally(lone_first=[lost, 0, won], lone_second=[won_there, 0, lost_there])
            matches.append(Match("baseball", TEAMS[i], TEAMS[j], tally))
    found = Model.build(matches, TEAMS).maximise()
    strengths = np.exp(found[:7])
    assert (strengths / strengths.sum()).round(3).tolist() == [0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044]
    assert found[7] == pytest.approx(0.302, abs=0.0005)


@pytest.mark.usefixtures("without_prior")
def test_puddings_with_ties() -> None:
    """Worths and ν as Davidson (1970) has them, standard errors as R's PlackettLuce prints them for the same data.
    Nothing distinguishes the first of two puddings, so each comparison is counted half each way round."""
    matches = []
    for entry in PUDDINGS.replace("/", "\n").strip().split("\n"):
        i, j, won, lost, tied = entry.split()
        halves = [int(lost) / 2, int(tied) / 2, int(won) / 2]
        matches.append(Match("pudding", i, j, PairTally(lone_first=halves, lone_second=halves)))  # type: ignore[arg-type]
    model = Model.build(matches, "123456")
    found = model.maximise()
    worths = np.exp(found[:6])
    published = [0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855]
    assert (worths / worths.sum()).tolist() == pytest.approx(published, abs=3e-5)
    assert np.exp(found[7]) == pytest.approx(0.74681, abs=3e-5)
    assert found[6] == pytest.approx(0, abs=1e-9)
    spread = np.linalg.inv(model.hessian(found))
    errors = [np.sqrt(spread[0, 0] + spread[k, k] - 2 * spread[0, k]) for k in range(1, 6)]
    assert errors == pytest.approx([0.1872, 0.1935, 0.1882, 0.1927, 0.1924], abs=1e-4)


def test_slopes_and_curvature_are_those_of_the_likelihood() -> None:
    table = Scoreboard()
    for record in tournament(CAST, ["pawns:8x8", "pawns:6x6"], 8):
        table.add(record)
    model = Model.build(table.matches(), list(table.players))
    here = np.linspace(-0.6, 0.8, model.difference.shape[1])
    assert approx_fprime(here, model.value, 1e-6) == pytest.approx(model.gradient(here), abs=1e-3)
    assert approx_fprime(here, model.gradient, 1e-6) == pytest.approx(model.hessian(here), abs=1e-3)
    assert np.abs(model.gradient(model.maximise())).max() < 1e-5


CAST = [
    Cast("ari@0.1s", "ari", 80, 0.1),
    Cast("hoddi@0.1s", "hoddi", 0, 0.1),
    Cast("binni@0.1s", "binni", -80, 0.1),
    Cast("ari@nodes=5000", "ari", 20, None, 5000),
    Cast("hoddi@nodes=5000", "hoddi", 20, None, 5000),
]


def two(joint: list[list[int]]) -> ratings.Ratings:
    return fit([Match("b", "a", "b", PairTally(joint))])


def test_two_players_have_the_elo_of_their_score() -> None:
    """Near equality a difference in rating is the Elo difference of the score, however many draws there are; and the
    interval is that of the pairs."""
    joint = [[10, 20, 40], [30, 100, 60], [60, 70, 20]]
    found, plain = two(joint), estimate(PairTally(joint).pentanomial)
    assert found.ratings[0] - found.ratings[1] == pytest.approx(plain.elo, rel=0.01)
    assert plain.elo_low is not None
    assert plain.elo_high is not None
    assert 2 * found.error(0) == pytest.approx((plain.elo_high - plain.elo_low) / 2, rel=0.02)
    assert found.superiority(0, 1) == pytest.approx(plain.superiority, abs=0.005)
    assert found.superiority(0, 0) == 0.5


def test_pairs_that_openings_decide_say_more_than_single_games() -> None:
    """Fifty games won by White and fifty by Black: in pairs that the opening decided, the players are surely equal."""
    paired = two([[0, 0, 25], [0, 0, 0], [25, 0, 0]])
    lone = fit([Match("b", "a", "b", PairTally(lone_first=[25, 0, 25], lone_second=[25, 0, 25]))])
    assert paired.error(0) < 0.5 * lone.error(0)


def test_who_only_wins_is_finite_and_unsure() -> None:
    found = two([[0, 0, 0], [0, 0, 0], [0, 0, 50]])
    assert found.names == ("a", "b")
    assert 300 < found.ratings[0] - found.ratings[1] < 2000
    assert found.error(0) > 150
    assert found.superiority(0, 1) > 0.99
    more = two([[0, 0, 0], [0, 0, 0], [0, 0, 500]])
    assert more.ratings[0] > found.ratings[0]


def test_a_few_draws_do_not_make_players_equal() -> None:
    few, many = (two([[0, 0, 0], [0, pairs, 0], [0, 0, 0]]) for pairs in (4, 400))
    assert [*few.ratings, *many.ratings] == pytest.approx([0] * 4, abs=1e-6)
    assert few.error(0) > 35
    assert many.error(0) < 1


def test_players_who_never_met() -> None:
    even = PairTally([[10, 5, 10], [5, 10, 5], [10, 5, 10]])
    found = fit([Match("b", "a", "b", even), Match("b", "c", "d", even)])
    assert found.ratings == pytest.approx([0, 0, 0, 0], abs=1e-6)
    together = fit([Match("b", one, other, even) for one, other in (("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"))])
    assert found.error(0) > 10 * together.error(0)


def test_anchor_and_nobody() -> None:
    joint = [[0, 0, 5], [5, 0, 0], [10, 0, 20]]
    found = fit([Match("b", "a", "b", PairTally(joint))], anchor="b")
    assert found.ratings[1] == 0
    assert found.error(1) == pytest.approx(0, abs=1e-6)
    assert fit([]).listed(None) == RatingList(None, (), {})
    with pytest.raises(Refused, match="no player 'x' to anchor the ratings; players: a, b"):
        fit([Match("b", "a", "b", PairTally(joint))], anchor="x")


def test_boards_have_their_own_draws_and_first_move() -> None:
    first_wins = PairTally([[0, 0, 4], [0, 0, 0], [36, 0, 0]])
    drawn = PairTally([[1, 0, 2], [0, 34, 0], [2, 0, 1]])
    boards = fit([Match("small", "a", "b", first_wins), Match("large", "a", "b", drawn)]).boards
    assert boards["small"].first_move > 300
    assert abs(boards["large"].first_move) < boards["large"].first_move_error
    assert boards["small"].draws_between_equals < 0.1 < 0.7 < boards["large"].draws_between_equals


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
    games = [made("a", "b", 1, game="one"), made("b", "a", 1, game="one", turned=True), made("a", "c", 1, game="two")]
    whole, one, two = standings(games, anchor="b").ratings
    assert [entry.board for entry in (whole, one, two)] == [None, "one", "two"]
    assert [{rating.name: rating.rating for rating in entry.players}["b"] for entry in (whole, one)] == [0, 0]
    assert sum(rating.rating for rating in two.players) == pytest.approx(0)


# -- coverage ----------------------------------------------------------------------------------------------------------


def played(chance: np.random.Generator, ahead: float, first: float, ties: float, alike: float, pairs: int) -> PairTally:
    """Pairs whose single games follow the model exactly, while the two games of a pair favour the same side."""
    normal = NormalDist()
    one = chance.standard_normal(pairs)
    other = alike * one + np.sqrt(1 - alike**2) * chance.standard_normal(pairs)
    results = []
    for luck, d in ((one, ahead + first), (other, -ahead + first)):
        won, lost = np.exp(d / 2), np.exp(-d / 2)
        bounds = [normal.inv_cdf(lost / (won + lost + ties)), normal.inv_cdf((lost + ties) / (won + lost + ties))]
        results.append(np.searchsorted(bounds, luck))
    joint = np.zeros((3, 3), dtype=int)
    np.add.at(joint, (results[0], 2 - results[1]), 1)
    return PairTally(joint.tolist())


@pytest.mark.parametrize(
    ("strengths", "pairs", "ties"),
    [((0.4, 0.1, -0.1, -0.4), 25, 0.8), ((1.5, 0.3, -1.8), 60, 0.1)],
    ids=["close, with draws", "far apart, few draws"],
)
def test_intervals_of_ratings_cover(strengths: tuple[float, ...], pairs: int, ties: float) -> None:
    """2,000 tournaments with openings that both games of a pair share: each player's 95% interval holds its rating in
    93.5 to 96.5% of them, and so does that of the first move."""
    chance = np.random.default_rng(7)
    scale = ELO * 2 / (2 + ties)
    truth = {str(index): scale * (value - np.mean(strengths)) for index, value in enumerate(strengths)}
    held = dict.fromkeys([*truth, "first move"], 0)
    for _ in range(2000):
        found = fit(
            [
                Match("b", str(i), str(j), played(chance, strengths[i] - strengths[j], 0.2, ties, 0.5, pairs))
                for i in range(len(strengths))
                for j in range(i + 1, len(strengths))
            ]
        )
        for index, name in enumerate(found.names):
            held[name] += abs(found.ratings[index] - truth[name]) <= found.error(index)
        board = found.boards["b"]
        held["first move"] += abs(board.first_move - scale * 0.2) <= board.first_move_error
    for name, count in held.items():
        assert 0.935 <= count / 2000 <= 0.965, name
