"""Ratings as arithmetic: the strengths that explain all scores together, and how sure they are.

The expected score of a pair is 1 / (1 + exp(−d)), d being the difference of two strengths: the definition of Elo, with
draws as half a point. Strengths are found by the logistic likelihood of the scores. The spread around them is that of
the pairs, whatever the draws, and whatever the two games of a pair have in common (the so-called sandwich). What the
first move is worth to the side that has it is found beside that. `docs/statistics.md` has formulas and simulations.

Everything takes many tournaments of one shape at once, on the first axis of the arrays. A real one comes alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from plies.arena.numbers.bound_players import bound_players
from plies.arena.numbers.statistics import ELO

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Places = NDArray[np.intp]
    Flags = NDArray[np.bool_]

#: standard deviations of the priors, in Elo. That on strengths is so weak that it only keeps the arithmetic finite.
#: Without the other a first move would be worth infinitely much where the first side won every game.
PRIOR_STRENGTH, PRIOR_FIRST_MOVE = 3000.0, 400.0
#: the prior on draws: so many games between equals that were drawn, and as many that were not, on each board
PRIOR_DRAWS = 1.0
#: how many even pairs the variance that scores and draws lead to expect counts for, beside that of the pairs played; it
#: matters only where a few pairs show too little of their spread
TRUST_IN_MODEL = 0.75
#: what a loss, a draw and a win are worth
POINTS = np.array([0.0, 0.5, 1.0])
#: kinds of games of `a`: in a pair with the first and with the second side, alone with the first and with the second
KINDS = 4
FIRST = np.array([1.0, -1.0, 1.0, -1.0])
LONE = np.array([0.0, 0.0, 1.0, 1.0])


@dataclass(frozen=True)
class Games:
    """Results by match: two players, `a` and `b`, on a board. All results are those of `a`."""

    a: Places
    b: Places
    board: Places
    players: int
    boards: int
    #: pairs by tournament, match, result as the first side (lost, drawn, won), result as the second
    joint: Array
    #: games whose other half is missing, by tournament, match, side, result
    lone: Array

    def counts(self) -> Array:
        """Games by tournament, match, kind and result."""
        paired = np.stack([self.joint.sum(axis=3), self.joint.sum(axis=2)], axis=2)
        return np.concatenate([paired, self.lone], axis=2)

    def pairs(self) -> Array:
        """Pairs by tournament and match; two lone games count as one."""
        found: Array = self.counts().sum(axis=(2, 3)) / 2
        return found

    def only(self, kept: Flags) -> Games:
        """With only some matches of each tournament."""
        chosen = kept[:, :, None, None]
        return replace(self, joint=self.joint * chosen, lone=self.lone * chosen)

    def design(self, first_moves: bool) -> Array:
        """How d of a game of each match and kind follows from the parameters: strengths, and first moves if wanted."""
        made = np.zeros((len(self.a), KINDS, self.players + first_moves * self.boards))
        rows = np.arange(len(self.a))
        made[rows, :, self.a] = 1.0
        made[rows, :, self.b] = -1.0
        if first_moves:
            made[rows, :, self.players + self.board] = FIRST
        return made

    def between(self, of_a: Array, of_b: Array) -> Array:
        """Values of matches by tournament, player and opponent."""
        made = np.zeros((len(of_a), self.players, self.players))
        for match, (a, b) in enumerate(zip(self.a, self.b, strict=True)):
            made[:, a, b] += of_a[:, match]
            made[:, b, a] += of_b[:, match]
        return made


@dataclass(frozen=True)
class Rates:
    """Ratings in Elo of the players that results bind from both sides, around their mean; and what boards add."""

    rated: Flags
    ratings: Array
    covariance: Array
    #: pairs among the rated players: of each player, and on each board
    pairs: Array
    board_pairs: Array
    first_move: Array
    first_move_variance: Array
    draws_between_equals: Array


def rate(games: Games, anchor: int | None = None) -> Rates:
    """The ratings; an anchored player is at 0 where it is rated, else the mean is."""
    counts, pairs = games.counts(), games.pairs()
    points = games.between((counts @ POINTS).sum(axis=2), (counts @ POINTS[::-1]).sum(axis=2))
    rated = bound_players(points, games.between(pairs, pairs))
    inside = games.only(rated[:, games.a] & rated[:, games.b])
    with_moves = Fit.of(inside, inside.design(True), np.zeros(KINDS))
    first_moves = with_moves.parameters[:, games.players :]
    fit = Fit.of(inside, inside.design(False), first_moves[:, games.board, None] * FIRST * LONE)
    weights = rated / np.maximum(rated.sum(axis=1, keepdims=True), 1)
    if anchor is not None:
        weights = np.where(rated[:, [anchor]], np.eye(games.players)[anchor], weights)
    centre = ELO * (np.eye(games.players) - weights[:, None, :])
    pairs = inside.pairs()
    return Rates(
        rated=rated,
        ratings=(centre @ fit.parameters[..., None])[..., 0],
        covariance=centre @ fit.covariance() @ centre.transpose(0, 2, 1),
        pairs=inside.between(pairs, pairs).sum(axis=2),
        board_pairs=pairs @ np.eye(games.boards)[games.board],
        first_move=ELO * first_moves,
        first_move_variance=ELO**2 * np.diagonal(with_moves.covariance(), axis1=1, axis2=2)[:, games.players :],
        draws_between_equals=fit.draws_between_equals(),
    )


@dataclass(frozen=True)
class Fit:
    """The likeliest parameters of one design."""

    games: Games
    design: Array
    offset: Array
    prior: Array
    parameters: Array

    @staticmethod
    def of(games: Games, design: Array, offset: Array) -> Fit:
        deviations = np.full(design.shape[2], PRIOR_FIRST_MOVE)
        deviations[: games.players] = PRIOR_STRENGTH
        prior = (deviations / ELO) ** -2
        counts = games.counts()
        offset = np.broadcast_to(offset, counts.shape[:3])
        rows = [part.reshape(len(counts), -1) for part in (counts.sum(axis=3), counts @ POINTS, offset)]
        return Fit(games, design, offset, prior, likeliest(design.reshape(-1, len(prior)), prior, *rows))

    def expected(self) -> Array:
        """Expected scores of `a` by tournament, match and kind."""
        return logistic(np.einsum("bp,mkp->bmk", self.parameters, self.design) + self.offset)

    def draws_between_equals(self) -> Array:
        """The share of draws on each board between equals; it is taken to fall with the variance of the score."""
        counts, expected = self.games.counts(), self.expected()
        boards = np.eye(self.games.boards)[self.games.board]
        drawn = counts[..., 1].sum(axis=2) @ boards
        even = (counts.sum(axis=3) * 4 * expected * (1 - expected)).sum(axis=2) @ boards
        share: Array = np.minimum((drawn + PRIOR_DRAWS) / (even + 2 * PRIOR_DRAWS), 1.0)
        return share

    def covariance(self) -> Array:
        """The sandwich: inverse curvature × spread of what single pairs pull at the parameters × inverse curvature."""
        expected, played = self.expected(), self.games.counts().sum(axis=3)
        weights = (played * expected * (1 - expected)).reshape(len(played), -1)
        inverse = np.linalg.inv(curvature(self.design.reshape(-1, len(self.prior)), weights, self.prior))
        pulled = np.einsum("bmij,mjl->bmil", self._spread(expected), self.design)
        middle = np.einsum("mik,bmil->bkl", self.design, pulled, optimize=True) + np.diag(self.prior)
        covariance: Array = inverse @ middle @ inverse
        return covariance

    def _spread(self, expected: Array) -> Array:
        """For each match, over its pairs, the sum of products of what games of one kind and another scored beyond

        expectation; mixed with what the variance of a game leads to expect.
        """
        counts, joint = self.games.counts(), self.games.joint
        beyond = POINTS - expected[..., None]
        seen = (counts * beyond**2).sum(axis=3)[..., None] * np.eye(KINDS)
        both = np.einsum("bmxy,bmx,bmy->bm", joint, beyond[:, :, 0], beyond[:, :, 1], optimize=True)
        seen[:, :, 0, 1] = seen[:, :, 1, 0] = both
        decided = 1 - self.draws_between_equals()[:, self.games.board, None]
        usual = counts.sum(axis=3) * expected * (1 - expected) * decided
        trust = TRUST_IN_MODEL / (TRUST_IN_MODEL + 2 * usual.sum(axis=2))  # in pairs of even games without draws
        trust = trust[..., None, None]
        mixed: Array = (1 - trust) * seen + trust * usual[..., None] * np.eye(KINDS)
        return mixed


def likeliest(design: Array, prior: Array, played: Array, points: Array, offset: Array) -> Array:
    """The parameters of scores with a normal prior, by Newton's method. The function is convex, and steps are kept

    short far from its minimum. Rows of the design are columns of the other arrays.
    """
    found, open_ = np.zeros((len(played), len(prior))), np.arange(len(played))
    for _ in range(200):
        expected = logistic(found[open_] @ design.T + offset[open_])
        slope = (played[open_] * expected - points[open_]) @ design + prior * found[open_]
        curve = curvature(design, played[open_] * expected * (1 - expected), prior)
        step = -np.linalg.solve(curve, slope[..., None])[..., 0]
        found[open_] += step * np.minimum(1.0, 1.5 / np.maximum(np.abs(step).max(axis=1, keepdims=True), 1e-300))
        open_ = open_[-(slope * step).sum(axis=1) > 1e-12]
        if not len(open_):
            break
    return found


def curvature(design: Array, weights: Array, prior: Array) -> Array:
    curve: Array = design.T @ (weights[..., None] * design) + np.diag(prior)
    return curve


def logistic(x: Array) -> Array:
    score: Array = 0.5 + 0.5 * np.tanh(x / 2)
    return score
