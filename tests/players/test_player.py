"""What can be said of a player from its words alone."""

from __future__ import annotations

import pytest

from plies.errors import Refused
from plies.players.notation import parse_player
from plies.players.player import Player, distinct


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("random", 0),
        ("ari@2s", 2),
        ("ari@2s,patience=1s", 3),
        ("ari@clock=60s+0.5s", 110),
        ("ari@clock=60s+0.5s,patience=1s", 111),
        ("ari@2s,clock=60s", 2),
        ("ari@depth=3", None),
        ("ari@nodes=3,patience=9s", None),
        ("ggp://localhost:4001@5s", 5),
    ],
)
def test_how_long_a_move_may_take(text: str, seconds: float | None) -> None:
    assert parse_player(text).longest_move == seconds


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("ari@1s", False),
        ("random", False),
        ("ari@1s,order=hoddi", False),
        ("mine.py:mine@1s", True),
        ("folder/mine.py:mine(a=2)@depth=2,algorithm=minimax", True),
        ("ari@1s,order=mine.py:mine", True),
        ("minimax@depth=2,order=mine.py:mine", True),
    ],
)
def test_whether_a_user_written_file_takes_part(text: str, runs: bool) -> None:
    assert parse_player(text).runs_user_file == runs


def test_limits_and_kinds() -> None:
    assert parse_player("ari@clock=9s").is_timed
    assert not parse_player("ari@depth=2").is_timed
    assert parse_player("ari@depth=2").has_limit
    assert not parse_player("random").has_limit
    assert parse_player("ggp://localhost:4001").is_remote
    assert parse_player("human").is_human
    assert not parse_player("ari").is_human


def test_options_and_their_defaults() -> None:
    player = parse_player("ari@1s,threads=3,order=hoddi")
    assert (player.order, player.option("entries"), player.option("entries", 7)) == ("hoddi", None, 7)
    assert (player.number("threads", 1), player.number("entries", 9)) == (3, 9)
    assert parse_player("ari").order is None


def test_names_that_differ() -> None:
    players = [Player("random", "random", "random", name=name) for name in ("a", "b", "a", "a")]
    assert [player.name for player in distinct(players, [False] * 4)] == ["a", "b", "a#2", "a#3"]
    with pytest.raises(Refused, match="two players are called 'a'; give each its own name="):
        distinct(players, [True] * 4)
