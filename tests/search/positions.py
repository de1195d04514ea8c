"""Random positions for the tests of the search."""

from __future__ import annotations

import random

import plies


def random_position(game: plies.Game, rng: random.Random, most: int) -> plies.Position:
    """A position after up to `most` random moves in which the game still runs."""
    position = game.start()
    for _ in range(rng.randrange(most + 1)):
        following = position.after(rng.choice(position.legal))
        if following.outcome is not None:
            break
        position = following
    return position
