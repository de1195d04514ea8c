"""The player on game servers, over real sockets: the conversation, what servers do to it, and hostile input."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plies
from plies.errors import InvalidGame, InvalidMessage, Refused
from plies.games.contract import Game
from plies.games.position import Position
from plies.protocols.ggp import server as player_server
from plies.protocols.ggp.server import MOST_CONNECTIONS, Settings
from plies.protocols.ggp.thinking import Thought
from plies.protocols.ggp.wire import http, sexpr
from plies.protocols.ggp.wire.following import Following, move_of, roles_of, stand_in, term_of
from plies.protocols.ggp.wire.messages import Abort, Info, Message, Play, Preview, Start, Stop, parse_message
from tests.protocols.ggp.stand import PATIENCE, FirstMove, Running, everything, player, post, rules


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """A player that all tests share, as hostile inputs must not hurt it for the next."""
    with player() as one:
        yield one


# -- the conversation ------------------------------------------------------------------------------------------------

CAPTURED = f"(START testmatch WHITE ({rules('pawns:3x5').upper()}) 10 5)"


def test_the_captured_conversation(running: Running) -> None:
    assert running.say("(INFO)") == "available"
    assert running.say(CAPTURED) == "ready"
    assert running.say("(PLAY testmatch NIL)") == "(move 1 2 1 3)"
    assert running.say("(PLAY testmatch ((MOVE 1 2 1 3) NOOP))") == "noop"
    answer = running.say("(PLAY testmatch (NOOP (MOVE 2 4 1 3)))")
    assert re.fullmatch(r"\(move( \d){4}\)", answer)
    assert running.say(f"(STOP testmatch ({answer} NOOP))") == "done"
    assert running.say("(info)") == "((name plies) (status available))"
    assert [heard.kind for heard in running.heard[-7:]].count("play") == 3
    assert running.heard[-2].note == "stopped before the end"


def test_the_answer_is_http(running: Running) -> None:
    answer = running.exchange(post("(INFO)"))
    head, _, body = answer.partition("\r\n\r\n")
    lines = head.split("\r\n")
    assert lines[0] == "HTTP/1.0 200 OK"
    assert "Content-type: text/acl" in lines
    assert f"Content-length: {len(body)}" in lines


def test_servers_that_end_lines_with_a_line_feed_and_send_one_more(running: Running) -> None:
    old = b"POST / HTTP/1.0\nAccept: text/delim\nSender: GAMESERVER\nContent-length: 6\n\n(INFO)\n"
    assert running.exchange(old).endswith("available")


def test_black_waits_and_small_letters_will_do(running: Running) -> None:
    assert running.start("dark", "black") == "ready"
    assert running.say("(play dark nil)") == "noop"
    assert running.say("(play dark ((move 1 2 1 3) noop))") == "(move 2 4 1 3)"
    assert running.say("(abort dark)") == "done"


def test_the_move_that_is_reported_counts_and_not_the_one_sent(running: Running) -> None:
    running.start("other")
    assert running.say("(PLAY other NIL)") == "(move 1 2 1 3)"
    running.say("(PLAY other ((MOVE 3 2 3 3) NOOP))")
    running.say("(PLAY other (NOOP (MOVE 1 4 1 3)))")
    position = running.server.matches.one("other").following.position
    assert position.text == "bbb/1bb/b1w/ww1/www w"
    assert running.say("(STOP other NIL)") == "done"


def test_a_match_to_its_end(running: Running) -> None:
    """Both sides of one match by two players of the same server, until the log says who has won."""
    for role in ("white", "black"):
        assert running.start(f"whole.{role}", role) == "ready"
    position, joint = plies.game("pawns:3x5").start(), "NIL"
    while position.outcome is None:
        answers = [running.say(f"(PLAY whole.{role} {joint})") for role in ("white", "black")]
        assert answers[1 - position.state.turn] == "noop"
        move = move_of(position, sexpr.parse(answers[position.state.turn]))
        assert move is not None
        position, joint = position.after(move), f"({' '.join(answers)})"
    for role in ("white", "black"):
        assert running.say(f"(STOP whole.{role} {joint})") == "done"
        ending = f"{position.outcome.winner} wins" if position.outcome.winner else "draw"
        assert running.heard[-1].note == f"{ending}: {position.outcome.reason}"


def test_a_repeated_message_is_answered_alike_and_plays_nothing_twice(running: Running) -> None:
    running.start("again")
    assert running.say("(PLAY again NIL)") == running.say("(PLAY again NIL)") == "(move 1 2 1 3)"
    for _ in range(2):
        assert running.say("(PLAY again ((MOVE 1 2 1 3) NOOP))") == "noop"
    first = running.say("(PLAY again (NOOP (MOVE 3 4 3 3)))")
    assert running.say("(PLAY again (NOOP (MOVE 3 4 3 3)))") == first
    assert len(running.server.matches.one("again").following.position.line) == 2
    running.say("(ABORT again)")


def test_a_match_that_is_started_again_begins_again(running: Running) -> None:
    running.start("twice", "WHITE")
    running.say("(PLAY twice ((MOVE 1 2 1 3) NOOP))")
    assert running.start("TWICE", "BLACK") == "ready"
    assert running.say("(PLAY twice NIL)") == "noop"
    assert running.say("(PLAY twice ((MOVE 1 2 1 3) NOOP))") == "(move 2 4 1 3)"
    running.say("(ABORT twice)")


def test_overlapping_matches_do_not_touch(running: Running) -> None:
    games = {f"both{index}": size for index, size in enumerate(("3x5", "4x6", "5x5", "8x8", "10x10"))}

    def play(match: str) -> str:
        assert running.start(match, game=f"pawns:{games[match]}") == "ready"
        running.say(f"(PLAY {match} NIL)")
        running.say(f"(PLAY {match} ((MOVE 2 2 2 3) NOOP))")
        return running.server.matches.one(match).following.position.text

    with ThreadPoolExecutor(5) as pool:
        texts = dict(zip(games, pool.map(play, games), strict=True))
    for match, size in games.items():
        assert texts[match] == plies.game(f"pawns:{size}").start().play("b2-b3").text
        assert running.say(f"(STOP {match} NIL)") == "done"


@pytest.mark.parametrize(
    ("joint", "note"),
    [
        ("((MOVE 1 1 1 2) NOOP)", "not legal here"),
        ("(NOOP (MOVE 1 4 1 3))", "not legal here"),
        ("(NOOP NOOP)", "not legal here"),
        ("((MOVE 1 2 1 3))", "1 parts where 2 roles play"),
        ("((MOVE 1 2) (A (B (C))))", "not legal here"),
    ],
)
def test_an_illegal_joint_move_is_answered_from_where_the_match_stood(running: Running, joint: str, note: str) -> None:
    running.start("odd")
    assert running.say(f"(PLAY odd {joint})") == "(move 1 2 1 3)"
    assert note in running.heard[-1].note
    assert running.say("(PLAY odd ((MOVE 2 2 2 3) NOOP))") == "noop"
    assert running.say("(ABORT odd)") == "done"


def test_what_comes_after_the_end(running: Running) -> None:
    running.start("over", game="pawns:2x4")
    for joint in ("((MOVE 1 2 2 3) NOOP)", "(NOOP (MOVE 1 4 2 3))", "((MOVE 2 2 1 3) NOOP)"):
        running.say(f"(PLAY over {joint})")
    following = running.server.matches.one("over").following
    while following.position.outcome is None:
        term = term_of(following.position, following.position.legal[0])
        pair = [term, "NOOP"] if following.position.state.turn == 0 else ["NOOP", term]
        running.say(f"(PLAY over ({' '.join(pair)}))")
    assert running.say("(PLAY over ((MOVE 1 2 1 3) NOOP))") == "noop"
    assert "after the end" in running.heard[-1].note
    assert running.say("(STOP over NIL)") == "done"


def test_unknown_matches_are_answered(running: Running) -> None:
    assert running.say("(PLAY nobody NIL)") == "noop"
    assert running.say("(STOP nobody NIL)") == "done"
    assert running.say("(STOP nobody)") == "done"
    assert running.say("(ABORT nobody)") == "done"
    assert [heard.note for heard in running.heard[-4:]] == ["no such match"] * 4


def test_starts_that_cannot_be_played_are_declined(running: Running) -> None:
    assert running.say("(START chess WHITE ((ROLE WHITE) (ROLE BLACK) (INIT (CELL A 1 WR))) 10 5)") == "busy"
    assert "not pawns:2x4: at the start" in running.heard[-1].note
    assert running.start("m", "GREEN") == "busy"
    assert "none of white, black" in running.heard[-1].note
    assert running.say("(INFO)") == "available"


def test_the_order_of_roles_is_that_of_the_rules(running: Running) -> None:
    turned = rules("pawns:3x5").replace("(role white)\n(role black)", "(role black)\n(role white)")
    assert turned != rules("pawns:3x5")
    assert running.say(f"(START turned BLACK ({turned}) 10 5)") == "ready"
    assert running.say("(PLAY turned (NOOP (MOVE 1 2 1 3)))") == "(move 2 4 1 3)"
    running.say("(ABORT turned)")


def test_a_preview_is_answered_and_its_rules_remembered(running: Running) -> None:
    assert running.say(f"(PREVIEW ({rules('pawns:3x5')}) 10)") == "done"
    assert running.heard[-1].note == "pawns:3x5"
    assert running.say("(preview ((role robot)) 10)") == "done"
    assert "the roles are robot" in running.heard[-1].note
    with player(settings=Settings(most_matches=1)) as full:
        full.start()
        assert full.say("(PREVIEW ((role robot)) 10)") == "done"
        assert full.heard[-1].note == "no room for a match"


def test_pages_in_browsers_may_ask(running: Running) -> None:
    asked = b"OPTIONS / HTTP/1.1\r\nOrigin: http://example.com\r\nAccess-Control-Request-Method: POST\r\n\r\n"
    for answer in (running.exchange(asked), running.exchange(post("(INFO)"))):
        head = answer.partition("\r\n\r\n")[0].split("\r\n")
        assert head[0] == "HTTP/1.0 200 OK"
        assert "Access-Control-Allow-Origin: *" in head
        assert "Access-Control-Allow-Methods: POST, OPTIONS" in head


# -- time ------------------------------------------------------------------------------------------------------------


def test_absurd_clocks_are_bounded(running: Running) -> None:
    for clock in ("1e9", "inf", "999999999999999999999"):
        assert running.start("long", clocks=f"10 {clock}") == "ready"
        assert running.server.matches.one("long").start.play_clock == 3600
        assert running.server.matches.one("long").silence(time.monotonic() + 5420) > 0
        running.say("(ABORT long)")


@pytest.mark.parametrize("role", ["WHITE", "BLACK"])
def test_a_play_clock_of_one_second_is_kept(role: str) -> None:
    def choose(position: Position, seconds: float) -> str:
        time.sleep(1.5)
        return position.moves[-1]

    with player(lambda: FirstMove(choose)) as weak:
        assert weak.start(role=role, clocks="1 1") == "ready"
        began = time.monotonic()
        joint = "NIL" if role == "WHITE" else "((MOVE 1 2 1 3) NOOP)"
        assert weak.say(f"(PLAY m {joint})").startswith("(move")
        assert time.monotonic() - began < 1


def test_margins() -> None:
    assert Settings().margin_for(5) == pytest.approx(0.35)
    assert Settings().margin_for(0.1) == pytest.approx(0.05)
    assert Settings(margin=1.0).margin_for(10) == 1.0
    assert Settings(margin=1.0).margin_for(1) == 0.5


def test_the_brain_gets_the_clock_less_the_margin() -> None:
    asked: list[float] = []

    def choose(position: Position, seconds: float) -> str:
        asked.append(seconds)
        return position.moves[-1]

    with player(lambda: FirstMove(choose)) as timed:
        timed.start(clocks="10 100")
        assert timed.say("(PLAY m NIL)") == "(move 3 2 3 3)"
    assert 100 - 3.2 - PATIENCE < asked[0] <= 100 - 3.2


def hang(position: Position, seconds: float) -> str:
    time.sleep(2.5)
    return position.moves[0]


def fail(position: Position, seconds: float) -> str:
    raise RuntimeError("no idea")


@pytest.mark.parametrize(
    ("choose", "note"),
    [
        (hang, "no move in time"),
        (fail, "the player failed (RuntimeError: no idea)"),
        (lambda position, seconds: "castle", "the player failed (InvalidMove"),
        (lambda position, seconds: "a1-a2", "the player failed (IllegalMove"),
    ],
)
def test_a_player_that_fails_is_answered_for(choose: object, note: str) -> None:
    with player(lambda: FirstMove(choose)) as weak:  # type: ignore[arg-type]
        weak.start(clocks="10 0.6")
        began = time.monotonic()
        assert weak.say("(PLAY m NIL)") == "(move 1 2 1 3)"
        assert time.monotonic() - began < 2.4 or choose is not hang, "it waited for the player"
        assert note in weak.heard[-1].note


def test_thinking_that_is_overtaken_is_stopped_and_does_not_hold_up_the_next() -> None:
    brains: list[FirstMove] = []

    def choose(position: Position, seconds: float) -> str:
        if not position.line:
            brains[0].stopped.clear()
            assert brains[0].stopped.wait(PATIENCE)
        return position.moves[-1]

    def brain() -> FirstMove:
        brains.append(FirstMove(choose))
        return brains[-1]

    with player(brain) as slow, ThreadPoolExecutor(1) as pool:
        slow.start(clocks="60 60")
        first = pool.submit(slow.say, "(PLAY m NIL)")
        while slow.server.matches.one("m").thinking is None:
            time.sleep(0.01)
        time.sleep(0.05)
        assert slow.say("(PLAY m ((MOVE 1 2 1 3) NOOP))") == "noop"
        assert first.result(PATIENCE) == "(move 3 2 3 3)"
        assert slow.say("(PLAY m (NOOP (MOVE 3 4 3 3)))") == "(move 2 2 2 3)"


class Compiling(FirstMove):
    """Takes a while to get ready, or cannot."""

    release = threading.Event()

    def prepare(self, game: Game, side: int, seed: int) -> None:
        if game.name == "pawns:4x4":
            raise Refused("not on this board")
        assert self.release.wait(PATIENCE)


def test_compiling_longer_than_the_start_clock() -> None:
    Compiling.release.clear()
    with player(Compiling) as late:
        assert late.start(clocks="0.2 0.2") == "ready"
        assert "still compiling" in late.heard[-1].note
        assert late.say("(PLAY m NIL)") == "(move 1 2 1 3)"
        assert "without a search" in late.heard[-1].note
        Compiling.release.set()
        late.say("(PLAY m ((MOVE 1 2 1 3) NOOP))")
        assert late.start("board", game="pawns:4x4") == "busy"
        assert "cannot play it: not on this board" in late.heard[-1].note
        assert [match.id for match in late.server.matches] == ["m"]


def test_a_stand_in_wins_at_once_or_does_not_lose_at_once() -> None:
    game = plies.game("pawns:3x5")
    wins = game.position("b2/1w1/3/b2/w2 w")
    assert wins.game.word(wins.state, stand_in(wins)) in ("b4-b5", "b4xa5")
    guards = game.position("b2/3/3/1b1/w1w w")
    assert guards.game.word(guards.state, stand_in(guards)) in ("a1xb2", "c1xb2")


# -- hostile input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"GET / HTTP/1.0\r\n\r\n", 405),
        (b"POST / HTTP/1.0\r\n\r\n", 411),
        (b"POST / HTTP/1.0\r\nContent-length: many\r\n\r\n", 400),
        (b"POST / HTTP/1.0\r\nContent-length: -1\r\n\r\n(INFO)", 400),
        ("POST / HTTP/1.0\r\nContent-length: ٣\r\n\r\n(INFO)".encode(), 400),
        (b"POST / HTTP/1.0\r\nContent-length: 3\r\nContent-length: 4\r\n\r\n(INFO)", 400),
        (b"POST / HTTP/1.0\r\nContent-length: 99999999999999999999\r\n\r\n", 413),
        (post("x" * (http.MOST_BYTES + 1)), 413),
        (b"POST / " + b"x" * 100_000 + b"\r\n\r\n", 400),
        (b"POST / HTTP/1.0\r\n" + b"a: b\r\n" * 1000 + b"\r\n", 400),
        (post("(INFO)", 3), 400),
        (post(""), 400),
        (post("(PLAY m NIL"), 400),
        (post("PLAY m NIL)"), 400),
        (post("(" * 100_000), 400),
        (post("(" * 100_000 + ")" * 100_000), 400),
        (post("(INFO) (INFO)"), 400),
        (post("(DANCE m)"), 400),
        (post("(PLAY)"), 400),
        (post("(PLAY (m) NIL)"), 400),
        (post("(PLAY m NOOP)"), 400),
        (post("(START m WHITE NIL 10 5)"), 400),
        (post("(START m WHITE ((WIDTH 3)) ten 5)"), 400),
        (post("(START m WHITE ((WIDTH 3)) nan 5)"), 400),
        (post("(START m WHITE ((WIDTH 3)) 10 -5)"), 400),
        (post("(START m WHITE ((WIDTH 3)) 10 0)"), 400),
        (post("(START m WHITE ((WIDTH 3)) 0 5)"), 400),
        (post("(PREVIEW ((WIDTH 3)))"), 400),
        (post("(PREVIEW ((WIDTH 3)) -inf)"), 400),
        (b"OPTION / HTTP/1.0\r\n\r\n", 405),
        (post(f"(ABORT {'m' * 1000})"), 400),
        (b"POST / HTTP/1.0\r\nContent-length: 4\r\n\r\n\x00\xff\x80\x07", 400),
    ],
)
def test_what_cannot_be_read_is_answered_with_one_line(running: Running, data: bytes, status: int) -> None:
    head, _, body = running.exchange(data).partition("\r\n\r\n")
    assert head.startswith(f"HTTP/1.0 {status} ")
    assert len(body.splitlines()) == 1
    assert running.heard[-1].kind == "unreadable"
    assert running.say("(INFO)") in ("available", "busy")


def test_messages_that_end_early(running: Running) -> None:
    assert "before its Content-length" in running.exchange(post("(INFO)", 100), end=True)
    assert "before the message began" in running.exchange(b"POST", end=True)
    assert "before the message began" in running.exchange(b"", end=True)


def test_a_client_that_drips_is_left(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "READ_SECONDS", 0.3)
    assert "HTTP/1.0 408 " in running.exchange(b"POST / HTTP/1.0\r\nContent-le")


def test_clients_that_only_sit_there_keep_nobody_out() -> None:
    """The one that has been silent for longest makes room."""
    with player() as busy, ExitStack() as stack:
        sitting = []
        for _ in range(MOST_CONNECTIONS):
            link = stack.enter_context(socket.create_connection(("127.0.0.1", busy.port), timeout=PATIENCE))
            sitting.append(link)
            while len(busy.server.connections) < len(sitting):
                time.sleep(0.001)
        assert busy.say("(INFO)") == "available"
        assert sitting[0].recv(1) == b""
        sitting[1].sendall(post("(INFO)"))
        assert "available" in everything(sitting[1])


def test_more_connections_than_can_be_thought_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_server, "MOST_CONNECTIONS", 1)
    release = threading.Event()

    def choose(position: Position, seconds: float) -> str:
        assert release.wait(PATIENCE)
        return position.moves[0]

    with player(lambda: FirstMove(choose)) as busy, ThreadPoolExecutor(1) as pool:
        busy.start(clocks="60 60")
        first = pool.submit(busy.say, "(PLAY m NIL)")
        while not (found := busy.server.matches.of("m")) or found[0].thinking is None:
            time.sleep(0.001)
        assert "HTTP/1.0 503 " in busy.exchange(post("(INFO)"))
        release.set()
        assert first.result(PATIENCE) == "(move 1 2 1 3)"


def test_a_client_that_does_not_wait_for_the_answer(running: Running) -> None:
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE) as link:
            link.sendall(post("(INFO)"))
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    assert running.say("(INFO)") == "available"


def test_a_failure_of_ours_is_told_and_survived(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.server, "_info", lambda message: 1 / 0)
    assert "HTTP/1.0 500 " in running.exchange(post("(INFO)"))
    assert "ZeroDivisionError" in running.heard[-1].note
    monkeypatch.undo()
    assert running.say("(INFO)") == "available"


WORDS = st.sampled_from(["(", ")", "START", "PLAY", "STOP", "INFO", "m", "NIL", "WHITE", "noop", "10", "-1", "1e999"])
LISTS = st.sampled_from(["((MOVE 1 2 1 3) NOOP)", "((WIDTH 3) (HEIGHT 5))", "(ABORT m)", "(role white)", "((A 1))"])
ODD = st.sampled_from([";", "\n", "\x00", "é", "(WIDTH 3", "((((("])


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200) | st.lists(WORDS | LISTS | ODD, max_size=12).map(lambda parts: " ".join(parts).encode()))
def test_any_body_is_answered(running: Running, body: bytes) -> None:
    head = f"POST / HTTP/1.0\r\nContent-length: {len(body)}\r\n\r\n".encode()
    answer = running.exchange(head + body)
    assert re.match(r"HTTP/1\.0 (200|400) ", answer)
    assert "HTTP/1.0 200 OK" in running.exchange(post("(ABORT m)"))


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_answered(running: Running, data: bytes) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE) as link:
        link.sendall(data)
        link.shutdown(socket.SHUT_WR)
        assert re.match(r"HTTP/1\.0 4\d\d ", everything(link))


# -- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("as_json", [False, True])
def test_the_command_serves_until_it_is_interrupted(as_json: bool) -> None:
    code = "import sys\nfrom plies.cli import main\nraise SystemExit(main(sys.argv[1:]))"
    words = ["ggp", "--player", "random", "--port", "0", "--name", "dice", *(["--json"] if as_json else [])]
    command = [sys.executable, "-c", code, *words]
    # started in the background by some shells, a process would ignore the signal
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **listening())
    try:
        assert started.stdout is not None
        port = int(re.findall(r"127\.0\.0\.1:(\d+)", started.stdout.readline())[0])
        for message in ("(info)", f"(START m WHITE ({rules('pawns:3x5')}) 30 30)", "(PLAY m NIL)", "nonsense"):
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as link:
                link.sendall(post(message))
                assert everything(link).startswith("HTTP/1.0 ")
        sitting = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)  # somebody is always in the middle
        time.sleep(0.1)
        began = time.monotonic()
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=PATIENCE)
        assert time.monotonic() - began < 5, "it waited for a connection"
        sitting.close()
    finally:
        started.kill()
    assert started.returncode == 130
    assert err == "plies: stopped\n"
    lines = out.splitlines()
    assert len(lines) == 4
    if as_json:
        heard = [json.loads(line) for line in lines]
        assert [(one["kind"], one["status"]) for one in heard] == [
            *(("info", 200), ("start", 200), ("play", 200)),
            ("unreadable", 400),
        ]
        assert heard[0]["answer"] == "((name dice) (status available))"
    else:
        assert re.search(r"play m: \(move( \d){4}\) \(\d\.\d\d s\)$", lines[2])
        assert "unreadable: 400 neither preview, start, play, stop, abort nor info" in lines[3]


def listening() -> dict[str, Any]:
    return {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}


# -- the parts -------------------------------------------------------------------------------------------------------

EXPRESSIONS = st.recursive(
    st.text("abcxyz0123456789?<=-", min_size=1, max_size=5), lambda inner: st.lists(inner, max_size=4).map(tuple)
)


@settings(max_examples=200)
@given(EXPRESSIONS)
def test_expressions_survive_being_written(expression: object) -> None:
    text = sexpr.format(expression)  # type: ignore[arg-type]
    assert sexpr.parse(text) == sexpr.parse(text.upper()) == sexpr.parse(f"; said\n {text} ; so") == expression


@settings(max_examples=300)
@given(st.text())
def test_any_text_is_a_message_or_invalid(text: str) -> None:
    with suppress(InvalidMessage):
        assert isinstance(parse_message(text), Message)


def test_messages_are_read() -> None:
    assert parse_message("(start M White ((width 3)) 10 2.5)") == Start("m", "white", (("width", "3"),), 10, 2.5)
    assert parse_message("(PREVIEW ((width 3)) 10)") == Preview((("width", "3"),), 10)
    assert parse_message("(PLAY m ())") == Play("m", None)
    assert parse_message("(PLAY m ((MOVE 1 2 1 3) NOOP))") == Play("m", (("move", "1", "2", "1", "3"), "noop"))
    assert parse_message("(STOP m nil)") == parse_message("( stop m )") == Stop("m", None)
    assert parse_message("(ABORT m)") == Abort("m")
    assert parse_message("( info )") == Info(in_capitals=False)


def test_roles_and_their_order() -> None:
    game = plies.game("pawns:3x5")
    assert roles_of([("role", "black"), ("role", "white"), "x"], game) == ("black", "white")
    assert roles_of([("role", "black"), ("role", ("a",))], game) == roles_of([], game) == ("white", "black")
    with pytest.raises(InvalidGame, match="has the roles white and black, not red and blue"):
        Following(game, ("red", "blue"))


def test_a_thought_has_a_note() -> None:
    assert Thought("a2-a3").note == ""
