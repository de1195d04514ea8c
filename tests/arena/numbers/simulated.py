"""Tournaments whose truth is known, thousands at once, and how often what is said of them holds.

    python -m tests.arena.numbers.simulated 2000

prints the table of `docs/statistics.md`, from so many tournaments for each setting.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import ndtri, stdtrit

from plies.arena.numbers.score_model import Games, rate
from plies.arena.numbers.statistics import CONFIDENCE, expected_score
from plies.arena.numbers.sweeps import sweep_bounds

Array = NDArray[np.float64]

PLAYERS, PAIRS, DRAWS = (2, 3, 4, 6, 8), (2, 4, 8, 16, 30), (0.05, 0.4, 0.75)
#: what openings do to a pair, and the first move: not much; both games go to the same side; to the same player
OPENINGS = ((0.0, 30.0), (0.5, 150.0), (-0.3, 30.0))


class Setting(NamedTuple):
    """A round robin: players evenly spread over so many Elo, draws between equals, what openings do to a pair.

    `alike` is how much the two games of a pair favour the same side (or, below 0, the same player).
    """

    players: int
    pairs: int
    spread: float
    draws: float
    alike: float
    first_move: float

    def strengths(self) -> Array:
        return np.linspace(self.spread / 2, -self.spread / 2, self.players)


@dataclass(frozen=True)
class Coverage:
    """Of all players of all tournaments of a setting: how many got an interval, a bound or nothing; how many of the
    intervals hold, over all players and for the one with the fewest; and of intervals and bounds together."""

    intervals: float
    bounds: float
    nothing: float
    hold: float
    worst: float
    all_hold: float
    #: half the width of the interval in the middle, in Elo
    width: float


def chances(score: float, draws: float) -> tuple[float, float]:
    """Of a loss and of a draw, for an expected score; draws become rarer as games become one-sided."""
    ties = 2 * draws / (1 - draws)

    def excess(d: float) -> float:
        return (math.exp(d / 2) + ties / 2) / (math.exp(d / 2) + ties + math.exp(-d / 2)) - score

    d = brentq(excess, -100, 100)
    total = math.exp(d / 2) + ties + math.exp(-d / 2)
    return math.exp(-d / 2) / total, ties / total


def played(setting: Setting, repeats: int, seed: int) -> Games:
    """So many tournaments. The expected score of a pair is exactly that of the difference in Elo."""
    chance = np.random.default_rng(seed)
    strengths, first = setting.strengths(), setting.first_move
    places = [(i, j) for i in range(setting.players) for j in range(i + 1, setting.players)]
    joint = []
    for i, j in places:
        ahead = strengths[i] - strengths[j]

        def excess(u: float, ahead: float = ahead) -> float:
            return (expected_score(u + first) + expected_score(u - first)) / 2 - expected_score(ahead)

        inside = brentq(excess, -5000, 5000)
        luck = chance.standard_normal((2, repeats, setting.pairs))
        luck[1] = setting.alike * luck[0] + math.sqrt(1 - setting.alike**2) * luck[1]
        results = []
        for side, elo in enumerate((inside + first, first - inside)):  # of the first side of each game
            lost, drawn = chances(expected_score(elo), setting.draws)
            bounds = ndtri([max(lost, 1e-300), min(lost + drawn, 1 - 1e-16)])
            results.append((luck[side] > bounds[0]).astype(int) + (luck[side] > bounds[1]))
        code = 3 * results[0] + (2 - results[1])
        joint.append(np.stack([(code == k).sum(axis=1) for k in range(9)], axis=1).reshape(repeats, 3, 3))
    a, b = np.array(places).T
    table = np.stack(joint, axis=1).astype(float)
    return Games(a, b, np.zeros_like(a), setting.players, 1, table, np.zeros((*table.shape[:2], 2, 3)))


def coverage(setting: Setting, repeats: int, seed: int) -> Coverage:
    games = played(setting, repeats, seed)
    rates = rate(games)
    truth = setting.strengths()
    rated = rates.rated
    truth = truth - (rated * truth).sum(axis=1, keepdims=True) / np.maximum(rated.sum(axis=1, keepdims=True), 1)
    widths = stdtrit(np.maximum(rates.pairs, 1), 0.5 + CONFIDENCE / 2) * np.sqrt(
        np.diagonal(rates.covariance, axis1=1, axis2=2)
    )
    inside = np.abs(rates.ratings - truth) <= widths
    bounds, sign = sweep_bounds(games, rates, CONFIDENCE)
    bounded = ~np.isnan(bounds)
    beyond = sign * (truth - np.where(bounded, bounds, 0)) >= 0
    said = rated | bounded
    often = [inside[rated[:, one], one].mean() for one in range(setting.players) if rated[:, one].mean() > 0.1]
    return Coverage(
        intervals=float(rated.mean()),
        bounds=float(bounded.mean()),
        nothing=float(1 - said.mean()),
        hold=float(inside[rated].mean()) if rated.any() else math.nan,
        worst=float(min(often, default=math.nan)),
        all_hold=float(np.where(rated, inside, beyond)[said].mean()) if said.any() else math.nan,
        width=float(np.median(widths[rated])) if rated.any() else math.nan,
    )


def grid(players: int) -> list[Setting]:
    """All settings with so many players; two players are at most 400 Elo apart."""
    return [
        Setting(players, pairs, spread, draws, alike, first_move)
        for pairs in PAIRS
        for spread in ((0, 200, 400) if players == 2 else (0, 200, 400, 800))
        for draws in DRAWS
        for alike, first_move in OPENINGS
    ]


def share(values: list[float]) -> str:
    low, high = (f"{100 * value:.1f}" for value in (min(values), max(values)))
    return f"{low}%" if low == high else f"{low} to {high}%"


def line(players: int, pairs: int, found: list[Coverage]) -> str:
    """A row of the table: over the settings in which at least a tenth of the players got intervals."""
    shown = [one for one in found if one.intervals > 0.1]
    cells = [share([one.nothing for one in found]), share([one.bounds for one in found])]
    if shown:
        cells[:0] = [share([one.hold for one in shown]), f"{100 * min(one.worst for one in shown):.1f}%"]
        cells.append(f"{min(one.width for one in shown):.0f} to {max(one.width for one in shown):.0f}")
    else:
        cells = ["–", "–", *cells, "–"]
    return f"| {players} | {pairs} | {' | '.join(cells)} |"


if __name__ == "__main__":
    for size in PLAYERS:
        settings = grid(size)
        results = [coverage(one, int(sys.argv[1]), hash(one) % 2**32) for one in settings]
        for setting, one in zip(settings, results, strict=True):
            print(setting, one, file=sys.stderr)
        for count in PAIRS:
            chosen = [one for setting, one in zip(settings, results, strict=True) if setting.pairs == count]
            print(line(size, count, chosen), flush=True)
