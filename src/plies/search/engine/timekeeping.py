"""How long a search goes on when it plays on a game clock: a clear move takes less, an unsettled one more."""

from __future__ import annotations

from plies.search.engine import tuning
from plies.search.limits import Limits


def deadline(started: int, seconds: float) -> int:
    """When the kernel stops, as a time of the monotonic clock, so that the answer is there in time."""
    whole = int(seconds * 1e9)
    return started + max(whole - tuning.MARGIN, whole // 2)


def window(value: float) -> float:
    """How far the next depth's value is expected to be from this one, at first."""
    return max(tuning.ASPIRATION_MARGIN, abs(value) * tuning.ASPIRATION_SHARE)


class Allotment:
    """The seconds of one search with `limits.longest`, counted anew after each depth."""

    def __init__(self, limits: Limits) -> None:
        assert limits.seconds is not None
        assert limits.longest is not None
        self.planned, self.longest = limits.seconds, limits.longest
        self.seconds = limits.seconds
        self._move, self._value, self._changes = "", 0.0, 0.0

    def learn(self, move: str, value: float) -> None:
        """What a finished depth found."""
        first, self._changes = not self._move, self._changes / 2
        fell = not first and value < self._value - window(self._value)
        self._changes += 0.0 if first or move == self._move else 1.0
        share = tuning.CLEAR_SHARE + tuning.CHANGE_ADDS * self._changes + tuning.FALL_ADDS * fell
        self.seconds = min(self.planned * share, self.longest)
        self._move, self._value = move, value

    def doubt(self) -> None:
        """The best move is worse than it seemed: the search must see whether another one is better."""
        self.seconds = self.longest

    def is_used_up(self, seconds: float) -> bool:
        return seconds > tuning.BEGIN_BEFORE * self.seconds
