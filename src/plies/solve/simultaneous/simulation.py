"""Many plays of a simultaneous game between two policies, all at once."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plies.errors import Refused
from plies.games.simultaneous import Tables
from plies.solve.simultaneous.stochastic import Solution

Floats = NDArray[np.float64]
#: The 99.5% point of the normal distribution: a two-sided interval of 99%.
Z_99 = 2.5758293035489004
MOST_RUNS = 100_000_000
_BATCH = 200_000


@dataclass(frozen=True)
class Mean:
    """A mean with its 99% interval."""

    runs: int
    mean: float
    low: float
    high: float


def simulate(
    solution: Solution, row_mix: Floats, column_mix: Floats, place: int, clock: int, runs: int, seed: int
) -> Floats:
    """The final values of `runs` plays from a state, between mixes with one line per state; the seed fixes them."""
    solution.state(place, clock)
    if not 1 <= runs <= MOST_RUNS:
        raise Refused(f"the number of runs must be from 1 to {MOST_RUNS}, not {runs}")
    if seed < 0:
        raise Refused(f"a seed is a whole number of 0 or more, not {seed}")
    random = np.random.Generator(np.random.PCG64(seed))
    batches = [
        _batch(solution, row_mix, column_mix, place, clock, min(_BATCH, runs - begin), random)
        for begin in range(0, runs, _BATCH)
    ]
    return np.concatenate(batches)


def _batch(
    solution: Solution,
    row_mix: Floats,
    column_mix: Floats,
    place: int,
    clock: int,
    runs: int,
    random: np.random.Generator,
) -> Floats:
    tables, game = solution.tables, solution.game
    places, clocks = np.full(runs, place), np.full(runs, clock)
    going = np.arange(runs)
    while len(going):
        here, left = places[going], clocks[going]
        states = solution.slot[left, here]
        rows = _draw(row_mix[states], random)
        columns = _draw(column_mix[states], random)
        kinds = tables.kind_of[here]
        pairs = tables.pair_start[kinds] + rows * tables.columns[kinds] + columns
        events = tables.event[_draw_outcomes(tables, pairs, random)]
        places[going] = tables.after[here, tables.effect[events]]
        clocks[going] = np.maximum(left - tables.ticks[events], 0)
        going = going[(places[going] < game.places) & (clocks[going] > 0)]
    return np.asarray(solution.values[clocks, places])


def _draw(mixes: Floats, random: np.random.Generator) -> NDArray[np.int64]:
    """One choice per line; a choice of chance 0 is never drawn."""
    sums = np.cumsum(mixes, axis=1)
    points = random.random(len(mixes)) * sums[:, -1]
    return np.asarray((points[:, None] >= sums).sum(axis=1))


def _draw_outcomes(tables: Tables, pairs: NDArray[np.int64], random: np.random.Generator) -> NDArray[np.int64]:
    """The number of an outcome for each pair."""
    first, last = tables.outcome_start[pairs], tables.outcome_start[pairs + 1]
    points = random.random(len(pairs))
    chosen = first.copy()
    reached = tables.probability[chosen]
    for _ in range(int((last - first).max())):
        onward = (points >= reached) & (chosen < last - 1)
        chosen = chosen + onward
        reached = reached + np.where(onward, tables.probability[chosen], 0.0)
    return chosen


def interval(successes: int, runs: int) -> Mean:
    """The mean of runs that ended with 0 or 1 and its 99% interval by Wilson's formula, sound near 0 and 1 too."""
    mean = successes / runs
    scale = 1 + Z_99**2 / runs
    middle = (mean + Z_99**2 / (2 * runs)) / scale
    half = Z_99 * math.sqrt(mean * (1 - mean) / runs + Z_99**2 / (4 * runs**2)) / scale
    return Mean(runs, mean, max(middle - half, 0.0), min(middle + half, 1.0))
