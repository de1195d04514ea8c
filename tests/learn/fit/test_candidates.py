"""Candidates: which features each kind has, and what they take over from their parent."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import plies
from plies.games.learned import TO_MOVE
from plies.learn.fit.candidates import Data, Kind, candidate, values_of
from plies.learn.games.samples import gathered, opening_number
from plies.learn.games.selfplay import SelfPlay
from plies.values import Unit

GAME = plies.game("breakthrough:4x5")
ARI = GAME.heuristic("ari")


def middle(state: object, side: int) -> int:
    """A feature that the game does not have."""
    return (int(state.white if side == 0 else state.black) >> 9 & 3).bit_count()  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def data() -> Data:
    games = [replace(game, number=opening_number(game.rows[0])) for game in SelfPlay(GAME, ARI, 20, 3).games(range(30))]
    training, held_out = gathered(games, quiet=False)
    return Data(GAME, ARI, ARI, training, held_out, 0.1, None)


def fitted(data: Data, kind: Kind) -> plies.Heuristic:
    return candidate(data, kind, "mine", lambda now, apart: None).heuristic


def test_the_unit_of_a_parent_with_several_features_is_handed_on(data: Data) -> None:
    unit = Unit("pawns", 2.5)
    assert fitted(replace(data, parent=replace(ARI, unit=unit)), "own").unit == unit
    assert fitted(data, "own").unit is None
    pawns = plies.Heuristic("pawns", "", ARI.features[:1], (2.5,), centre=ARI.centre, unit=unit)
    assert fitted(replace(data, own=pawns, parent=pawns), "all").unit is None  # it counted pawns and nothing else


def test_own_features_are_those_that_the_run_began_with(data: Data) -> None:
    """Also when the best so far has none of them, as patterns have."""
    bare = plies.Heuristic("best", "", (TO_MOVE,), (0.5,), centre=ARI.centre)
    found = fitted(replace(data, parent=bare), "own")
    assert [one.name for one in found.features] == [*(one.name for one in ARI.features), "to move"]


def test_features_of_a_users_own_come_alone(data: Data) -> None:
    mine = plies.Heuristic("mine", "", (ARI.features[0], plies.Feature("middle", middle)), (2.0, 1.0), centre=50.0)
    data = replace(data, own=mine, parent=mine)
    assert fitted(data, "own").features == mine.features
    assert fitted(data, "all").features == fitted(replace(data, own=ARI), "all").features


def test_values_of_a_function_are_those_of_its_features(data: Data) -> None:
    function = plies.Heuristic("f", "", function=lambda state, me: ARI.value(state, me), centre=ARI.centre)
    rows = data.held_out.rows[:20]
    assert np.allclose(values_of(GAME, function, rows), values_of(GAME, ARI, rows))
