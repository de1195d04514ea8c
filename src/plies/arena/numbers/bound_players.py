"""The players whose ratings the results bind from both sides.

A player who won every game may be stronger by any amount, and so may a group of players who won every game against all
others. A number for them would be the prior's and not that of the games. The players that can be compared are the
largest group in which everybody, directly or by way of others, took points from everybody else; and each of them must
have played a few pairs inside it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Flags = NDArray[np.bool_]

#: with fewer pairs against other rated players nobody is rated
FEWEST_PAIRS = 4


def bound_players(points: Array, pairs: Array) -> Flags:
    """For many tournaments at once, from the points that each player took from each other and the pairs they played

    (tournament, player, opponent): who is rated, by tournament and player.
    """
    candidates = np.ones(points.shape[:2], dtype=bool)
    while True:
        group = _largest_group((points > 0) & candidates[:, :, None] & candidates[:, None, :], pairs)
        inside = (pairs * group[:, None, :]).sum(axis=2)
        too_few = group & (inside < FEWEST_PAIRS)
        if not too_few.any():
            return group
        candidates &= ~too_few


def _largest_group(took: Flags, pairs: Array) -> Flags:
    """The most players that reach each other; of groups alike the one with more pairs, and then the first."""
    players = took.shape[1]
    reach = (took | np.eye(players, dtype=bool)).astype(np.float32)
    for _ in range(math.ceil(math.log2(max(players, 2)))):
        reach = np.minimum(reach @ reach, 1)
    together = (reach > 0) & (reach.transpose(0, 2, 1) > 0)
    size = together.sum(axis=2)
    played = np.einsum("bij,bjk,bik->bi", together, pairs, together, optimize=True)
    best = (size + 0.5 * played / (1 + played.max(axis=1, keepdims=True))).argmax(axis=1)
    group = together[np.arange(len(took)), best]
    of_several: Flags = group & (group.sum(axis=1) > 1)[:, None]
    return of_several
