"""Who is to blame when a worker dies or falls silent in the middle of a game.

A worker reports whose turn it is, in games with players that run code from elsewhere on its machine. When it breaks in
the turn of such a player, that player is suspected and the game is played again; the second time it has lost. A player
that lost so before loses at once. In a turn of Plies's own search the only player with code from elsewhere is
suspected, if the worker was stopped from outside: by a signal that no program gets by its own mistakes, or silenced.
Everything else is nobody's fault, and the pool tries again.
"""

from __future__ import annotations

import signal
import time
from collections import Counter
from dataclasses import dataclass, field

from plies import registry
from plies.arena.plan.pairing import Pairing
from plies.arena.run.record import GameRecord
from plies.arena.run.versions import versions_with
from plies.errors import DIED, HANG
from plies.players.judging.faults import brings_code

#: breakdowns of one game in a player's turns that lose it
ENOUGH = 2
#: what ends a program through its own mistakes
MISTAKES = (signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGABRT, signal.SIGTRAP, signal.SIGSYS)


@dataclass(frozen=True)
class Breakdown:
    """How a worker broke, in words; its status if it ended (a signal is negative); whether it gave no sign of life."""

    why: str
    status: int | None = None
    is_silent: bool = False

    @property
    def is_from_outside(self) -> bool:
        """Whether it was probably stopped by somebody else."""
        return self.is_silent or (self.status is not None and self.status < 0 and -self.status not in MISTAKES)


def sides_apart(pairing: Pairing) -> list[int]:
    """The sides whose players run code from elsewhere on the worker's machine."""
    return [side for side, player in enumerate(pairing.players) if brings_code(player)]


@dataclass
class Suspicions:
    """How often games broke in whose turns, and who has lost a game by it."""

    counts: Counter[tuple[str, int]] = field(default_factory=Counter)
    guilty: set[tuple[str, str]] = field(default_factory=set)

    def suspect(self, pairing: Pairing, asked: int | None, breakdown: Breakdown) -> int | None:
        """The side that is suspected, when a game broke in the turn of a side; counted. None: nobody."""
        apart = sides_apart(pairing)
        if asked not in apart:
            if len(apart) != 1 or not breakdown.is_from_outside:
                return None
            asked = apart[0]
        self.counts[pairing.id, asked] += 1
        return asked

    def is_enough(self, pairing: Pairing, side: int) -> bool:
        """Whether a suspected side has lost the game."""
        name = (pairing.tournament, (pairing.first, pairing.second)[side])
        if self.counts[pairing.id, side] < ENOUGH and name not in self.guilty:
            return False
        self.guilty.add(name)
        return True

    def lost(self, pairing: Pairing, side: int, breakdown: Breakdown) -> GameRecord:
        """The game as lost by a side; its moves went with the worker."""
        count = self.counts.pop((pairing.id, side))
        often = "twice in this game" if count >= ENOUGH else "as in an earlier game"
        sides = registry.game(pairing.game).sides
        return GameRecord(
            pairing=pairing,
            moves=(),
            score=float(side == 1),
            termination=HANG if breakdown.status is None else DIED,
            reason=f"{sides[side]}: {breakdown.why}, {often}",
            versions=versions_with(pairing.game),
            started=time.time(),
        )
