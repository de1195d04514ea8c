"""Remote players in the arena: the messages, whose time is counted, and every way to lose."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import plies
from plies import cli
from plies.arena.plan.openings import FILE, Openings
from plies.arena.plan.pairing import Pairing
from plies.arena.plan.tournament import Tournament
from plies.arena.run.match import play_game
from plies.arena.run.pool import Pool
from plies.errors import DIED, ERROR, HANG, ILLEGAL, TIME, Refused
from plies.players.clock import Clock
from plies.players.kinds.remote import RemoteSearcher
from plies.players.notation import parse_player
from plies.players.referee import BY_RULES
from tests.players.pairings import pairing as pairing_of
from tests.protocols.ggp.stand import BROKEN, Reply, late, ok, player, stub

GAME = plies.game("pawns:3x5")


@pytest.fixture(scope="module")
def good() -> Iterator[int]:
    """The port of a player that does nothing wrong."""
    with player() as one:
        yield one.port


def pairing(first: str, second: str, opening: tuple[str, ...] = (), start: str = "") -> Pairing:
    return pairing_of(first, second, GAME.name, 7, opening=opening, start=start)


def remote(port: int, limits: str = "@20s") -> str:
    return f"ggp://127.0.0.1:{port}{limits}"


@pytest.mark.parametrize("opening", [(), ("a2-a3",), ("a2-a3", "b4-b3"), ("a2-a3", "b4-b3", "c2xb3")])
def test_a_remote_player_plays_in_the_arena(opening: tuple[str, ...]) -> None:
    for turned in (False, True):
        with stub() as other:
            seats = ["random", remote(other.port)]
            record = play_game(pairing(*(reversed(seats) if turned else seats), opening=opening))
        assert record.termination == BY_RULES, record.reason
        position = GAME.start()
        for word in [*opening, *(move.move for move in record.moves)]:
            position = position.play(word)
        assert position.outcome is not None
        side = 0 if turned else 1
        assert other.messages[0].startswith("(START ")
        assert f" {GAME.sides[side]} (" in other.messages[0]
        assert other.messages[1].endswith(" NIL)")
        *plays, stop = other.messages[1:]
        assert stop.startswith("(STOP ")
        assert all(message.startswith("(PLAY ") for message in plays)
        assert len(plays) == len(position.line)  # one before each move: STOP tells of the last


def test_the_time_of_a_remote_player_is_its_own() -> None:
    """What it takes to wait is not counted, what it takes to move is."""

    def slow(message: str, turn: int) -> Reply | None:
        return (None, 0.3) if message.startswith("(PLAY") and turn == 1 else None

    with stub(slow) as other:
        searcher = RemoteSearcher(parse_player(remote(other.port)), GAME)
        searcher.new_game(1, 1)
        answer = searcher.choose(GAME.start().play("a2-a3"), Clock(searcher.player))
        searcher.close()
    assert answer.charged is not None
    assert answer.charged < 0.3
    assert other.messages[-1].startswith("(ABORT ")


def test_the_time_that_is_kept_of_a_remote_player_is_its_own() -> None:
    """Not the way to its first turn, in which it was told of the opening."""

    def slow(message: str, turn: int) -> Reply | None:
        return (None, 0.3) if message.startswith("(PLAY") and turn <= 2 else None

    with stub(slow) as other:
        record = play_game(pairing("random", remote(other.port), opening=("a2-a3", "b4-b3")))
    assert record.moves[1].seconds < 0.25


@pytest.mark.parametrize("name", BROKEN)
def test_in_a_tournament_a_fault_loses_with_its_reason(name: str) -> None:
    odd, kind, said = BROKEN[name]
    with stub(odd) as other:
        record = play_game(pairing("random", remote(other.port)))
    assert (record.score, record.termination) == (1.0, kind)
    assert re.search(said, record.reason)


@pytest.mark.parametrize(
    ("odd", "limits", "kind", "said"),
    [
        (late, "@100ms", TIME, "took 2.* s; 0.160 s were allowed"),
        (late, "@100ms,patience=100ms", HANG, "no answer within 0.26 s"),
        (lambda message, turn: ok("busy"), "", ERROR, "answered START with busy, not ready"),
        (lambda message, turn: ok("") if message.startswith("(START") else None, "", ERROR, "with nothing, not ready"),
        (lambda message, turn: ok("(move 1 4 1 3)") if turn == 1 else None, "", ILLEGAL, "where only noop is legal"),
    ],
)
def test_other_ways_to_lose(odd: Callable[[str, int], Reply | None], limits: str, kind: str, said: str) -> None:
    with stub(odd) as other:
        record = play_game(pairing("random", remote(other.port, limits)))
    assert (record.score, record.termination) == (1.0, kind), record.reason
    assert re.search(said, record.reason)


def test_a_remote_player_that_is_not_there() -> None:
    with stub() as other:
        port = other.port
    record = play_game(pairing(remote(port), "random"))
    assert (record.score, record.termination) == (0.0, DIED)
    assert "START: cannot be reached" in record.reason


def test_a_finished_tournament_is_shown_without_its_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with stub() as other:
        words = ["tournament", GAME.name, "--players", remote(other.port), "random", "--games", "2", "--workers", "1"]
        words += ["--ledger", str(tmp_path / "ledger.sqlite")]
        assert cli.main(words) == 0
    capsys.readouterr()
    assert cli.main(words) == 0
    assert "2 of 2 games" in capsys.readouterr().out
    assert cli.main([*words[:-2], "--ledger", str(tmp_path / "another.sqlite")]) == 2


def test_a_remote_player_needs_a_time_per_move() -> None:
    with pytest.raises(Refused, match="a remote player needs a time per move, such as @5s"):
        RemoteSearcher(replace(parse_player(remote(4001)), seconds=None), GAME)


def test_what_a_remote_player_cannot_do(good: int) -> None:
    with pytest.raises(Refused, match="is not played on game servers"):
        RemoteSearcher(parse_player(remote(good)), plies.game("pebbles:4x2"))
    with pytest.raises(Refused, match=r"is a position, but ggp://.* can only begin at the game's own start"):
        play_game(pairing(remote(good), "random", start="bbb/bbb/w2/1ww/www w"))


def test_a_fault_ends_the_match_of_the_other_side_too() -> None:
    with stub() as calm, stub(lambda message, turn: ok("nonsense") if turn == 2 else None) as odd:
        record = play_game(pairing(remote(calm.port), remote(odd.port)))
    assert (record.score, record.termination) == (1.0, ILLEGAL)
    assert calm.messages[-1].startswith("(ABORT ")
    assert odd.messages[-1].startswith("(ABORT ")


def test_openings_that_are_positions_are_refused_before_anything_is_played(good: int) -> None:
    openings = Openings(FILE, lines=("a2-a3", "bbb/bbb/w2/1ww/www w"))
    players = [parse_player(text) for text in (remote(good), "random")]
    with pytest.raises(Refused, match=r"the opening 'bbb/.* is a position, but ggp://"):
        Tournament.of([GAME.name], players, openings=openings)


def test_a_tournament_that_is_broken_off_ends_its_matches() -> None:
    """Workers are asked to end before they are ended."""
    slow = threading.Event()

    def odd(message: str, turn: int) -> Reply | None:
        if turn == 1:
            slow.set()
            return None, 20.0
        return None

    with stub(odd) as other, Pool([()]) as pool:
        playing = pool.play([pairing(remote(other.port), "random")])
        while not slow.is_set():
            next(playing)
        pool.close()
        assert other.messages[-1].startswith("(ABORT ")
