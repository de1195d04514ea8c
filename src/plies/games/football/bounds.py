"""An easier and a harder football, small enough to solve at once, whose values bound the true ones.

Without downs the offence can only fail by the clock, a turnover or a safety: 99 places, and never worth less than the
real game. Without first downs it must score in the downs it has: 396 places, and never worth more. Both obey the real
game's one-step rule with an inequality, which is what simultaneous_search asks of bounds.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from plies.games.football.playbook import Playbook
from plies.games.football.rules import DOWNS, FIELD, places
from plies.games.simultaneous import End, SimultaneousGame, from_functions

Line = tuple[float, int, object]


def easier(playbook: Playbook) -> SimultaneousGame:
    """Football without downs; place y - 1 is y yards to go."""
    row, column = _numbers(playbook)

    def chance(yards: int, play: str, formation: str) -> Iterator[Line]:
        for outcome in playbook.tables[row[play]][column[formation]]:
            left = yards - outcome.yards
            following = _end(left, outcome.turnover) or left
            yield outcome.probability, outcome.ticks, following

    return from_functions(range(1, FIELD + 1), lambda _: (playbook.plays, playbook.formations), chance)


def harder(playbook: Playbook) -> SimultaneousGame:
    """Football without first downs; place 4 (y - 1) + d - 1 is y yards to go and d downs left."""
    row, column = _numbers(playbook)

    def chance(place: tuple[int, int], play: str, formation: str) -> Iterator[Line]:
        for outcome in playbook.tables[row[play]][column[formation]]:
            left, downs = place[0] - outcome.yards, place[1] - 1
            following = _end(left, outcome.turnover) or (End(0.0) if downs == 0 else (left, downs))
            yield outcome.probability, outcome.ticks, following

    grid = [(yards, downs) for yards in range(1, FIELD + 1) for downs in range(1, DOWNS + 1)]
    return from_functions(grid, lambda _: (playbook.plays, playbook.formations), chance)


def spread(
    harder_values: NDArray[np.float64], easier_values: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The values [clock, place] of the two games over the places of the real one: (lower, upper) bounds."""
    yards, downs, _ = places()
    return harder_values[:, DOWNS * (yards - 1) + downs - 1], easier_values[:, yards - 1]


def _numbers(playbook: Playbook) -> tuple[dict[str, int], dict[str, int]]:
    return (
        {name: k for k, name in enumerate(playbook.plays)},
        {name: k for k, name in enumerate(playbook.formations)},
    )


def _end(left: int, turnover: bool) -> End | None:
    if turnover or left > FIELD:
        return End(0.0)
    return End(1.0) if left <= 0 else None
