"""The game manager, against good players and against stubs that break the protocol in every way."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import plies
from plies import cli
from plies.arena.run.record import GameRecord
from plies.errors import DIED, ERROR, TIME, PliesError, Refused
from plies.players.notation import parse_player
from plies.players.referee import BY_RULES
from plies.protocols.ggp.brains import Contender, PlayerBrain
from plies.protocols.ggp.manager import Plan, Played, check_players, play_match
from plies.protocols.ggp.server import PlayerServer, Settings
from plies.protocols.ggp.wire import sexpr
from plies.protocols.ggp.wire.asking import Address, ask, parse_address, shown
from tests.protocols.ggp.stand import BROKEN, FirstMove, Reply, Stub, in_loop, late, ok, player, rules, stub

GAME = plies.game("pawns:3x5")


def here(port: int) -> Address:
    return Address("127.0.0.1", port)


def match(first: int, second: int, strict: bool = False, number: int = 0, clock: float = 20.0) -> Played:
    plan = Plan(GAME, (here(first), here(second)), clock, clock, games=4, turned=True, strict=strict)
    return asyncio.run(play_match(plan, number))


@pytest.fixture(scope="module")
def good() -> Iterator[int]:
    """The port of a player that does nothing wrong."""
    with player() as one:
        yield one.port


# -- matches that go well --------------------------------------------------------------------------------------------


def test_a_match_and_what_is_sent(good: int) -> None:
    with stub() as other:
        played = match(good, other.port)
    record = played.record
    assert played.faults == ()
    assert record.termination == BY_RULES
    position = GAME.start()
    for move in record.moves:
        position = position.play(move.move)
    assert position.outcome is not None
    assert record.reason == position.outcome.reason
    assert record.score == {"white": 1.0, "black": 0.0, None: 0.5}[position.outcome.winner]
    assert GameRecord.from_json(record.as_json()) == record
    assert (record.pairing.first, record.pairing.second) == (f"http://127.0.0.1:{good}", f"http://{other_host(other)}")
    start, *plays, stop = other.messages
    assert start.startswith(f"(START {record.pairing.id} black (")
    assert start.endswith(") 20 20)")
    assert sexpr.parse(start)[3] == tuple(sexpr.parse_all(rules("pawns:3x5")))
    assert plays[0] == f"(PLAY {record.pairing.id} NIL)"
    assert plays[1] == f"(PLAY {record.pairing.id} ((move 1 2 1 3) noop))"
    assert len(plays) == len(record.moves)
    assert stop.startswith(f"(STOP {record.pairing.id} (")


def other_host(other: Stub) -> str:
    return f"127.0.0.1:{other.port}"


def test_sides_are_turned(good: int) -> None:
    with stub() as other:
        records = [match(good, other.port, number=number).record for number in (0, 1)]
    assert [record.pairing.turned for record in records] == [False, True]
    assert [record.pairing.pair for record in records] == [0, 0]
    assert records[0].pairing.first == records[1].pairing.second


def test_a_player_may_sit_on_both_sides(good: int) -> None:
    played = match(good, good)
    assert played.faults == ()
    assert played.record.termination == BY_RULES


def test_two_players_of_plies_play_matches_in_time(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The engine and a textbook search, `plies ggp-match`, and its records. The clocks leave room for a cold cache."""
    servers = [
        PlayerServer(Contender(text).brain, Settings(), lambda heard: None)
        for text in ("ari@20ms", "hoddi@depth=2,algorithm=textbook")
    ]
    with ExitStack() as stack:
        ports = [stack.enter_context(in_loop(lambda one=one: one.listen("127.0.0.1", 0))) for one in servers]
        words = [f"http://127.0.0.1:{port}" for port in ports]
        file = tmp_path / "games.jsonl"
        options = ["--game", "pawns:5x5", "--start-clock", "120", "--play-clock", "30", "--games", "2", "--turned"]
        assert cli.main(["ggp-match", *words, *options, "--json", "--strict", "--records", str(file)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [row["games"] for row in report["players"]] == [2, 2]
    assert sum(row["score"] for row in report["players"]) == 2
    assert [row["faults"] for row in report["players"]] == [0, 0]
    records = [GameRecord.from_json(line) for line in file.read_text().splitlines()]
    assert [record.termination for record in records] == [BY_RULES] * 2
    assert [[move["move"] for move in game["moves"]] for game in report["games"]] == [
        [move.move for move in record.moves] for record in records
    ]


def test_the_table_for_people(good: int, capsys: pytest.CaptureFixture[str]) -> None:
    with stub(lambda message, turn: ok("(move 9 9 9 9)") if turn == 1 else None) as other:
        words = [f"127.0.0.1:{good}", f"ggp://127.0.0.1:{other.port}"]
        assert cli.main(["ggp-match", *words, "--game", "pawns:3x5"]) == 0
    reported = capsys.readouterr().out
    assert f"http://127.0.0.1:{good} " in reported
    assert "fault after 0 moves, black: illegal move: (move 9 9 9 9) where only noop is legal" in reported
    assert reported.splitlines()[-1].split()[-1] == "1"
    assert "Content" not in reported


# -- players that do not keep to the protocol ------------------------------------------------------------------------


@pytest.mark.parametrize("name", BROKEN)
def test_a_fault_is_replaced_or_strictly_loses(good: int, name: str) -> None:
    odd, kind, said = BROKEN[name]
    with stub(odd) as other:
        mild = match(good, other.port)
    assert [(fault.ply, fault.side, fault.kind) for fault in mild.faults] == [(1, "black", kind)]
    assert mild.record.termination == BY_RULES, "the match went on"
    with stub(odd) as other:
        strict = match(good, other.port, strict=True)
        assert other.messages[-1].startswith("(ABORT ")
    assert (strict.record.score, strict.record.termination) == (1.0, kind)
    assert strict.record.reason.startswith("black: ")
    assert re.search(said, strict.record.reason)


def test_an_answer_without_length_and_with_a_wrong_one(good: int) -> None:
    def sloppy(message: str, turn: int) -> Reply | None:
        if message.startswith("(PLAY") and turn == 1:
            return b"HTTP/1.0 200 OK\r\n\r\nNOOP\r\n", 0.0
        return (b"HTTP/1.0 200 OK\nContent-length: 40\n\n(MOVE 2 4 1 3)", 0.0) if turn == 2 else None

    with stub(sloppy) as other:
        assert match(good, other.port).faults == ()


def test_a_late_answer(good: int) -> None:
    with stub(late) as other:
        played = match(good, other.port, strict=True, clock=0.8)
    kinds = {fault.kind for fault in played.faults}
    assert kinds == {TIME}
    assert played.record.termination == TIME
    assert "no answer within 0.8 s" in played.record.reason


def test_what_start_and_stop_are_answered_with(good: int) -> None:
    with stub(lambda message, turn: ok("busy") if message.startswith("(START") else None) as other:
        played = match(good, other.port)
        assert [fault.reason for fault in played.faults] == ["answered START with busy, not ready"]
        assert match(good, other.port, strict=True).record.termination == ERROR
    with stub(lambda message, turn: (b"", 0.0) if message.startswith("(STOP") else None) as other:
        played = match(good, other.port, strict=True)
    assert played.record.termination == BY_RULES, "a fault after the end loses nothing"
    assert len(played.faults) == 1


def test_a_player_that_goes_away(good: int) -> None:
    with stub() as other:
        port = other.port
    played = match(good, port)
    assert {fault.kind for fault in played.faults} == {DIED}
    assert played.record.termination == BY_RULES
    with pytest.raises(Refused, match=f"http://127.0.0.1:{port}: cannot be reached"):
        asyncio.run(check_players((here(good), here(port))))


def test_the_moves_put_in_follow_from_the_seed(good: int) -> None:
    def moves() -> list[str]:
        with stub(lambda message, turn: ok("(nonsense)") if message.startswith("(PLAY") else None) as other:
            return [move.move for move in match(good, other.port).record.moves]

    assert moves() == moves()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere", "127.0.0.1:4001"], "'nowhere': a remote player is http://host:port"),
        (["https://127.0.0.1:4001", "127.0.0.1:4001"], "a remote player is http"),
        (["http://127.0.0.1:99999", "127.0.0.1:4001"], "a remote player is http"),
        (["http://a..b:4001", "127.0.0.1:4001"], "'http://a..b:4001': a remote player is http"),
        ([f"{'a' * 64}:4001", "127.0.0.1:4001"], "a remote player is http"),
        (["a:1", "b:2", "--play-clock", "0"], "a play clock of 0 s"),
        (["a:1", "b:2", "--games", "0"], "0 games"),
        (["a:1", "b:2", "--game", "pebbles:4x2"], "pebbles:4x2 is not played on game servers"),
        (["a:1", "b:2", "--records", "/nowhere/at/all"], "--records /nowhere/at/all"),
        (["127.0.0.1:1", "127.0.0.1:1"], "http://127.0.0.1:1: cannot be reached"),
    ],
)
def test_mistakes_are_told_in_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ggp-match", *words]) == 2
    reported = capsys.readouterr().err
    assert said in reported
    assert len(reported.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--player", "nobody:"], "is no player"),
        (["--player", "nobody"], "has no heuristic 'nobody'; known: "),
        (["--player", "ari@order=nobody"], "has no heuristic 'nobody'; known: "),
        (["--player", "ari(nothing=1)"], "nothing"),
        (["--player", "nowhere.py:mine"], "cannot read nowhere.py"),
        (["--player", "ggp://127.0.0.1:4001"], "on a game server it plays for itself"),
        (["--player", "ari", "--port", "70000"], "--port 70000"),
        (["--player", "ari", "--margin", "-1"], "--margin -1"),
        (["--player", "ari", "--matches", "0"], "--matches 0"),
        (["--player", "ari", "--name", "two words"], "--name 'two words'"),
        (["--player", "ari", "--prepare", "pebbles:4x2"], "not played on game servers"),
        (["--player", "ari", "--host", "256.0.0.1"], "cannot listen on 256.0.0.1:4001"),
    ],
)
def test_mistakes_of_the_player_command(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ggp", *words]) == 2
    reported = capsys.readouterr().err
    assert said in reported
    assert len(reported.splitlines()) == 1


def test_addresses() -> None:
    assert parse_address("ggp://localhost:4001/") == parse_address("localhost:4001") == Address("localhost", 4001)
    assert str(parse_address("http://[::1]:80")) == "http://[::1]:80"
    for wrong in ("", "host", "host:0", "http://host:port", "http://a:1/path", "ftp://a:1", "http://me@a:1"):
        with pytest.raises(Refused, match="a remote player is"):
            parse_address(wrong)
    assert shown("a\x1b[31m" + "b" * 100) == "a?[31m" + "b" * 54 + "..."


def test_an_address_that_does_not_answer() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        answer = asyncio.run(ask(here(silent.getsockname()[1]), "(INFO)", 0.2))
    assert (answer.fault, answer.text) == (TIME, "")


# -- contenders ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("ari", 5.0),
        ("ari@1s", 1.0),
        ("ari@20s", 5.0),
        ("ari@depth=6", 5.0),
        ("ari@depth=6,20ms", 0.02),
        ("ari(pawns=2,distance=-3)@seconds=2s", 2.0),
        ("random", None),
    ],
)
def test_the_play_clock_is_a_limit_beside_the_players_own(text: str, seconds: float | None) -> None:
    assert Contender(text).brain(5.0).player.seconds == seconds


def test_a_brain_that_is_not_ready_or_cannot_be() -> None:
    brain = PlayerBrain(parse_player("nobody"))
    with pytest.raises(PliesError, match="not ready to play"):
        brain.choose(GAME.start(), 1.0)
    with pytest.raises(PliesError, match="no heuristic 'nobody'"):
        brain.prepare(GAME, 0, 1)
    brain.stop()
    brain.close()


def test_a_random_contender_plays() -> None:
    brain = Contender("random").brain(5.0)
    brain.prepare(GAME, 0, 1)
    assert brain.choose(GAME.start(), 1.0).move in GAME.start().moves
    brain.close()


def test_first_moves_are_first_moves() -> None:
    assert FirstMove().choose(GAME.start(), 1.0).move == GAME.start().moves[0]
