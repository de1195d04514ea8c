"""The standings of a tournament, typed: what `Scoreboard` counts turns into these, and every table is made from them.

`Standings.data` is the one place where they become plain data for JSON; the names of the fields are its keys, and
`docs/statistics.md` explains them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from plies.arena.numbers.counting import Counted
from plies.arena.numbers.statistics import Estimate


@dataclass(frozen=True)
class Results:
    """Results of a player, or of the first side on a board; the score is None before the first game."""

    games: int
    wins: int
    draws: int
    losses: int
    score: float | None


@dataclass(frozen=True)
class Use:
    """What moves cost a player, and how deep it looked: means per move; None where there was no move of that kind."""

    moves: int
    seconds: float
    seconds_a_move: float | None
    longest: float | None
    share_of_limit: float | None
    nodes_a_move: float | None
    nodes_per_second: float | None
    depth: float | None


@dataclass(frozen=True)
class PlayerResults(Results):
    """A player's results, also by side; `faults` counts the games it lost by its own fault, by kind."""

    first: Results
    second: Results
    faults: Mapping[str, int]
    use: Use


@dataclass(frozen=True)
class Rating:
    """A rating in Elo with its interval, and the likelihood of being stronger than the next player of the list.

    Where the games say too little there is no rating, and `reason` says why. A player that won (or lost) every game
    still has the lower (or upper) end of an interval.
    """

    name: str
    rating: float | None
    error: float | None
    low: float | None
    high: float | None
    above_next: float | None
    reason: str = ""


@dataclass(frozen=True)
class BoardEffect:
    """What a board adds: the worth of its first move in Elo, and how often equals draw; None after too few pairs."""

    first_move: float | None
    first_move_error: float | None
    draws_between_equals: float | None


@dataclass(frozen=True)
class RatingList:
    """Ratings on one board, or on all (`board` is None), the best first; and what each of these boards adds."""

    board: str | None
    players: tuple[Rating, ...]
    boards: Mapping[str, BoardEffect]


@dataclass(frozen=True)
class Entry:
    """What a player is: in words without its limits, its limits in words, and what they keep equal between players."""

    base: str
    limits: str
    equal: str


@dataclass(frozen=True)
class PlayerStanding(Entry, PlayerResults):
    """A player of the standings, also on each board."""

    name: str
    rating: Rating
    boards: Mapping[str, PlayerResults]
    #: who counted its nodes
    counted: Counted


@dataclass(frozen=True)
class Lengths:
    """Plies of games, moves of the opening included; the histogram has pairs of plies and games."""

    mean: float
    shortest: int
    longest: int
    histogram: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class DecidingOpening:
    """An opening, its pairs, and in how many of them the first or the second side won both games."""

    start: str
    opening: str
    pairs: int
    first: int
    second: int


@dataclass(frozen=True)
class BoardOpenings:
    """How many openings a board had and how many decided a pair; the most decisive are listed."""

    different: int
    deciding: int
    not_told_apart: int
    listed: tuple[DecidingOpening, ...]


@dataclass(frozen=True)
class BoardStanding(Results):
    """What happened on a board, over all players; the results are the first side's."""

    board: str
    lengths: Lengths
    terminations: Mapping[str, int]
    endings: Mapping[str, int]
    openings: BoardOpenings


@dataclass(frozen=True)
class CrossTable:
    """Results of the first side on a board, by its player (rows) and the second side's (columns)."""

    board: str
    players: tuple[str, ...]
    cells: tuple[tuple[Results | None, ...], ...]


@dataclass(frozen=True)
class Decided:
    """Pairs in which the first side won both games, and in which the second side did."""

    first: int
    second: int


@dataclass(frozen=True)
class PairResults(Results):
    """Games of two players from the view of one of them."""

    first: Results
    second: Results
    draw_rate: float | None
    pairs: int
    pentanomial: tuple[int, ...]
    decided_by_opening: Decided


@dataclass(frozen=True)
class PairingStanding(PairResults):
    """Two players on a board, or on all (`board` is None), from the view of `a`, with their statistics."""

    board: str | None
    a: str
    b: str
    estimate: Estimate


@dataclass(frozen=True)
class Rated:
    """A player's rating in its group."""

    name: str
    rating: float
    error: float


@dataclass(frozen=True)
class Gain:
    """One player under two limits, and what it gains by the second."""

    base: str
    ratings: tuple[Rated, Rated]
    gain: float
    gain_error: float


@dataclass(frozen=True)
class Comparison:
    """The same players under two limits."""

    labels: tuple[str, str]
    rows: tuple[Gain, ...]


@dataclass(frozen=True)
class Standings:
    """All statistics of the games of a tournament, the best player first."""

    games: int
    pairs: int
    confidence: float
    boards: tuple[BoardStanding, ...]
    players: tuple[PlayerStanding, ...]
    cross: tuple[CrossTable, ...]
    pairings: tuple[PairingStanding, ...]
    ratings: tuple[RatingList, ...]
    limits: tuple[Comparison, ...]

    def data(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return asdict(self)
