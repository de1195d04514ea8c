"""Levels as the pages get them."""

from __future__ import annotations

import httpx

from plies.players.levels.levels import SEARCHING
from plies.registry import families


def test_every_level_can_be_asked_to_play(shared_client: httpx.Client) -> None:
    for game in families():
        levels = shared_client.get("/api/levels", params={"game": game}).json()
        assert [level["name"] for level in levels][: len(SEARCHING)] == [name for name, _ in SEARCHING]
        assert [level["name"] for level in levels if level["usual"]] == ["Casual"]
        for level in levels:
            for player in (level["text"], level["player"]):  # in one line, and taken apart
                answer = shared_client.post("/api/player", json={"game": game, "player": player}).json()
                assert answer == {"text": level["text"]}


def test_ratings_have_intervals_and_other_boards_none(shared_client: httpx.Client) -> None:
    rated = shared_client.get("/api/levels", params={"game": "pebbles"}).json()
    assert rated[1]["rating"] is not None
    for rating in filter(None, (level["rating"] for level in rated[1:])):
        assert rating["games"] >= 100
        assert rating["elo"] is None or rating["low"] < rating["elo"] < rating["high"]
    other = shared_client.get("/api/levels", params={"game": "pebbles:3x1"}).json()
    assert [level["rating"] for level in other] == [None] * len(other)


def test_a_game_that_is_not_there(shared_client: httpx.Client) -> None:
    assert shared_client.get("/api/levels", params={"game": "chess"}).status_code == 400
    assert shared_client.get("/api/levels").status_code == 422
