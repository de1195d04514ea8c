"""Joint ratings of all players: Bradley–Terry with draws (Davidson) and an advantage of the first side.

A game's result has the odds  won : drawn : lost = exp(d/2) : ν : exp(−d/2)  for the first side, where d is its strength
minus the other's plus h, the worth of the first move. Strengths are common to all boards; ν and h are each board's own.
A weak prior keeps everything finite: players that only won, or never met the others, get a wide interval instead of
an infinite rating. Intervals come from the pairs: the two games of a pair share an opening, so the spread of what pairs
(not games) show is put into the covariance, the so-called sandwich. `docs/statistics.md` has the formulas.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from plies.arena.numbers.results import BoardEffect, Rating, RatingList
from plies.arena.numbers.statistics import CONFIDENCE, ELO
from plies.arena.numbers.tally import PairTally
from plies.errors import Refused

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

#: standard deviation of the prior on strengths and on the worth of the first move, in Elo
PRIOR_ELO = 800.0
#: the prior on draws: so many games between equals that were drawn, and as many that were not, on each board. Without
#: it a handful of drawn games would be taken for a board on which everything is drawn, and all players for equal.
PRIOR_DRAWS = 2.0
#: how many even pairs the model's own covariance counts for beside that of the pairs played; it matters only where
#: hardly a pair went against expectation, and the spread of what pairs show cannot be seen
TRUST_IN_MODEL = 2.0
#: what a loss, a draw and a win add to the logarithm of the odds, in units of d
PUSH = np.array([-0.5, 0.0, 0.5])


class Match(NamedTuple):
    """The games of two players on a board, from the view of `a`."""

    board: str
    a: str
    b: str
    tally: PairTally


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo with mean 0 (or an anchored player at 0), best first, and what boards add."""

    names: tuple[str, ...]
    ratings: Array
    covariance: Array
    boards: Mapping[str, BoardEffect]
    confidence: float

    def error(self, index: int) -> float:
        """Half the width of the interval."""
        return NormalDist().inv_cdf(0.5 + self.confidence / 2) * math.sqrt(max(self.covariance[index, index], 0.0))

    def superiority(self, one: int, other: int) -> float:
        """The likelihood that one player is stronger than another."""
        ahead = self.ratings[one] - self.ratings[other]
        variance = self.covariance[one, one] + self.covariance[other, other] - 2 * self.covariance[one, other]
        return NormalDist().cdf(float(ahead) / math.sqrt(variance)) if variance > 1e-12 else 0.5

    def listed(self, board: str | None) -> RatingList:
        """As a list, under the name of the board that they are of."""
        rows = []
        for index, name in enumerate(self.names):
            rating, error = float(self.ratings[index]), self.error(index)
            after = self.superiority(index, index + 1) if index + 1 < len(self.names) else None
            rows.append(Rating(name, rating, error, rating - error, rating + error, after))
        return RatingList(board, tuple(rows), self.boards)


def fit(matches: Sequence[Match], anchor: str | None = None, confidence: float = CONFIDENCE) -> Ratings:
    """The ratings of all players of these matches; `anchor` names the player at 0 instead of the mean."""
    names = list(dict.fromkeys(name for match in matches for name in (match.a, match.b)))
    if not names:
        return Ratings((), np.zeros(0), np.zeros((0, 0)), {}, confidence)
    if anchor is not None and anchor not in names:
        raise Refused(f"no player {anchor!r} to anchor the ratings; players: {', '.join(names)}")
    model = Model.build(matches, names)
    found = model.maximise()
    covariance = model.covariance(found)
    ratings, spread = model.in_elo(found, covariance, None if anchor is None else names.index(anchor))
    order = np.argsort(-ratings, kind="stable")
    return Ratings(
        tuple(names[index] for index in order),
        ratings[order],
        spread[np.ix_(order, order)],
        model.about_boards(found, covariance, confidence),
        confidence,
    )


@dataclass(frozen=True)
class Model:
    """The likelihood. Rows come two by two: the games of a match with `a` first, and those with `b` first.
    Parameters: strengths, then h of each board, then log ν of each board."""

    matches: Sequence[Match]
    boards: Mapping[str, int]
    players: int
    #: counts of results of the first side, one row each
    counts: Array
    #: how d and log ν of a row follow from the parameters
    difference: Array
    draws: Array
    #: precisions of the normal prior on strengths and first moves; 0 for log ν, which has its own
    prior: Array

    @staticmethod
    def build(matches: Sequence[Match], names: Sequence[str]) -> Model:
        place = {name: index for index, name in enumerate(names)}
        boards = {name: index for index, name in enumerate(dict.fromkeys(match.board for match in matches))}
        size = len(names) + 2 * len(boards)
        difference, draws = np.zeros((2 * len(matches), size)), np.zeros((2 * len(matches), size))
        counts = np.zeros((2 * len(matches), 3))
        for row, match in enumerate(matches):
            board = len(names) + boards[match.board]
            for turned, (first, second) in enumerate(((match.a, match.b), (match.b, match.a))):
                difference[2 * row + turned, [place[first], place[second], board]] = 1, -1, 1
                draws[2 * row + turned, board + len(boards)] = 1
            counts[2 * row] = match.tally.as_first
            counts[2 * row + 1] = match.tally.as_second[::-1]
        prior = np.zeros(size)
        prior[: len(names) + len(boards)] = (PRIOR_ELO / ELO) ** -2.0
        return Model(matches, boards, len(names), counts, difference, draws, prior)

    # -- the likelihood ----------------------------------------------------------------------------------------------

    def odds(self, parameters: Array) -> tuple[Array, Array]:
        """Probabilities of the results of each row, and the logarithms of their sums of odds."""
        difference, draws = self.difference @ parameters, self.draws @ parameters
        logarithms = difference[:, None] * PUSH
        logarithms[:, 1] = draws
        highest = logarithms.max(axis=1, keepdims=True)
        powers = np.exp(logarithms - highest)
        total = powers.sum(axis=1, keepdims=True)
        return powers / total, (highest + np.log(total))[:, 0]

    def value(self, parameters: Array) -> float:
        """Minus the logarithm of the likelihood times the prior."""
        _, logarithm = self.odds(parameters)
        counts = self.counts
        reached = (counts @ PUSH) @ (self.difference @ parameters) + counts[:, 1] @ (self.draws @ parameters)
        drawn = self._drawn_by_equals(parameters)
        penalty = 0.5 * (self.prior * parameters) @ parameters - PRIOR_DRAWS * np.log(drawn * (1 - drawn)).sum()
        return float(counts.sum(axis=1) @ logarithm - reached + penalty)

    def gradient(self, parameters: Array) -> Array:
        chances, _ = self.odds(parameters)
        surplus = self.counts.sum(axis=1, keepdims=True) * chances - self.counts
        slope: Array = (surplus @ PUSH) @ self.difference + surplus[:, 1] @ self.draws + self.prior * parameters
        slope[self.players + len(self.boards) :] += PRIOR_DRAWS * (2 * self._drawn_by_equals(parameters) - 1)
        return slope

    def hessian(self, parameters: Array) -> Array:
        chances, _ = self.odds(parameters)
        games = self.counts.sum(axis=1)
        own, mixed, drawn = (games * part for part in _covariances(chances))
        cross = self.difference.T @ (mixed[:, None] * self.draws)
        curve: Array = (
            self.difference.T @ (own[:, None] * self.difference)
            + self.draws.T @ (drawn[:, None] * self.draws)
            + cross
            + cross.T
            + np.diag(self._prior_curvature(parameters))
        )
        return curve

    def _drawn_by_equals(self, parameters: Array) -> Array:
        """The share of draws between equals without the first move, ν / (2 + ν), of each board."""
        share: Array = 1 / (1 + 2 * np.exp(-parameters[self.players + len(self.boards) :]))
        return share

    def _prior_curvature(self, parameters: Array) -> Array:
        drawn = self._drawn_by_equals(parameters)
        curvature = self.prior.copy()
        curvature[self.players + len(self.boards) :] = 2 * PRIOR_DRAWS * drawn * (1 - drawn)
        return curvature

    def maximise(self) -> Array:
        """The likeliest parameters. The function is convex, so any good method finds the one minimum."""
        from scipy.optimize import minimize

        scale = 1 / max(self.counts.sum(), 1.0)
        found = minimize(
            lambda x: scale * self.value(x),
            np.zeros(self.difference.shape[1]),
            jac=lambda x: scale * self.gradient(x),
            hess=lambda x: scale * self.hessian(x),
            method="trust-exact",
            options={"gtol": 1e-9, "initial_trust_radius": 2.0, "max_trust_radius": 50.0},
        )
        best: Array = found.x
        return best

    # -- how sure it is ----------------------------------------------------------------------------------------------

    def covariance(self, parameters: Array) -> Array:
        """The sandwich: inverse curvature × spread of what single pairs pull at the parameters × inverse curvature."""
        chances, _ = self.odds(parameters)
        matches = len(self.matches)
        joint = np.array([match.tally.joint for match in self.matches], dtype=float)[:, :, ::-1]
        lone = np.array([[m.tally.lone_first, m.tally.lone_second[::-1]] for m in self.matches], dtype=float)
        pulls = np.stack([self.difference, self.draws], axis=1).reshape(matches, 4, -1)
        spreads = _spreads(joint, lone, chances.reshape(matches, 2, 3))
        spread = np.einsum("mik,mij,mjl->kl", pulls, spreads, pulls, optimize=True)
        spread += np.diag(self._prior_curvature(parameters))
        inverse = np.linalg.inv(self.hessian(parameters))
        covariance: Array = inverse @ spread @ inverse
        return covariance

    def _scale(self, parameters: Array) -> tuple[float, Array]:
        """What a unit of d is worth in Elo: such that near equality a difference in rating means the score that Elo
        means, averaged over the games; and how that changes with each log ν."""
        drawn = self._drawn_by_equals(parameters)
        games = np.zeros(len(self.boards))
        for row, match in enumerate(self.matches):
            games[self.boards[match.board]] += self.counts[2 * row : 2 * row + 2].sum()
        share = games / max(games.sum(), 1.0)
        return float(ELO * share @ (1 - drawn)), -ELO * share * drawn * (1 - drawn)

    def in_elo(self, parameters: Array, covariance: Array, anchor: int | None) -> tuple[Array, Array]:
        """Ratings around their mean (or the anchor), and their covariance."""
        players = self.players
        weights = np.full(players, 1 / players) if anchor is None else np.eye(players)[anchor]
        centre = np.eye(players) - weights
        strengths = centre @ parameters[:players]
        scale, change = self._scale(parameters)
        change_of = np.zeros((players, len(parameters)))
        change_of[:, :players] = scale * centre
        change_of[:, players + len(self.boards) :] = np.outer(strengths, change)
        return scale * strengths, change_of @ covariance @ change_of.T

    def about_boards(self, parameters: Array, covariance: Array, confidence: float) -> dict[str, BoardEffect]:
        """The worth of the first move in Elo, and the share of draws between equals without it, of each board."""
        z = NormalDist().inv_cdf(0.5 + confidence / 2)
        made = {}
        for name, index in self.boards.items():
            place = self.players + index
            drawn = float(self._drawn_by_equals(parameters)[index])
            scale = ELO * (1 - drawn)
            made[name] = BoardEffect(
                first_move=float(scale * parameters[place]),
                first_move_error=float(z * scale * math.sqrt(covariance[place, place])),
                draws_between_equals=drawn,
            )
        return made


def _covariances(chances: Array) -> tuple[Array, Array, Array]:
    """Of a game's push and its being drawn: variance of the push, covariance, variance of the draw."""
    mean, drawn = chances @ PUSH, chances[..., 1]
    return chances @ PUSH**2 - mean**2, -mean * drawn, drawn * (1 - drawn)


def _spreads(joint: Array, lone: Array, chances: Array) -> Array:
    """For each match the sum over its pairs (and lone games) of its score vector times itself: matrices over push and
    draw of the game with `a` first, then of the game with `b` first. All results are those of the first side."""
    scores = np.stack([PUSH - (chances @ PUSH)[..., None], np.array([0.0, 1.0, 0.0]) - chances[..., 1:2]], axis=-1)
    first, second = np.broadcast_arrays(scores[:, 0, :, None, :], scores[:, 1, None, :, :])
    pairs = np.concatenate([first, second], axis=-1)
    seen = np.einsum("mxy,mxyi,mxyj->mij", joint, pairs, pairs)
    expected = np.zeros_like(seen)
    games = lone.sum(axis=2) + joint.sum(axis=(1, 2))[:, None]
    own, mixed, drawn = _covariances(chances)
    for game, part in enumerate((slice(0, 2), slice(2, 4))):
        seen[:, part, part] += np.einsum("mx,mxi,mxj->mij", lone[:, game], scores[:, game], scores[:, game])
        block = np.stack([own[:, game], mixed[:, game], mixed[:, game], drawn[:, game]], axis=-1).reshape(-1, 2, 2)
        expected[:, part, part] = games[:, game, None, None] * block
    informative = 2 * (games * own).sum(axis=1)  # in pairs of even games without draws
    trust = (TRUST_IN_MODEL / (TRUST_IN_MODEL + informative))[:, None, None]
    spreads: Array = (1 - trust) * seen + trust * expected
    return spreads
