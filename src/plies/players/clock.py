"""The time of one player in one game: what it may use for a move, and whether it has overstepped.

A limit in seconds per move has a margin, because no program stops to the millisecond and machines hiccup: a move loses
on time when it took more than `seconds × 1.1 + 50 ms`. On a clock for the whole game (base and increment) a move loses
when it used up more than the rest of the clock and 50 ms. Where a player has both, both hold.

On a clock for the whole game a share of it is planned for each move. A search that finds its move clear ends sooner,
one that does not takes up to `STRETCH` times as long, but never more than a quarter of the rest.

A child process that has not answered `patience` after that is hung. Without a limit in time (depth, nodes) it is hung
after `UNTIMED_PATIENCE` seconds of silence.
"""

from __future__ import annotations

from plies.players.player import Player
from plies.search.limits import Limits

SHARE, FIXED = 1.1, 0.05
PATIENCE, UNTIMED_PATIENCE = 5.0, 60.0
#: a clock is shared out as if so many moves were to come, and most of each increment is used at once
MOVES_TO_COME, INCREMENT_USED = 25, 0.8
#: seconds of a clock that are never planned with, and the least that a move is given
RESERVE, LEAST = 0.03, 0.001
#: how many times its share a move that is not settled may take, and the most of the clock that it may
STRETCH, MOST_OF_REST = 3.0, 0.25


class Clock:
    """One player's time in one game."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.remaining: float | None = None if player.clock is None else player.clock[0]

    @property
    def seconds(self) -> float | None:
        """What the player should use for the next move; None: as long as it takes."""
        shares = [] if self.player.seconds is None else [self.player.seconds]
        if self.remaining is not None and self.player.clock is not None:
            share = self.remaining / MOVES_TO_COME + INCREMENT_USED * self.player.clock[1]
            shares.append(max(LEAST, min(share, 0.5 * self.remaining, self.remaining - RESERVE)))
        return min(shares, default=None)

    @property
    def allowed(self) -> float | None:
        """What the next move may take at the most without losing on time."""
        most = [] if self.player.seconds is None else [self.player.seconds * SHARE + FIXED]
        if self.remaining is not None:
            most.append(self.remaining + FIXED)
        return min(most, default=None)

    @property
    def silence(self) -> float:
        """After so many seconds without an answer a child process is hung."""
        if self.allowed is None:
            return self.player.patience or UNTIMED_PATIENCE
        return self.allowed + (self.player.patience or PATIENCE)

    @property
    def limits(self) -> Limits:
        """The limits of the next search."""
        seconds = self.seconds
        longest = None if seconds is None else self._longest(seconds)
        return Limits(self.player.depth, self.player.nodes, seconds, longest)

    def _longest(self, seconds: float) -> float | None:
        """What an unsettled move may take; None where the seconds are not planned but given."""
        if self.remaining is None:
            return None
        most = min(STRETCH * seconds, MOST_OF_REST * self.remaining, self.player.seconds or STRETCH * seconds)
        return most if most > seconds else None

    def spend(self, seconds: float) -> str | None:
        """Takes the time of a move off the clock; gives the reason when that was too much."""
        allowed = self.allowed
        if self.remaining is not None and self.player.clock is not None:
            self.remaining = max(0.0, self.remaining - seconds) + self.player.clock[1]
        if allowed is None or seconds <= allowed:
            return None
        return f"took {seconds:.3f} s; {allowed:.3f} s were allowed"
