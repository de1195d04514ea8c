"""A game to be played goes through JSON, and what is none is refused."""

from __future__ import annotations

import json

import pytest

from plies.arena.plan.pairing import Pairing
from plies.errors import PliesError, Refused, UnknownName
from tests.players.pairings import pairing


def test_a_pairing_comes_back_as_it_was() -> None:
    one = pairing("binni(pawns=2)@1s,order=ari", "random", opening=("b2-b3",), start="4/1b2/4/1w2/4 w")
    assert Pairing.from_json(one.as_json()) == one
    assert "sources" not in json.loads(one.as_json())
    with_sources = pairing("random", sources=(("mine.py", "0f"),))
    assert Pairing.from_json(with_sources.as_json()).sources == (("mine.py", "0f"),)
    assert "sources" not in with_sources.data()  # no part of a record


@pytest.mark.parametrize(
    ("definitions", "error", "said"),
    [
        ([{"kind": "who"}, {}], UnknownName, "not a player's definition"),
        ([{"kind": "who", "choice": "ari"}] * 2, Refused, "not a player's definition: 'who' is no kind of player"),
        ([], Refused, "game g1: a game has two players, not 0"),
    ],
)
def test_players_that_are_none_are_refused(definitions: object, error: type[PliesError], said: str) -> None:
    reported = {**pairing("random").data(), "definitions": definitions}
    with pytest.raises(error, match=said):
        Pairing.from_json(json.dumps(reported))
