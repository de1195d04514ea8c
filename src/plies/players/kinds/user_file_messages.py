"""The messages between the searcher of a user-written player and its child process: one answer to each request.

    Inspect    ResolvedFile
    Load       Ready
    NewGame    Ready         from the fork of the game
    Move       Answer        from the fork
    EndGame    Ended

Instead there may be a Fault, for what the user's code did; a Refusal, of a request that cannot be met; or Ended, when
the fork is gone.
"""

from __future__ import annotations

from dataclasses import dataclass

from plies.players.player import Player, ResolvedFile
from plies.processes.messages import Messages
from plies.search.answer import Answer

#: the status of a game's fork that ended because it was asked to; no other status is taken for that
AS_ASKED = 90


@dataclass(frozen=True)
class Inspect:
    """Run a file and report what `file.py:name` is."""

    choice: str


@dataclass(frozen=True)
class Load:
    """Run the file of a player, and compile what is to be compiled."""

    game: str
    player: Player


@dataclass(frozen=True)
class NewGame:
    """Fork for a game."""

    side: int
    seed: int


@dataclass(frozen=True)
class Move:
    """Choose a move after `moves`, which are played from `root`: a position's text, empty for the game's own start,
    None for where the last Move led. `remaining` are the seconds on the clock of the game."""

    root: str | None
    moves: tuple[str, ...]
    remaining: float | None


@dataclass(frozen=True)
class EndGame:
    """Leave the game at hand."""


@dataclass(frozen=True)
class Ready:
    """Done."""


@dataclass(frozen=True)
class Ended:
    """The fork is gone, with this status."""

    status: int


@dataclass(frozen=True)
class Fault:
    """What the user's code did: one of `plies.errors.FAULTS`, and the reason in words."""

    termination: str
    reason: str


@dataclass(frozen=True)
class Refusal:
    """Why a request cannot be met."""

    text: str


#: the longest honest message has a few thousand bytes
MESSAGES = Messages(
    *(Inspect, Load, NewGame, Move, EndGame),
    *(ResolvedFile, Ready, Answer, Ended, Fault, Refusal),
    most=1 << 20,
)
