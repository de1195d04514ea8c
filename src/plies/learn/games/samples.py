"""Positions to learn from: those of games, each once, with labels; some openings are held out with all their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plies.learn.games.selfplay import Played
from plies.values import LIMIT

#: one opening in so many is held out
HELD_OUT = 10
#: what a proven win is worth as a label, and the half of a label that is the result
CERTAIN, RESULT_SHARE = 1.0, 0.5

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Samples:
    """Positions as rows of words, with the engine's value for the first side (NaN: none) and the result of the game."""

    rows: NDArray[np.uint64]
    values: Floats
    results: Floats

    def __len__(self) -> int:
        return len(self.results)

    def labels(self, scale: float) -> Floats:
        """Half the result, half what the search found, both from 0 to 1 for the first side; else the result alone."""
        decided, unknown = np.abs(self.values) >= LIMIT, np.isnan(self.values)
        logits = np.clip(np.where(decided | unknown, 0.0, self.values) * scale, -30.0, 30.0)
        found = np.where(decided, np.where(self.values > 0, CERTAIN, 1 - CERTAIN), 1.0 / (1.0 + np.exp(-logits)))
        return np.where(unknown, self.results, RESULT_SHARE * self.results + (1 - RESULT_SHARE) * found)

    def undecided(self) -> tuple[Floats, Floats]:
        """Values and results where a search had found a value and not proven it."""
        open_ = np.abs(self.values) < LIMIT
        return self.values[open_], self.results[open_]


def gathered(games: Sequence[Played], quiet: bool) -> tuple[Samples, Samples]:
    """Training and held-out positions, of different openings; a position of both is in the training alone.

    Games have the numbers of their openings (`opening_number`). `quiet`: only positions in which the engine's move is
    quiet. Of positions that occur twice the later is taken.
    """
    numbers = {game.number for game in games}
    apart = {number for number in numbers if number % HELD_OUT == 0}
    if not apart and len(numbers) > 1:
        apart = {min(numbers)}
    training = _joined([game for game in games if game.number not in apart], quiet)
    held_out = _joined([game for game in games if game.number in apart], quiet)
    known = set(_keys(training.rows).tolist())
    fresh = np.array([key not in known for key in _keys(held_out.rows).tolist()], bool)
    return training, Samples(held_out.rows[fresh], held_out.values[fresh], held_out.results[fresh])


def opening_number(row: NDArray[np.uint64]) -> int:
    """A number for the position after the opening of a game: games with the same one are kept together."""
    return int(_keys(row.reshape(1, -1))[0] >> np.uint64(1))


def _joined(games: Sequence[Played], quiet: bool) -> Samples:
    if not games:
        return Samples(np.zeros((0, 1), np.uint64), np.zeros(0), np.zeros(0))
    rows = np.concatenate([game.rows for game in games])
    values = np.concatenate([game.values for game in games])
    results = np.concatenate([np.full(len(game.values), game.result) for game in games])
    if quiet:
        kept = np.concatenate([game.noisy for game in games]) == 0
        rows, values, results = rows[kept], values[kept], results[kept]
    _, last = np.unique(_keys(rows)[::-1], return_index=True)
    chosen = np.sort(len(rows) - 1 - last)
    return Samples(rows[chosen], values[chosen], results[chosen])


def _keys(rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A number for each row; rows with the same number are taken for the same position."""
    total = np.zeros(len(rows), np.uint64)
    for column in range(rows.shape[1]):
        total = (total ^ rows[:, column]) * np.uint64(0x9E3779B97F4A7C15)
        total ^= total >> np.uint64(29)
    return total
