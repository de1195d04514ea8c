"""Who meets whom, how often and in which order; what makes a tournament the same tournament."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pytest

import plies
from plies.arena.numbers.sprt import Sprt
from plies.arena.plan.openings import Openings
from plies.arena.plan.schedule import pairings, slots
from plies.arena.plan.tournament import Tournament, check_unchanged
from plies.errors import Refused
from tests.arena.standin import stand_in
from tests.cli.conftest import NIM

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
        assert one.definitions == two.definitions[::-1]
    assert len({pairing.id for pairing in played}) == len({pairing.seed for pairing in played}) == len(played)


def test_more_games_extend_the_same_tournament() -> None:
    few = Tournament.of(["pawns:3x5"], FOUR, games_per_pairing=2, openings=Openings.parse("random:2,unbalanced"))
    many = few.with_games(4)
    assert few.id == many.id
    assert list(pairings(many))[: few.total] == list(pairings(few))
    done = {slot.id for slot in slots(few)}
    assert list(pairings(many, done)) == list(pairings(many))[few.total :]
    few.allow_for(few.pairs)
    with pytest.raises(Refused, match="4 games a pairing have been played already; ask for so many or more"):
        few.allow_for(few.pairs + 1)


@pytest.mark.parametrize(
    "changes",
    [{"seed": 1}, {"kind": "gauntlet"}, {"openings": Openings.parse("random:5")}, {"openings": Openings("start")}],
)
def test_anything_else_is_another_tournament(changes: dict[str, object]) -> None:
    first = Tournament.of(["pawns:3x5"], FOUR)
    other = Tournament.of(["pawns:3x5"], FOUR, **changes)  # type: ignore[arg-type]
    assert first.id != other.id
    assert first.id != Tournament.of(["pawns:3x5"], [*FOUR[:3], stand_in("tryggvi", depth=3)]).id
    assert first.id != Tournament.of(["pawns:3x5", "pawns:4x6"], FOUR).id


def test_a_game_has_one_name_and_a_file_a_digest(tmp_path: Path) -> None:
    assert Tournament.of(["pawns", "pawns:8x8"], FOUR).games == ("pawns:8x8",)
    file = tmp_path / "nim.py"
    file.write_text(NIM)
    before = Tournament.of([str(file)], FOUR, openings=START)
    file.write_text(NIM.replace("State(10, 0)", "State(11, 0)"))
    assert before.games == (str(file),)
    assert before.id != Tournament.of([str(file)], FOUR, openings=START).id


def test_files_that_a_game_imports_are_part_of_a_tournament(tmp_path: Path) -> None:
    file, beside = tmp_path / "mine.py", tmp_path / "beside.py"
    beside.write_text("SIZE = 'pawns:3x5'\n")
    file.write_text("from plies import game\nfrom beside import SIZE\nGAME = game(SIZE)\n")
    before = Tournament.of([str(file), "pawns:3x5"], FOUR, openings=START)
    assert before.sources == tuple((str(one), hashlib.sha256(one.read_bytes()).hexdigest()) for one in (file, beside))
    assert {pairing.game: pairing.sources for pairing in pairings(before)} == {
        str(file): before.sources,
        "pawns:3x5": (),
    }
    check_unchanged(before)
    beside.write_text("SIZE = 'pawns:4x5'\n")
    assert before.id != Tournament.of([str(file), "pawns:3x5"], FOUR, openings=START).id
    with pytest.raises(Refused, match=r"beside.py: the file has changed since this tournament was defined"):
        check_unchanged(before)


def test_names_of_tournaments_last(tmp_path: Path) -> None:
    """What was begun goes on with a later Plies: built-in games have no sources, a file alone has its own digest."""
    assert Tournament.of(["pawns:3x5"], FOUR[:2], openings=START).id == "ef7b15a1cd98acdf"
    file = tmp_path / "nim.py"
    file.write_text(NIM)
    alone = hashlib.sha256(NIM.encode()).hexdigest()
    assert Tournament.of([str(file)], FOUR, openings=START).sources == ((str(file), alone),)


def test_a_tournament_goes_through_json() -> None:
    tournament = Tournament.of(
        ["pawns:3x5"],
        FOUR[:2],
        kind="match",
        games_per_pairing=10,
        seed=3,
        openings=Openings("file", lines=("b2-b3",)),
        sprt=Sprt(0, 5),
    )
    again = Tournament.from_json(tournament.as_json())
    assert again == tournament
    assert again.id == tournament.id
    with pytest.raises(plies.InvalidFile, match="not the definition of a tournament"):
        Tournament.from_json('{"games": 3}')


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"games": []}, "at least one game"),
        ({"players": FOUR[:1]}, "two players or more, not 1"),
        ({"players": [stand_in("ari"), stand_in("ari")]}, "two players are called 'ari'"),
        ({"kind": "swiss"}, "'swiss' is no kind of tournament; known: round-robin, gauntlet, match"),
        ({"kind": "match"}, "a match is between two players, not 4"),
        ({"games_per_pairing": 3}, "3 games a pairing: games come in pairs"),
        ({"games_per_pairing": 0}, "0 games a pairing"),
        ({"sprt": Sprt()}, "a stopping rule is for a match"),
    ],
)
def test_what_cannot_be_played_is_refused(changes: dict[str, object], said: str) -> None:
    asked: dict[str, object] = {"games": ["pawns:3x5"], "players": FOUR} | changes
    with pytest.raises(plies.Refused, match=said):
        Tournament.of(**asked)  # type: ignore[arg-type]


def test_unknown_games_and_heuristics_are_refused() -> None:
    with pytest.raises(plies.UnknownName, match="no game 'chess'"):
        Tournament.of(["chess"], FOUR)


def test_threads_and_clocks_are_seen() -> None:
    tournament = Tournament.of(["pawns:3x5"], [stand_in("a", threads=2), stand_in("b", seconds=1.0)])
    assert tournament.threads == 2
    assert tournament.is_timed
    assert not Tournament.of(["pawns:3x5"], FOUR).is_timed


def test_a_second_pair_of_players_that_cannot_differ_is_left_out() -> None:
    sure = [stand_in("a", kind="heuristic", nodes=9), stand_in("b", kind="heuristic", depth=2)]
    told: list[str] = []
    ended: dict[str, int] = {}
    only = Tournament.of(["pawns:3x5"], sure, games_per_pairing=6, openings=START)
    assert len(list(pairings(only, (), told.append, ended))) == 2
    assert told == ["pawns:3x5: from the start a and b would play the same games again, so one pair is played"]
    assert ended == {"pawns:3x5": 1}
    for other in ({"seconds": 1.0}, {"clock": [9, 0]}, {"threads": 2}, {"kind": "random"}, {"kind": "file"}):
        unsure = [sure[0], stand_in("b", **{"kind": "heuristic", **other})]
        assert len(list(pairings(Tournament.of(["pawns:3x5"], unsure, games_per_pairing=6, openings=START)))) == 6
    openings = Openings("random", 2, balanced=False)
    assert len(list(pairings(Tournament.of(["pawns:3x5"], sure, games_per_pairing=6, openings=openings)))) == 6
