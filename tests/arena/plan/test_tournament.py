"""What makes a tournament the same tournament, what is refused, and those of the first release."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import plies
from plies.arena.numbers.sprt import Sprt
from plies.arena.plan.openings import Openings
from plies.arena.plan.schedule import pairings
from plies.arena.plan.tournament import Tournament, check_unchanged
from plies.errors import Refused
from plies.players.notation import format_player, parse_player
from plies.players.registry import algorithms
from tests.arena.standin import stand_in
from tests.cli.conftest import NIM
from tests.players.greedy import GREEDY

FOUR = [stand_in(name) for name in ("ari", "hoddi", "binni", "tryggvi")]
START = Openings("start")
FIRST = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "first_release" / "tournaments.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("first", FIRST, ids=[one["id"] for one in FIRST])
def test_tournaments_of_the_first_release_keep_their_ids(first: dict[str, str]) -> None:
    tournament = Tournament.from_json(first["definition"])
    assert tournament.id == first["id"]
    assert tournament.as_json() == first["definition"]
    assert tournament.with_games(100).id == first["id"]


def test_a_tournament_whose_algorithm_is_gone_is_shown_and_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(algorithms(), GREEDY.name, GREEDY)
    players = [parse_player("ari@algorithm=greedy,width=3,bold=on"), parse_player("random")]
    tournament = Tournament.of(["pawns:3x5"], players, openings=START)
    check_unchanged(tournament)
    monkeypatch.delitem(algorithms(), GREEDY.name)
    found = Tournament.from_json(tournament.as_json())
    assert (found, found.id) == (tournament, tournament.id)
    assert [format_player(player) for player in found.all_players()] == [player.name for player in players]
    assert len(list(pairings(found))) == 2
    with pytest.raises(Refused, match=r"greedy came from greedy-player 1.2, and is not installed any more"):
        check_unchanged(found)


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
    assert Tournament.of(["pawns:3x5"], FOUR[:2], openings=START).id == "f0d69203dc336198"
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
    boards = Tournament.of(["pawns:4x5", "breakthrough:3x5"], [parse_player("binni@1s,order=ari"), *FOUR])
    assert Tournament.from_json(boards.as_json()) == boards  # whatever the order of boards and terms
    assert boards.players[0].in_game("pawns:4x5") != boards.players[0].in_game("breakthrough:3x5")
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
        ({"games_per_pairing": 3}, "3 games per pairing: games come in pairs"),
        ({"games_per_pairing": 0}, "0 games per pairing"),
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
