"""Joint ratings of all players, in words and names: who is rated, how sure that is, and why somebody is not.

The numbers come from `score_model`, the bounds of players that won or lost everything from `sweeps`, and who can be
rated at all from `bound_players`. `docs/statistics.md` has the formulas and what was measured.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from plies.arena.numbers.bound_players import FEWEST_PAIRS
from plies.arena.numbers.results import BoardEffect, Rating, RatingList
from plies.arena.numbers.score_model import POINTS, Games, Rates, rate
from plies.arena.numbers.statistics import CONFIDENCE
from plies.arena.numbers.sweeps import sweep_bounds
from plies.arena.numbers.tally import PairTally
from plies.errors import Refused

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

#: why a player has no rating
TOO_FEW = "too few games"
WON_ALL = "won every game"
LOST_ALL = "lost every game"
APART = "not to be compared yet"


class Match(NamedTuple):
    """The games of two players on a board, from the view of `a`."""

    board: str
    a: str
    b: str
    tally: PairTally


@dataclass(frozen=True)
class Ratings:
    """The players, best first, with ratings in Elo around the mean of the rated ones (or an anchored player at 0)."""

    players: tuple[Rating, ...]
    boards: Mapping[str, BoardEffect]

    def listed(self, board: str | None) -> RatingList:
        """As a list, under the name of the board that they are of."""
        return RatingList(board, self.players, self.boards)


def fit(matches: Sequence[Match], anchor: str | None = None, confidence: float = CONFIDENCE) -> Ratings:
    """The ratings of all players of these matches; `anchor` names the player at 0 instead of the mean."""
    names = list(dict.fromkeys(name for match in matches for name in (match.a, match.b)))
    if anchor is not None and names and anchor not in names:
        raise Refused(f"no player {anchor!r} to anchor the ratings; players: {', '.join(names)}")
    boards = list(dict.fromkeys(match.board for match in matches))
    if not names:
        return Ratings((), {})
    games = games_of(matches, names, boards)
    rates = rate(games, None if anchor is None else names.index(anchor))
    found = _Found(names, games, rates, confidence)
    return Ratings(tuple(found.players()), {name: found.board(index) for index, name in enumerate(boards)})


def games_of(matches: Sequence[Match], names: Sequence[str], boards: Sequence[str]) -> Games:
    """The tallies as arrays; one tournament alone."""
    player = {name: index for index, name in enumerate(names)}
    board = {name: index for index, name in enumerate(boards)}
    return Games(
        a=np.array([player[match.a] for match in matches]),
        b=np.array([player[match.b] for match in matches]),
        board=np.array([board[match.board] for match in matches]),
        players=len(names),
        boards=len(boards),
        joint=np.array([[match.tally.joint for match in matches]], dtype=np.float64),
        lone=np.array([[[m.tally.lone_first, m.tally.lone_second] for m in matches]], dtype=np.float64),
    )


def quantile(pairs: float, confidence: float) -> float:
    """How many standard deviations an interval reaches: Student's t with as many degrees of freedom as pairs."""
    from scipy.special import stdtrit

    return float(stdtrit(max(pairs, 1.0), 0.5 + confidence / 2))


class _Found:
    """The arithmetic of one tournament, put into words."""

    def __init__(self, names: Sequence[str], games: Games, rates: Rates, confidence: float) -> None:
        self.names, self.games, self.rates, self.confidence = names, games, rates, confidence
        self.bounds, self.signs = (part[0] for part in sweep_bounds(games, rates, confidence))
        counts, eye = games.counts()[0], np.eye(games.players)
        self.played = counts.sum(axis=(1, 2)) @ (eye[games.a] + eye[games.b])
        of_a, of_b = (counts @ POINTS).sum(axis=1), (counts @ POINTS[::-1]).sum(axis=1)
        self.points = of_a @ eye[games.a] + of_b @ eye[games.b]

    def players(self) -> list[Rating]:
        """Winners of everything, the rated, those that cannot be compared, losers of everything."""
        order = sorted(range(len(self.names)), key=self._place)
        return [self._rating(one, after) for one, after in zip(order, [*order[1:], None], strict=True)]

    def _place(self, one: int) -> tuple[int, float]:
        if self.rates.rated[0, one]:
            return 1, -float(self.rates.ratings[0, one])
        if not math.isnan(self.bounds[one]):
            return (0 if self.signs[one] > 0 else 3), -float(self.bounds[one])
        return 2, -float(self.points[one] / max(self.played[one], 1.0))

    def _rating(self, one: int, after: int | None) -> Rating:
        if self.rates.rated[0, one]:
            rating = float(self.rates.ratings[0, one])
            deviation = math.sqrt(max(float(self.rates.covariance[0, one, one]), 0.0))
            error = quantile(float(self.rates.pairs[0, one]), self.confidence) * deviation
            return Rating(self.names[one], rating, error, rating - error, rating + error, self._superiority(one, after))
        reason, bound = self._reason(one), float(self.bounds[one])
        low = bound if reason == WON_ALL and not math.isnan(bound) else None
        high = bound if reason == LOST_ALL and not math.isnan(bound) else None
        return Rating(self.names[one], None, None, low, high, None, reason)

    def _reason(self, one: int) -> str:
        if self.played[one] < 2 * FEWEST_PAIRS:
            return TOO_FEW
        if self.points[one] in (0, self.played[one]):
            return LOST_ALL if self.points[one] == 0 else WON_ALL
        if not math.isnan(self.bounds[one]):  # everything against the rated players, if not against all
            return WON_ALL if self.signs[one] > 0 else LOST_ALL
        return APART

    def _superiority(self, one: int, after: int | None) -> float | None:
        """The likelihood that one player is stronger than the next of the list, if that one is rated too."""
        from scipy.special import stdtr

        if after is None or not self.rates.rated[0, after]:
            return None
        ahead = self.rates.ratings[0, one] - self.rates.ratings[0, after]
        inner = self.rates.covariance[0]
        variance = float(inner[one, one] + inner[after, after] - 2 * inner[one, after])
        pairs = float(min(self.rates.pairs[0, one], self.rates.pairs[0, after]))
        return float(stdtr(pairs, ahead / math.sqrt(variance))) if variance > 1e-12 else 0.5

    def board(self, index: int) -> BoardEffect:
        """What a board adds; nothing is said of the first move before a few pairs."""
        pairs = float(self.rates.board_pairs[0, index])
        if pairs < FEWEST_PAIRS:
            return BoardEffect(None, None, None)
        deviation = math.sqrt(float(self.rates.first_move_variance[0, index]))
        return BoardEffect(
            first_move=float(self.rates.first_move[0, index]),
            first_move_error=quantile(pairs, self.confidence) * deviation,
            draws_between_equals=float(self.rates.draws_between_equals[0, index]),
        )
