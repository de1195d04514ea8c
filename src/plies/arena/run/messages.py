"""The messages between a pool and its worker processes. Games and records are JSON in the data of a frame."""

from __future__ import annotations

from dataclasses import dataclass

from plies.processes.messages import Messages


@dataclass(frozen=True)
class Play:
    """To a worker: a game to be played, a `Pairing`."""

    pairing: bytes


@dataclass(frozen=True)
class Ready:
    """From a worker, as the rest: it can play."""


@dataclass(frozen=True)
class Alive:
    """A sign of life: the game at hand, and how many moves have been played."""

    game: str
    moves: int


@dataclass(frozen=True)
class Asking:
    """Whose turn it is in the game at hand, where a player runs code from elsewhere: `suspicion.py`."""

    game: str
    side: int


@dataclass(frozen=True)
class Played:
    """A game that was played, a `GameRecord`."""

    record: bytes


@dataclass(frozen=True)
class Failed:
    """A game that could not be played, and why, in one line."""

    game: str
    error: str


MESSAGES = Messages(Play, Ready, Alive, Asking, Played, Failed)
