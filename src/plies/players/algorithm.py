"""An algorithm: how a player finds its moves, with its name, its options and what makes a searcher of it.

One module with an `Algorithm` is all that a new way to search needs. Those of Plies are the modules of this package
that have `ALGORITHMS`; other packages announce theirs as entry points of the group `plies.algorithms`:

    [project.entry-points."plies.algorithms"]
    greedy = "my_package:GREEDY"

It then plays at the terminal, in the browser, in tournaments and on game servers: `ari@algorithm=greedy,width=3`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from plies.errors import InvalidGame
from plies.games.contract import Game
from plies.games.position import Position
from plies.players.clock import Clock
from plies.players.options import COMMON, LIMITS, ORDER, Option
from plies.players.player import Player
from plies.search.answer import Answer

#: called with what is known so far
Report = Callable[[Answer], None]


class Searcher(Protocol):
    """What chooses the moves of one player in one game. `Quiet` has the two calls that most do not need."""

    def new_game(self, side: int, seed: int) -> None:
        """Gets ready for a game and forgets all earlier ones. No clock runs: what takes long is done here."""

    def choose(self, position: Position, clock: Clock) -> Answer:
        """A move, within `clock.limits`. Raises PlayerFault, or a PliesError for what a heuristic did."""

    def close(self) -> None:
        """Gives back what it holds: memory, processes, connections."""


class Quiet:
    """A searcher with nothing to get ready and nothing to give back; `choose` is left to write."""

    def new_game(self, side: int, seed: int) -> None:
        pass

    def close(self) -> None:
        pass


@runtime_checkable
class Analyses(Protocol):
    """What else a searcher has when it can follow several lines and report progress."""

    def analyse(self, position: Position, clock: Clock, lines: int, report: Report | None) -> Answer: ...


@runtime_checkable
class Stops(Protocol):
    """What else a searcher has when its search can be ended from another thread; it then answers what it has."""

    def stop(self) -> None: ...


@runtime_checkable
class HearsTheEnd(Protocol):
    """What else a searcher has when it must learn the end of a game."""

    def game_over(self, position: Position) -> None:
        """The game has ended: by the rules, or, where the position has no outcome, by a fault. Raising loses it."""


@runtime_checkable
class Apart(Protocol):
    """What else a searcher has when it asks another process, whose time is measured from outside."""

    @property
    def process(self) -> int | None:
        """The process that works on its moves, with all below it; None: there is none now."""


def no_entries(player: Player) -> int:
    return 0


@dataclass(frozen=True)
class Algorithm:
    """A way to choose moves: `make(player, game)` gives a searcher for one player in one game."""

    name: str
    #: one line for people
    about: str
    make: Callable[[Player, Game], Searcher]
    options: tuple[Option, ...] = ()
    #: the limits that it keeps to; a player that takes a time and has no limit thinks for a second
    limits: tuple[str, ...] = tuple(LIMITS)
    #: whether it plays by a heuristic (`ari@algorithm=greedy`); else its name alone is the player (`random`)
    takes_heuristic: bool = True
    #: other names that are read, and never written
    aliases: tuple[str, ...] = ()
    #: whether its moves follow from the position alone, whatever the seed, when no clock limits them
    is_deterministic: bool = True
    #: how many lines its searchers can follow in an analysis (`Analyses`); 0: they only choose moves
    most_lines: int = 0
    #: whether it searches without Python's lock, so that a server can run it in a thread
    is_native: bool = False
    #: entries of the tables that a searcher of this player holds in memory
    entries: Callable[[Player], int] = no_entries
    #: whether it looks solved positions up in the game's table; it then has the option `tables`
    probes: bool = False
    #: counted up when its choices change: a tournament is not continued with another generation
    generation: int = 1
    #: whether it believes what a game sees to be decided (`Solving.static_proof`)
    believes: bool = False
    #: the package it comes from, with its version; empty: Plies itself
    package: str = ""

    def __post_init__(self) -> None:
        """Refuses names that no player's text could have."""
        keys = [one.name for one in self.options]
        for word in (self.name, *self.aliases):
            if not re.fullmatch(r"[a-z][a-z0-9_-]*", word):
                raise InvalidGame(f"algorithm {word!r}: a name is small letters, digits, - and _")
        for key in keys:
            if key in COMMON or keys.count(key) > 1:
                raise InvalidGame(f"algorithm {self.name!r}: the option {key!r} is taken; choose another name")
            if not re.fullmatch(r"[a-z][a-z_-]*", key):
                raise InvalidGame(f"algorithm {self.name!r}: option {key!r}: a name is small letters, - and _")
        for one in self.options:  # what a player's words stand for is looked up for its choice and this option alone
            if one.form == "heuristic" and one.name != ORDER.name:
                raise InvalidGame(f"algorithm {self.name!r}: option {one.name!r} names a heuristic; call it order")

    def option(self, name: str) -> Option | None:
        return next((one for one in self.options if one.name == name), None)
