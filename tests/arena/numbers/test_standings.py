"""The scoreboard: counts by hand, any order, memory that does not grow with the games."""

from __future__ import annotations

import json
import random
import tracemalloc

import pytest

from plies.arena.numbers.results import Decided, DecidingOpening, Entry, Results
from plies.arena.numbers.standings import Scoreboard, standings
from plies.arena.numbers.tally import MOST_TEXTS
from plies.arena.run.record import GameRecord, MoveRecord
from plies.errors import ERROR, Refused
from plies.players.notation import parse_player
from tests.arena.made_records import Cast, made, tournament

CAST = [Cast("ari@0.1s", "ari", 80), Cast("hoddi@0.1s", "hoddi", 0), Cast("binni@0.1s", "binni", -80)]


def pair(first_game: float, second_game: float, number: int, a: str = "ari", b: str = "hoddi") -> list[GameRecord]:
    """A pair by the scores of `a`, which plays the first side of the first game."""
    return [
        made(a, b, first_game, pair=number, opening=("a2-a3",)),
        made(b, a, 1 - second_game, pair=number, turned=True, opening=("a2-a3",)),
    ]


def test_a_pairing_counted_by_hand() -> None:
    games = pair(1, 1, 0) + pair(1, 0, 1) + pair(0.5, 0, 2) + pair(0, 1, 3) + pair(0.5, 0.5, 4)
    games.append(made("ari", "hoddi", 1, pair=5))  # its other half is not played yet
    found = standings(games)
    assert (found.games, found.pairs, [board.board for board in found.boards]) == (11, 5, ["pawns:8x8"])
    assert [(row.a, row.b, row.board) for row in found.pairings] == [
        ("ari", "hoddi", None),
        ("ari", "hoddi", "pawns:8x8"),
    ]
    for row in found.pairings:
        assert (row.wins, row.draws, row.losses, row.score) == (5, 3, 3, 6.5 / 11)
        assert row.pentanomial == (0, 1, 3, 0, 1)
        assert row.first == Results(6, 3, 2, 1, 4 / 6)
        assert row.second == Results(5, 2, 1, 2, 0.5)
        assert row.decided_by_opening == Decided(1, 1)
        assert row.draw_rate == 3 / 11
        assert row.estimate.samples == 5
        assert row.estimate.score == 0.55
    (board,) = found.boards
    assert (board.wins, board.draws, board.losses) == (5, 3, 3)  # of the first side
    assert board.openings.listed == (DecidingOpening("", "a2-a3", 5, 1, 1),)
    (cross,) = found.cross
    assert cross.players == ("ari", "hoddi")
    assert cross.cells == ((None, Results(6, 3, 2, 1, 4 / 6)), (Results(5, 2, 1, 2, 0.5), None))


def test_single_games_without_pairs_are_estimated_as_games() -> None:
    found = standings([made("ari", "hoddi", 1, pair=number) for number in range(4)])
    assert found.pairs == 0
    assert found.pairings[0].estimate.samples == 4
    low = found.pairings[0].estimate.elo_low
    assert low is not None
    assert low > 0


def test_the_order_of_games_does_not_matter() -> None:
    games = list(tournament(CAST, ["pawns:8x8", "pawns:6x6"], 12))
    shuffled = games[1:]
    random.Random(3).shuffle(shuffled)
    assert reduced(standings(games).data()) == reduced(standings([games[0], *shuffled]).data())


def reduced(data: dict[str, object]) -> object:
    """Rounded, and lists of rows in a fixed order."""
    plain = json.loads(json.dumps(data))
    return json.loads(json.dumps(_sorted(plain)), parse_float=lambda text: float(f"{float(text):.6g}"))


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        value = [_turned(row) if row.get("a", "") > row.get("b", "") else row for row in value]
        return sorted((_sorted(row) for row in value), key=lambda row: json.dumps(row))
    return value


def _turned(row: dict[str, object]) -> dict[str, object]:
    """Which of two players is called `a` depends on who appeared first: only what both views share is compared."""
    return {"pair": sorted([str(row["a"]), str(row["b"])]), "games": row["games"], "draws": row["draws"]}


def test_moves_go_to_who_made_them() -> None:
    moves = [
        MoveRecord("x", None, 4, 100, 0.01),
        MoveRecord("y", None, 8, 300, 0.05),
        MoveRecord("z", None, 6, 200, 0.03),
    ]
    straight = standings([made("ari", "hoddi", 1, moves=moves)])
    ari, hoddi = straight.players
    assert (ari.use.moves, hoddi.use.moves) == (2, 1)
    assert (ari.use.depth, ari.use.nodes_a_move, ari.use.longest) == (5, 150, 0.03)
    assert hoddi.use.share_of_limit == pytest.approx(0.5)
    # after one move of the opening the second side begins; so it does in a position where it is to move
    odd = standings([made("ari", "hoddi", 1, moves=moves, opening=("a2-a3",))])
    assert [player.use.moves for player in odd.players] == [1, 2]
    black = "bbb/bbb/3/www/www b"
    started = standings([made("ari", "hoddi", 1, moves=moves, start=black, game="breakthrough:3x5")])
    assert [player.use.moves for player in started.players] == [1, 2]
    unknown = standings([made("ari", "hoddi", 1, moves=moves, start="?", game="nothing")])
    assert [player.use.moves for player in unknown.players] == [2, 1]


def test_faults_belong_to_the_loser() -> None:
    games = [made("ari", "hoddi", 0, termination=ERROR, reason="ValueError: x"), made("hoddi", "ari", 0, pair=1)]
    found = standings(games)
    ari, hoddi = found.players
    assert (ari.faults, hoddi.faults) == ({ERROR: 1}, {})
    assert found.boards[0].terminations == {ERROR: 1, "rules": 1}
    assert found.boards[0].endings == {"a pawn is through": 1}


def test_a_player_against_itself_is_refused() -> None:
    with pytest.raises(Refused, match="'ari' plays itself; players need names that differ"):
        Scoreboard().add(made("ari", "ari", 1))


def test_memory_does_not_grow_with_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """6,000 games after the first 1,000 add less than 20 kB; reasons and openings are kept within bounds."""
    monkeypatch.setattr("plies.arena.numbers.standings.MOST_OPENINGS", 500)
    table = Scoreboard()
    tracemalloc.start()
    try:
        sizes = []
        for number in range(3500):
            for turned in (False, True):
                sides = ("ari", "hoddi") if not turned else ("hoddi", "ari")
                opening = (f"a{number}",)
                reason = f"reason {number}"
                table.add(made(*sides, 1.0, pair=number, turned=turned, opening=opening, reason=reason))
            if number in (500, 3499):
                sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert sizes[1] - sizes[0] < 20_000
    (board,) = table.standings().boards
    assert len(board.endings) == MOST_TEXTS + 1
    assert board.openings.different == 500
    assert board.openings.not_told_apart == 3000


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("ari@20ms", Entry("ari", "20ms", "time")),
        ("ari@1.5s,nodes=500", Entry("ari", "1.5s,nodes=500", "time and nodes")),
        ("ari@clock=60s+0.5s,depth=4", Entry("ari", "clock=60s+0.5s,depth=4", "time and depth")),
        ("ari@threads=2,selective=off,depth=3", Entry("ari@threads=2,selective=off", "depth=3", "depth")),
        ("random", Entry("random", "", "none")),
    ],
)
def test_who_a_player_is_apart_from_its_limits(text: str, entry: Entry) -> None:
    """What is compared under one limit and another, the limits in words, and what they keep equal."""
    table = Scoreboard()
    table.add(made(text, "b", 1, players=(parse_player(text), parse_player("random"))))
    assert table.players[text] == entry
