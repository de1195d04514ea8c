"""What the tests of all games share: every registered game, and random walks through it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import plies
from plies import registry
from plies.games.position import Position


def every_game() -> list[str]:
    """The full names of all examples of all families, so that a new game is tested by being registered."""
    return [name for family in registry.families().values() for name in family.examples]


def walk(name: str, seed: str, games: int, longest: int = 200) -> Iterator[Position]:
    """The positions of random games, each from the start to its end or `longest` plies."""
    chance = random.Random(f"{name} {seed}")
    for _ in range(games):
        position = plies.game(name).start()
        yield position
        for _ in range(longest):
            if position.outcome is not None:
                break
            position = position.after(chance.choice(position.legal))
            yield position
