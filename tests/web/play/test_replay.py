"""Positions by the way to them: the same as played one by one, kept within bounds, the latest longest."""

from __future__ import annotations

import pytest

from plies.errors import PliesError
from plies.registry import game
from plies.web.play import replay
from plies.web.play.replay import Replays

NAME = "pawns:6x6"
LINE = ["a2-a3", "a5-a4", "b2-b3", "b5-b4", "c2-c3"]


def test_a_way_leads_where_its_moves_lead() -> None:
    replays, here = Replays(1000), game(NAME).start()
    assert replays.walk(NAME, None, []) == here
    for number, word in enumerate(LINE, 1):
        here = here.play(word)
        found = replays.walk(NAME, None, LINE[:number])
        assert (found, found.line) == (here, here.line)


def test_the_next_move_of_a_known_game_costs_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    plain = replay.played
    monkeypatch.setattr(replay, "played", lambda here, words, done=0: played.extend(words) or plain(here, words, done))
    replays = Replays(1000)
    replays.walk(NAME, None, LINE[:4])
    replays.walk(NAME, None, LINE)
    replays.walk(NAME, None, LINE)
    assert played == [*LINE[:4], LINE[4]]


def test_what_is_kept_stays_within_its_bound() -> None:
    replays = Replays(20)  # plies, and one for each position
    ways = [(id(replay.game_of(NAME)), None, tuple(LINE[:number])) for number in range(len(LINE) + 1)]
    for _, start, moves in ways:
        replays.walk(NAME, start, moves)
        assert replays.plies == sum(len(way[2]) + 1 for way in replays.kept) <= 20
    assert list(replays.kept) == ways[1:], "the oldest go first: 2 + 3 + 4 + 5 + 6 are kept"
    replays.walk(NAME, None, ways[2][2])
    replays.walk(NAME, None, ways[0][2])
    replays.walk(NAME, None, ways[1][2])
    assert ways[2] in replays.kept, "what was asked for lately stays"
    assert ways[3] not in replays.kept


def test_a_mistake_names_its_move_and_keeps_nothing() -> None:
    replays = Replays(1000)
    with pytest.raises(PliesError, match=r"^move 2: a1-a2 is not legal here"):
        replays.walk(NAME, None, ["a2-a3", "a1-a2"])
    assert not replays.kept
