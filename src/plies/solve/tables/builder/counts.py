"""How many positions of a table are won, lost and drawn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Counts:
    """Of all positions of a table, finished games included, each for its side to move."""

    win: int
    loss: int
    draw: int
    #: the greatest distance of a win or a loss, in plies
    longest: int
    #: the start's value as a code
    start: int

    @property
    def positions(self) -> int:
        return self.win + self.loss + self.draw
