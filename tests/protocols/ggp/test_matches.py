"""Places for matches, and both roles of one match on one server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import plies
from plies.protocols.ggp.server import Settings
from plies.protocols.ggp.wire import sexpr
from plies.protocols.ggp.wire.following import move_of
from tests.protocols.ggp.stand import Running, player, post, rules


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with player() as one:
        yield one


# -- places ----------------------------------------------------------------------------------------------------------


def test_only_a_server_without_a_place_is_busy() -> None:
    with player(settings=Settings(name="few", most_matches=2, info="list")) as few:
        assert few.start("a") == "ready"
        assert few.say("(INFO)") == "((name few) (status available))"
        assert few.start("b") == "ready"
        assert few.say("(INFO)") == "((name few) (status busy))"
        assert few.start("c") == "busy"
        assert few.heard[-1].note == "2 matches are being played already"
        assert few.start("b") == "ready", "a match that begins again needs no other place"
        few.say("(ABORT a)")
        assert few.say("(INFO)") == "((name few) (status available))"


def test_a_dead_controller_makes_room_soon_and_the_oldest_first() -> None:
    with player(settings=Settings(most_matches=2)) as few:
        assert [few.start(match, clocks="20 4") for match in "ab"] == ["ready", "ready"]
        few.say("(PLAY b NIL)")
        few.server.matches.one("a").heard -= 1.5 * 20 + 9
        assert few.say("(INFO)") == "busy", "it may still come with its first PLAY"
        few.server.matches.one("a").heard -= 2
        assert few.say("(INFO)") == "available"
        assert few.say("(PLAY a NIL)") == "(move 1 2 1 3)", "nobody needed the place"
        few.server.matches.one("a").heard -= 1.5 * 4 + 11
        few.server.matches.one("b").heard -= 1.5 * 4 + 12
        assert [few.start(match) for match in "cde"] == ["ready", "ready", "busy"]
        assert [match.id for match in few.server.matches] == ["c", "d"]
        few.server.matches.one("c").heard -= 1.5 * 20 + 10 + 61
        few.say("(INFO)")
        assert [match.id for match in few.server.matches] == ["d"], "and it does not wait for ever"


# -- both roles of one match -----------------------------------------------------------------------------------------


def both_roles(running: Running, match: str, marks: tuple[str, str], order: tuple[int, int]) -> None:
    """A match in which this server has both roles; every PLAY comes twice, in that order."""
    sides = ("WHITE", "BLACK")
    for side in order:
        text = f"(START {match} {sides[side]} ({rules('pawns:3x5')}) 20 20)"
        assert running.exchange(post(text, mark=marks[side])).endswith("ready")
    position, joint = plies.game("pawns:3x5").start(), "NIL"
    while position.outcome is None:
        answers = ["", ""]
        for side in order if marks[0] == marks[1] else (1, 0):
            answers[side] = running.exchange(post(f"(PLAY {match} {joint})", mark=marks[side])).split("\r\n")[-1]
        assert answers[1 - position.state.turn] == "noop"
        move = move_of(position, sexpr.parse(answers[position.state.turn]))
        assert move is not None
        position, joint = position.after(move), f"({' '.join(answers)})"
    for _ in sides:
        assert running.say(f"(STOP {match} {joint})") == "done"
    assert running.server.matches.of(match) == []


def test_one_server_plays_both_roles_in_the_order_of_their_starts(running: Running) -> None:
    both_roles(running, "alone", ("", ""), (0, 1))
    both_roles(running, "turned", ("", ""), (1, 0))


def test_one_server_plays_both_roles_by_what_the_controller_calls_them(running: Running) -> None:
    both_roles(running, "named", ("first", "second"), (0, 1))


def test_a_match_of_both_roles_that_is_started_again(running: Running) -> None:
    for role in ("WHITE", "BLACK", "BLACK", "WHITE"):
        assert running.start("fresh", role) == "ready"
    assert sorted(match.side for match in running.server.matches.of("fresh")) == [0, 1]
    running.say("(PLAY fresh NIL)")
    assert running.start("fresh", "BLACK") == "ready"
    assert [match.side for match in running.server.matches.of("fresh")] == [1], "it was under way and begins anew"
    running.say("(ABORT fresh)")
