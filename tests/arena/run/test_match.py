"""One game from a pairing to a record: the result, the same every time, and what raises."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import plies
from plies.arena.plan.openings import Openings
from plies.arena.plan.pairing import Pairing
from plies.arena.plan.schedule import pairings
from plies.arena.plan.tournament import Tournament
from plies.arena.run.match import play_game
from plies.arena.run.record import GameRecord, MoveRecord, digest
from plies.errors import ERROR, TIME, IllegalMove, InvalidPosition, Refused, UnknownName
from plies.players.notation import parse_player
from plies.players.player import Player, Resolved
from plies.players.referee import BY_RULES
from plies.players.registry import algorithms
from plies.players.resolution import in_game
from plies.players.searchers import SearcherCache
from tests.arena.run.hostile import DEEDS, ODD
from tests.players.pairings import GAME, pairing

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plies.compile.build.announce", lambda what: None)


def replayed(record: GameRecord) -> plies.Position:
    position = plies.game(record.pairing.game).start()
    for word in (*record.pairing.opening, *(move.move for move in record.moves)):
        position = position.play(word)
    return position


def test_a_game_is_played_to_its_end() -> None:
    seen: list[MoveRecord] = []
    record = play_game(pairing("ari@nodes=300", "random", opening=("b2-b3", "c4-c3")), on_move=seen.append)
    assert record.termination == BY_RULES
    assert tuple(seen) == record.moves
    end = replayed(record).outcome
    assert end is not None
    assert record.reason == end.reason
    assert record.score == {"white": 1.0, "black": 0.0, None: 0.5}[end.winner]
    thought = record.moves[0]
    assert thought.nodes > 0
    assert thought.depth > 0
    assert thought.value is not None
    assert GameRecord.from_json(record.as_json()) == record
    assert record.versions["plies"] == plies.__version__
    assert record.seconds > 0 < record.started


@pytest.mark.slow
def test_the_stronger_wins_from_both_sides() -> None:
    with SearcherCache() as cache:
        scores = [play_game(pairing("ari@depth=6", "random", "pawns:6x6", seed), cache).score for seed in range(4)]
        others = [play_game(pairing("random", "ari@depth=6", "pawns:6x6", seed), cache).score for seed in range(4)]
    assert (scores, others) == ([1.0] * 4, [0.0] * 4)


PAIRS = [
    ("ari@nodes=400", "ari@depth=4"),
    ("ari@nodes=400", "ari@nodes=400"),
    ("random", "ari@depth=4,algorithm=soft"),
    ("ari@nodes=200,algorithm=minimax", "random"),
]


def records() -> list[GameRecord]:
    """Every game twice, with searchers that have played before and with new ones."""
    with SearcherCache(most=3) as cache:
        kept = [play_game(pairing(*pair, seed=seed), cache) for seed in (1, 2) for pair in PAIRS]
    fresh = [play_game(pairing(*pair, seed=seed)) for seed in (2, 1) for pair in reversed(PAIRS)]
    assert digest(kept) == digest(fresh)
    return kept


def test_the_same_game_in_every_process() -> None:
    here = records()
    code = "import runpy, sys; m = runpy.run_path(sys.argv[1]); print(m['digest'](m['records']()))"
    ran = subprocess.run(
        [sys.executable, "-c", code, __file__], capture_output=True, text=True, timeout=300, check=True, cwd=ROOT
    )
    assert ran.stdout.strip() == digest(here)


def test_seeds_make_other_games() -> None:
    games = [play_game(pairing("random", "random", seed=seed)) for seed in range(6)]
    assert len({tuple(move.move for move in game.moves) for game in games}) > 3


def test_a_forced_move_is_played_at_once() -> None:
    record = play_game(pairing("ari@20s", "ari@20s", start="4/1b2/4/1w2/4 w"))
    assert record.moves[0].move == "b2-b3"
    assert record.moves[0].nodes == 0
    assert record.seconds < 20


def test_a_start_position_and_an_opening() -> None:
    record = play_game(pairing("random", "random", start="1bb1/4/4/1ww1/4 w", opening=("b2-b3",)))
    position = plies.game(GAME).position("1bb1/4/4/1ww1/4 w").play("b2-b3")
    for move in record.moves:
        position = position.play(move.move)
    assert position.outcome is not None


@pytest.mark.parametrize(
    ("changes", "error", "said"),
    [
        ({"game": "chess"}, UnknownName, "no game 'chess'"),
        ({"opening": ("a1-a2",)}, IllegalMove, "a1-a2 is not legal here"),
        ({"start": "nowhere"}, InvalidPosition, "nowhere"),
        ({"start": "w3/4/4/3b/4 b"}, Refused, "game g1: it is over before the players begin"),
        ({"game": "pebbles:4x2"}, UnknownName, "pebbles:4x2 has no heuristic 'ari'"),
    ],
)
def test_a_pairing_that_cannot_be_played_raises(changes: dict[str, object], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        play_game(replace(pairing("ari@depth=2", "random"), **changes))  # type: ignore[arg-type]


def test_a_user_written_game_is_named_by_its_digest(tmp_path: Path) -> None:
    file = tmp_path / "tiny.py"
    file.write_text("from plies import game\nGAME = game('pawns:3x5')\n")
    record = play_game(pairing("random", "random", str(file)))
    assert len(record.versions["game"]) == 16
    assert json.loads(record.as_json())["versions"] == record.versions


def games_on(file: Path) -> list[Pairing]:
    """The games of a tournament on a user-written game, as workers get them."""
    players = [parse_player("random@name=a"), parse_player("random@name=b")]
    tournament = Tournament.of([str(file)], players, openings=Openings("start"), games_per_pairing=4)
    return [Pairing.from_json(one.as_json()) for one in pairings(tournament)]


@pytest.mark.parametrize("edited", ["mine.py", "beside.py"])
def test_a_game_edited_while_its_tournament_runs_is_refused(tmp_path: Path, edited: str) -> None:
    (tmp_path / "beside.py").write_text("SIZE = 'pawns:3x5'\n")
    (tmp_path / "mine.py").write_text("from plies import game\nfrom beside import SIZE\nGAME = game(SIZE)\n")
    told, text = games_on(tmp_path / "mine.py"), (tmp_path / edited).read_text()

    def edit(*what: object) -> None:
        (tmp_path / edited).write_text(text + "\n")

    with SearcherCache() as cache:
        before = play_game(told[0], cache)
        with pytest.raises(Refused, match=f"{edited}: the file has changed since this tournament was defined"):
            play_game(told[1], cache, edit)
        with pytest.raises(Refused, match=f"{edited}: the file has changed since this tournament was defined"):
            play_game(told[1], cache)
        assert len(cache.searchers) == 2
        after = play_game(games_on(tmp_path / "mine.py")[0], cache)
        assert len(cache.searchers) == 4  # those of the old rules do not play by the new ones
    assert before.versions["game"] != after.versions["game"]


def test_digests_of_a_game_s_files_travel_only_where_there_are_any(tmp_path: Path) -> None:
    file = tmp_path / "tiny.py"
    file.write_text("from plies import game\nGAME = game('pawns:3x5')\n")
    assert games_on(file)[0].sources == ((str(file), hashlib.sha256(file.read_bytes()).hexdigest()),)
    assert "sources" not in play_game(games_on(file)[0]).as_json()
    built_in = pairing("random", "random")
    assert "sources" not in built_in.as_json()
    assert Pairing.from_json(built_in.as_json()) == built_in


@pytest.mark.slow
def test_the_arena_costs_two_percent_at_most() -> None:
    """Everything but thinking, of games at 50 ms per move, with their records made into text."""
    thought = total = 0.0
    with SearcherCache() as cache:
        for seed in range(4):
            told = pairing("ari@50ms", "ari@50ms", "pawns:8x8", seed, opening=("b2-b3", "c7-c6"))
            play_game(replace(told, players=pairing("ari@depth=1", "random", "pawns:8x8").players), cache)
            begun = time.perf_counter()
            record = play_game(told, cache)
            record.as_json()
            total += time.perf_counter() - begun if seed else 0.0  # the first game loads what is compiled
            thought += sum(move.seconds for move in record.moves) if seed else 0.0
    assert total < 1.02 * thought


# -- hostile players -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deed", DEEDS)
def test_whatever_the_code_of_a_package_does_is_its_loss(
    deed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(algorithms(), "odd", ODD)
    odd = Player("algorithm", "odd", "odd", (("does", deed),), name="odd", seconds=0.02)
    odd = replace(odd, resolved=Resolved(package="odd 1.0"))
    for side in (0, 1):
        both = (odd, parse_player("random")) if side == 0 else (parse_player("random"), odd)
        names = (both[0].name, both[1].name)
        record = play_game(Pairing("game", "t", "pawns:3x5", *names, 0, bool(side), (), "", 1, both))
        assert (record.score, record.termination) == (float(side), TIME if deed == "late" else ERROR)
        assert DEEDS[deed] in record.reason
        assert GameRecord.from_json(record.as_json()) == record
    assert ("odd, when it was closed: stopped with RuntimeError: close" in capsys.readouterr().err) == (deed != "make")


PATCHER = """
import time

def patcher(position, seconds):
    used, wait, now = time.process_time, time.sleep, time.perf_counter()
    time.perf_counter = time.monotonic = time.process_time = time.time = lambda: now
    if {sleeps}:
        wait(1)
    else:
        end = used() + 1
        while used() < end:
            pass
    return position.moves[0]
"""


@pytest.mark.parametrize("sleeps", [True, False])
def test_a_player_that_patches_the_clocks_loses_on_time(tmp_path: Path, sleeps: bool) -> None:
    (tmp_path / "patcher.py").write_text(PATCHER.format(sleeps=sleeps))
    board = plies.game("pawns:3x5")
    both = (in_game(parse_player(f"{tmp_path}/patcher.py:patcher@50ms"), board), parse_player("random"))
    record = play_game(Pairing("game", "t", "pawns:3x5", "patcher", "random", 0, False, (), "", 1, both))
    assert (record.score, record.termination) == (0.0, TIME)
    took = float(record.reason.split()[2])
    assert 0.9 < took < 5
    assert record.reason.endswith("0.105 s were allowed")
    assert record.moves[0].reported
