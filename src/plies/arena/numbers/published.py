"""A table that was published with one game a cell, beside the games of a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from plies.arena.numbers.results import Standings

DRAWN = "="

#: by the names of the first and the second side's players: the winner, "" is a draw
Cells = Mapping[tuple[str, str], str]


@dataclass(frozen=True)
class PublishedCell:
    """A published game that has been played here too: the winners now and then, by the players' heuristics.

    Where several games were played in a cell without one outcome, the first side's score stands for the winner.
    """

    board: str
    first: str
    second: str
    now: str
    then: str

    @property
    def agrees(self) -> bool:
        return self.now == self.then


def beside_published(standings: Standings, published: Mapping[str, Cells]) -> tuple[PublishedCell, ...]:
    """The published cells of which a game has been played."""
    return tuple(_cells(standings, published))


def _cells(standings: Standings, published: Mapping[str, Cells]) -> Iterator[PublishedCell]:
    for pairing in standings.pairings:
        if pairing.board is None or pairing.board not in published:
            continue
        one, other = (name.partition("@")[0] for name in (pairing.a, pairing.b))
        for (first, second), games in (((one, other), pairing.first), ((other, one), pairing.second)):
            then = published[pairing.board].get((first, second))
            if then is not None and games.score is not None:
                score = games.score if games is pairing.first else 1 - games.score
                alike = {1.0: first, 0.0: second} | ({0.5: DRAWN} if not games.wins else {})
                now = alike.get(score, f"{100 * score:.1f}%")
                yield PublishedCell(pairing.board, first, second, now, then or DRAWN)


def agreement(cells: Sequence[PublishedCell]) -> str:
    """How many cells came out as published."""
    return f"{sum(cell.agrees for cell in cells)} of {len(cells)} as published"
