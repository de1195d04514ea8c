"""Every running position on a small board has one number, and every move leads to a lower tier."""

from __future__ import annotations

from bisect import bisect_right
from itertools import product

import pytest

import plies
from plies.games.contract import RUNNING
from plies.games.position import Position


@pytest.mark.parametrize("name", ["pawns:2x4", "breakthrough:2x4"])
def test_numbers_positions_and_tiers(name: str) -> None:
    game = plies.game(name)
    index = game.solving.index
    assert index is not None
    numbers, tiers = index.layout(game.first, 0)
    size = tiers[-1]
    states = [index.state_of(number, game.first, numbers) for number in range(size)]
    assert [index.index(state, numbers) for state in states] == list(range(size))
    assert len(set(states)) == size
    for number, state in enumerate(states):
        if game.rules.outcome(state) != RUNNING:
            continue
        for move in Position(game, state).listed:
            after = index.index(game.rules.play(state, move), numbers)
            assert bisect_right(tiers, after) < bisect_right(tiers, number)


def test_all_running_positions_are_there() -> None:
    """Counted by hand on the board of 2x4: three rows each, two of them shared, four pawns a side at most."""
    game = plies.game("pawns:2x4")
    index = game.solving.index
    assert index is not None
    count = 0
    for near, middle, far in product(product(".w", repeat=2), product(".wb", repeat=4), product(".b", repeat=2)):
        text = "".join((*near, *middle, *far))
        count += text.count("w") <= 4 and text.count("b") <= 4
    assert index.layout(game.first, 0).tiers[-1] == 2 * count


def test_finished_games_are_outside_and_large_boards_have_no_index() -> None:
    game = plies.game("pawns:3x5")
    index = game.solving.index
    assert index is not None
    numbers, _ = index.layout(game.first, 0)
    assert index.index(game.position("w2/bbb/3/3/1w1 b").state, numbers) == -1
    assert plies.game("pawns:8x8").solving.index is None
    assert plies.game("pawns:9x9").solving.index is None
