"""Who meets whom, how often and in which order."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from plies.arena.plan.openings import Openings
from plies.arena.plan.schedule import pairings, slots
from plies.arena.plan.tournament import Tournament
from plies.errors import Refused
from plies.players.notation import parse_player
from plies.players.registry import algorithms
from tests.arena.standin import stand_in
from tests.players.greedy import GREEDY

FOUR = [stand_in(name) for name in ("ari", "hoddi", "binni", "tryggvi")]
START = Openings("start")


def test_each_ordered_pair_once() -> None:
    """What the tournament of 2016 played: both colours once, from the start."""
    tournament = Tournament.of(["pawns:3x5", "pawns:4x6"], FOUR, openings=START)
    played = list(pairings(tournament))
    met = Counter((pairing.game, pairing.first, pairing.second) for pairing in played)
    assert len(played) == tournament.total == 2 * 12
    assert set(met.values()) == {1}
    assert all(pairing.opening == () and pairing.start == "" for pairing in played)


def test_a_gauntlet_is_the_first_against_the_rest() -> None:
    tournament = Tournament.of(["pawns:3x5"], FOUR, kind="gauntlet", games_per_pairing=4, openings=START)
    met = Counter(frozenset((pairing.first, pairing.second)) for pairing in pairings(tournament))
    assert met == {frozenset(("ari", other)): 4 for other in ("hoddi", "binni", "tryggvi")}


def test_pairs_share_an_opening_and_turn_colours() -> None:
    tournament = Tournament.of(["pawns:4x6"], FOUR, games_per_pairing=6, openings=Openings.parse("random:3,unbalanced"))
    played = list(pairings(tournament))
    openings = {pairing.pair: pairing.opening for pairing in played}
    assert len(set(openings.values())) == 3
    for one, two in zip(played[::2], played[1::2], strict=True):
        assert (one.first, one.second, one.pair) == (two.second, two.first, two.pair)
        assert (one.turned, two.turned) == (False, True)
        assert one.opening == two.opening == openings[one.pair]
        assert one.players == two.players[::-1]
    assert len({pairing.id for pairing in played}) == len({pairing.seed for pairing in played}) == len(played)


def test_more_games_extend_the_same_tournament() -> None:
    few = Tournament.of(["pawns:3x5"], FOUR, games_per_pairing=2, openings=Openings.parse("random:2,unbalanced"))
    many = few.with_games(4)
    assert few.id == many.id
    assert list(pairings(many))[: few.total] == list(pairings(few))
    done = {slot.id for slot in slots(few)}
    assert list(pairings(many, done)) == list(pairings(many))[few.total :]
    few.allow_for(few.pairs)
    with pytest.raises(Refused, match="4 games per pairing have been played already; ask for at least as many"):
        few.allow_for(few.pairs + 1)


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A user-written heuristic, of which nobody knows whether it rolls dice."""
    path = tmp_path / "mine.py"
    path.write_text("def mine(state, me):\n    return 0\n")
    return f"{path}:mine"


def test_a_second_pair_of_players_that_cannot_differ_is_left_out(file: str) -> None:
    sure = [parse_player("ari@nodes=9,name=a"), parse_player("hoddi@depth=2,algorithm=minimax,name=b")]
    reported: list[str] = []
    ended: dict[str, int] = {}
    only = Tournament.of(["pawns:3x5"], sure, games_per_pairing=6, openings=START)
    assert len(list(pairings(only, (), reported.append, ended))) == 2
    assert reported == ["pawns:3x5: from the start a and b would play the same games again, so one pair is played"]
    assert ended == {"pawns:3x5": 1}
    for other in ("ari@1s", "ari@clock=9s", "ari@depth=2,threads=2", "random", f"{file}@depth=2"):
        unsure = [sure[0], parse_player(other)]
        assert len(list(pairings(Tournament.of(["pawns:3x5"], unsure, games_per_pairing=6, openings=START)))) == 6
    openings = Openings("random", 2, balanced=False)
    assert len(list(pairings(Tournament.of(["pawns:3x5"], sure, games_per_pairing=6, openings=openings)))) == 6


@pytest.mark.parametrize(("deterministic", "games"), [(True, 2), (False, 6)])
def test_an_algorithm_says_whether_its_moves_follow_from_the_position(
    monkeypatch: pytest.MonkeyPatch, deterministic: bool, games: int
) -> None:
    monkeypatch.setitem(algorithms(), GREEDY.name, replace(GREEDY, is_deterministic=deterministic))
    players = [parse_player("ari@depth=1"), parse_player("ari@algorithm=greedy,threads=1")]
    tournament = Tournament.of(["pawns:3x5"], players, games_per_pairing=6, openings=START)
    assert len(list(pairings(tournament))) == games
    monkeypatch.delitem(algorithms(), GREEDY.name)
    assert len(list(pairings(tournament))) == 6  # nobody knows any more
