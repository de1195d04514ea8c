"""The time of a player: what it may use, what it loses by, and when a child process counts as hung."""

from __future__ import annotations

import pytest

from plies.players.clock import PATIENCE, UNTIMED_PATIENCE, Clock
from plies.players.notation import parse_player
from plies.players.referee import BY_RULES
from tests.players.pairings import play


def test_a_limit_a_move_has_a_margin() -> None:
    clock = Clock(parse_player("ari@20ms"))
    assert clock.seconds == 0.02
    assert clock.spend(0.07) is None
    assert clock.spend(0.08) == "took 0.080 s; 0.072 s were allowed"


def test_a_fischer_clock_is_shared_out_and_runs_down() -> None:
    clock = Clock(parse_player("ari@clock=10s+0.1s"))
    assert clock.seconds == pytest.approx(10 / 25 + 0.08)
    for _ in range(500):  # whoever keeps to the shares never oversteps
        share = clock.seconds
        assert share is not None
        assert clock.spend(share) is None
    assert clock.remaining is not None
    assert 0.1 <= clock.remaining < 3
    assert clock.spend(clock.remaining + 0.06) is not None
    assert clock.remaining == pytest.approx(0.1)


def test_limits_are_combined() -> None:
    clock = Clock(parse_player("ari@1s,clock=10s+0s,depth=5,nodes=70"))
    assert (clock.limits.depth, clock.limits.nodes, clock.limits.seconds) == (5, 70, 0.4)
    assert clock.allowed == pytest.approx(1.15)
    assert Clock(parse_player("ari@depth=5")).limits.seconds is None


def test_silence_is_what_is_allowed_and_patience() -> None:
    silences = {text: Clock(parse_player(f"ari@{text}")).silence for text in ("1s", "1s,patience=2s", "clock=10s+1s")}
    assert silences == pytest.approx({"1s": 1.15 + PATIENCE, "1s,patience=2s": 3.15, "clock=10s+1s": 10.05 + PATIENCE})
    assert Clock(parse_player("ari@depth=5")).silence == UNTIMED_PATIENCE
    assert Clock(parse_player("ari@depth=5,patience=7s")).silence == 7


@pytest.mark.slow
def test_a_game_on_fischer_clocks_ends_by_the_rules() -> None:
    record = play("ari@clock=0.5s+10ms", "ari@clock=0.5s+10ms")
    assert record.termination == BY_RULES
    used = [sum(move.seconds for move in record.moves[side::2]) for side in (0, 1)]
    assert max(used) < 0.5 + 0.01 * len(record.moves) + 1


def test_an_unsettled_move_may_take_more_of_a_game_clock_but_not_of_a_limit_a_move() -> None:
    longest = {
        text: Clock(parse_player(f"ari@{text}")).limits.longest
        for text in ("1s", "clock=10s+0s", "0.5s,clock=10s+0s", "0.1s,clock=10s+0s", "clock=10s+5s")
    }
    assert longest["1s"] is None
    assert longest["0.1s,clock=10s+0s"] is None
    assert longest["clock=10s+0s"] == pytest.approx(1.2)
    assert longest["0.5s,clock=10s+0s"] == 0.5
    assert longest["clock=10s+5s"] is None  # a quarter of the rest is less than the share
