"""Every position of pebbles has one number, and every number one position."""

from __future__ import annotations

import pytest

import plies
from plies.errors import Refused


@pytest.mark.parametrize(("name", "size"), [("pebbles:1x1", 6), ("pebbles:2x1", 70), ("pebbles:2x3", 910)])
def test_numbers_and_positions_go_together(name: str, size: int) -> None:
    game = plies.game(name)
    index = game.solving.index
    assert index is not None
    numbers, tiers = index.layout(game.first, 0)
    assert list(tiers) == [0, size]
    states = [index.state_of(number, game.first, numbers) for number in range(size)]
    assert [index.index(state, numbers) for state in states] == list(range(size))
    assert len(set(states)) == size
    assert game.first in states


def test_other_numbers_of_pebbles_and_bins_are_outside() -> None:
    game = plies.game("pebbles:2x2")
    index = game.solving.index
    assert index is not None
    numbers, _ = index.layout(game.first, 0)
    assert index.index(game.position("4,5/0,0 A").state, numbers) == -1
    assert index.index(game.position("1,1/1,1 A").state, numbers) == -1
    assert index.index(plies.game("pebbles:3x1").first, numbers) == -1


def test_what_cannot_be_numbered_is_refused() -> None:
    game = plies.game("pebbles:10x100")
    index = game.solving.index
    assert index is not None
    with pytest.raises(Refused, match=r"2000 pebbles in 20 bins have .* more than can be numbered"):
        index.layout(game.first, 0)
