"""Self-play: reproducible game by game, and move by move what the engine plays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import plies
from plies.learn.games.selfplay import Begin, SelfPlay
from tests.oracles.learning import replayed


@pytest.fixture(scope="module")
def player() -> Iterator[SelfPlay]:
    game = plies.game("breakthrough:5x5")
    return SelfPlay(game, game.heuristic("ari"), 300, seed=1)


def test_a_game_depends_on_its_number_and_seed_alone(player: SelfPlay) -> None:
    first = player.play(3)
    player.play(4)
    again = player.play(3)
    assert first is not None
    assert again is not None
    assert np.array_equal(first.rows, again.rows)
    assert np.array_equal(first.values, again.values)
    assert first.result == again.result


def test_a_game_is_what_the_engine_plays_move_by_move(player: SelfPlay) -> None:
    games = list(player.games(range(12)))
    assert len(games) == 12
    assert len({tuple(game.rows[0]) for game in games}) > 6  # from different openings
    assert all(replayed(player, game) for game in games)
    assert {game.result for game in games} <= {0.0, 1.0}  # there are no draws
    assert all(0 < game.nodes <= 300 * len(game.values) for game in games)


def test_unbalanced_openings_are_refused(player: SelfPlay) -> None:
    fair = SelfPlay(player.game, player.game.heuristic("ari"), 300, 1, Begin(margin=1.0))
    assert all(abs(game.values[0]) <= 1.0 for game in fair.games(range(5)))
    assert SelfPlay(player.game, player.game.heuristic("ari"), 300, 1, Begin(margin=-1.0)).play(0) is None
