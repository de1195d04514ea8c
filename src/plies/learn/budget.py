"""The time of a round in a run that is limited by minutes: for its games, for its verdicts, and what is left."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from plies.blocks.formats import duration

#: the share of a round's time that its games may take
GAMES_SHARE = 0.45


@dataclass(frozen=True)
class Budget:
    """`seconds` for this round and `later` for those after it; None: the run is not limited by time. `before` were
    spent on this round in an earlier process."""

    seconds: float | None
    later: float = 0.0
    before: float = 0.0
    began: float = field(default_factory=time.monotonic)

    @staticmethod
    def of(minutes: float | None, rounds: int, number: int, used: float, before: float = 0.0) -> Budget:
        """Of a round, from 1: what the `used` seconds of the rounds before have left, in equal parts."""
        if minutes is None:
            return Budget(None)
        coming = max(1, rounds - number + 1)
        part = max(0.0, 60 * minutes - used) / coming
        return Budget(part, part * (coming - 1), before)

    @property
    def spent(self) -> float:
        return self.before + time.monotonic() - self.began

    def is_over_for_games(self) -> bool:
        return self.seconds is not None and self.spent > GAMES_SHARE * self.seconds

    def for_verdict(self, coming: int) -> float | None:
        """Seconds for the next of so many verdicts: what is left of the round, and never less than a quarter."""
        if self.seconds is None:
            return None
        return max(self.seconds - self.spent, self.seconds * (1 - GAMES_SHARE) / 2) / max(1, coming)

    def left(self) -> str:
        """What is left of the whole run, in words to be appended; nothing where it is not limited."""
        if self.seconds is None:
            return ""
        return f", about {duration(max(0.0, self.seconds - self.spent) + self.later)} left"


def to_go(done: int, wanted: int, seconds: float) -> str:
    """How long games will take that are still to be played, from those that were; words to be appended."""
    if not 0 < done < wanted:
        return ""
    return f", about {duration(seconds / done * (wanted - done))} left for games"
