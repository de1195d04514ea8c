"""Counters that grow by one game at a time: results, use of time, pairs of two players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from plies.arena.numbers.results import Decided, PairResults, PlayerResults, Results, Use
from plies.arena.run.record import MoveRecord

#: results for a player: places in a list of three counts
LOST, DRAWN, WON = 0, 1, 2
#: different texts that are kept of what can be written freely; the rest is counted as `OTHER`
MOST_TEXTS = 40
OTHER = "other"
_WORK = ("reported", "worked", "worked_nodes")


def result_of(score: float) -> int:
    """LOST, DRAWN or WON from a score of 0, 0.5 or 1."""
    return round(2 * score)


def counted(counts: Sequence[int]) -> tuple[int, int, int, int, float | None]:
    """The fields of `Results` from counts by LOST, DRAWN, WON."""
    games = sum(counts)
    score = (counts[WON] + counts[DRAWN] / 2) / games if games else None
    return games, counts[WON], counts[DRAWN], counts[LOST], score


def results(counts: Sequence[int]) -> Results:
    return Results(*counted(counts))


def count_text(counter: Counter[str], text: str) -> None:
    """Counts a text, and keeps the number of different ones within bounds."""
    counter[text if text in counter or len(counter) < MOST_TEXTS else OTHER] += 1


@dataclass
class MoveUse:
    """What moves cost a player, and how deep it looked."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    #: moves under a time per move, and the shares of it that were used, in sum
    limited: int = 0
    shares: float = 0.0
    nodes: int = 0
    #: moves that came with a depth, and the depths in sum
    searched: int = 0
    depths: int = 0
    #: moves whose nodes the player's own code counted; of those with known processor time, that and the nodes
    reported: int = 0
    worked: float = 0.0
    worked_nodes: int = 0

    def add(self, moves: Sequence[MoveRecord], limit: float | None) -> None:
        spent = sum(move.seconds for move in moves)
        self.moves += len(moves)
        self.seconds += spent
        self.longest = max([self.longest, *(move.seconds for move in moves)])
        if limit:
            self.limited += len(moves)
            self.shares += spent / limit
        self.nodes += sum(move.nodes for move in moves)
        self.searched += sum(move.depth > 0 for move in moves)
        self.depths += sum(move.depth for move in moves if move.depth > 0)
        self.reported += sum(move.reported for move in moves)
        for move in moves:
            if move.worked is not None and move.nodes:
                self.worked += move.worked
                self.worked_nodes += move.nodes

    def merge(self, other: MoveUse) -> None:
        self.longest = max(self.longest, other.longest)
        for name in ("moves", "seconds", "limited", "shares", "nodes", "searched", "depths", *_WORK):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def processor_a_node(self) -> float | None:
        return self.worked / self.worked_nodes if self.worked_nodes else None

    def summary(self) -> Use:
        moves = self.moves
        return Use(
            moves=moves,
            seconds=self.seconds,
            seconds_a_move=self.seconds / moves if moves else None,
            longest=self.longest if moves else None,
            share_of_limit=self.shares / self.limited if self.limited else None,
            nodes_a_move=self.nodes / moves if moves else None,
            nodes_per_second=self.nodes / self.seconds if self.seconds > 0 else None,
            depth=self.depths / self.searched if self.searched else None,
        )


@dataclass
class PlayerTally:
    """One player on one board."""

    first: list[int] = field(default_factory=lambda: [0, 0, 0])
    second: list[int] = field(default_factory=lambda: [0, 0, 0])
    #: games lost by its own fault, by kind
    faults: Counter[str] = field(default_factory=Counter)
    use: MoveUse = field(default_factory=MoveUse)

    def merge(self, other: PlayerTally) -> None:
        self.first = [a + b for a, b in zip(self.first, other.first, strict=True)]
        self.second = [a + b for a, b in zip(self.second, other.second, strict=True)]
        self.faults.update(other.faults)
        self.use.merge(other.use)

    def summary(self) -> PlayerResults:
        return PlayerResults(
            *counted([a + b for a, b in zip(self.first, self.second, strict=True)]),
            first=results(self.first),
            second=results(self.second),
            faults=dict(sorted(self.faults.items())),
            use=self.use.summary(),
        )


@dataclass
class PairTally:
    """Two players on one board, from the view of the one called `a`.

    `joint[x][y]` counts the pairs in which `a` had result x as the first side and y as the second. Everything else
    about pairs follows from it, and its size does not depend on the number of games.
    """

    joint: list[list[int]] = field(default_factory=lambda: [[0, 0, 0] for _ in range(3)])
    #: games whose other half is not there (yet), by the result of `a`
    lone_first: list[int] = field(default_factory=lambda: [0, 0, 0])
    lone_second: list[int] = field(default_factory=lambda: [0, 0, 0])

    def lone(self, a_is_first: bool) -> list[int]:
        return self.lone_first if a_is_first else self.lone_second

    def merge(self, other: PairTally) -> None:
        for x in range(3):
            self.lone_first[x] += other.lone_first[x]
            self.lone_second[x] += other.lone_second[x]
            for y in range(3):
                self.joint[x][y] += other.joint[x][y]

    def turned(self) -> PairTally:
        """The same from the view of the other player: its game as the first side is `a`'s as the second."""
        return PairTally(
            [[self.joint[2 - y][2 - x] for y in range(3)] for x in range(3)],
            self.lone_second[::-1],
            self.lone_first[::-1],
        )

    @property
    def pairs(self) -> int:
        return sum(map(sum, self.joint))

    @property
    def as_first(self) -> list[int]:
        """Results of `a` as the first side, by LOST, DRAWN, WON."""
        return [self.lone_first[x] + sum(self.joint[x]) for x in range(3)]

    @property
    def as_second(self) -> list[int]:
        return [self.lone_second[y] + sum(self.joint[x][y] for x in range(3)) for y in range(3)]

    @property
    def games(self) -> list[int]:
        return [x + y for x, y in zip(self.as_first, self.as_second, strict=True)]

    @property
    def pentanomial(self) -> list[int]:
        """Pairs in which `a` made 0, ½, 1, 1½ and 2 points."""
        counts = [0] * 5
        for x in range(3):
            for y in range(3):
                counts[x + y] += self.joint[x][y]
        return counts

    @property
    def sample(self) -> list[int]:
        """What estimates are made from: the pairs, or the single games where there is no pair."""
        return self.pentanomial if self.pairs else self.games

    def summary(self) -> PairResults:
        games = self.games
        return PairResults(
            *counted(games),
            first=results(self.as_first),
            second=results(self.as_second),
            draw_rate=games[DRAWN] / sum(games) if sum(games) else None,
            pairs=self.pairs,
            pentanomial=tuple(self.pentanomial),
            decided_by_opening=Decided(self.joint[WON][LOST], self.joint[LOST][WON]),
        )
