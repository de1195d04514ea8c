"""A `Player`: what plays and how, as plain data. Frozen, comparable, and complete enough for another process.

A player is a `Player` everywhere. It becomes text in one line (`notation.py`) where people write it, and JSON
(`definition.py`) at the pipe and in the ledger. Nothing here imports Numba.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from plies.errors import Refused
from plies.players.options import Fischer, Value

#: how a player is written: a heuristic, `file.py:name`, an algorithm's own name, or an address
Kind = Literal["heuristic", "file", "random", "remote", "algorithm"]
ENGINE, RANDOM, REMOTE, HUMAN = "engine", "random", "remote", "human"

# -- what its words stand for in a game, looked up when the player was defined ----------------------------------------

Weights = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class ResolvedHeuristic:
    """A registered heuristic: its weights by term, and a digest of its code."""

    weights: Weights
    weights_first: Weights | None
    centre: float
    code: str


@dataclass(frozen=True)
class ResolvedFile:
    """What `file.py:name` is, with its whole path, and the digests of all files that it uses."""

    what: Literal["heuristic", "player"]
    choice: str
    files: tuple[tuple[str, str], ...]


Choice = ResolvedHeuristic | ResolvedFile


@dataclass(frozen=True)
class Resolved:
    """What was looked up when a player was defined; None: nothing to look up."""

    heuristic: Choice | None = None
    order: Choice | None = None
    #: entries of the engine's table
    entries: int | None = None
    #: the package that an algorithm comes from, with its version; empty: Plies itself
    package: str = ""
    #: the table of solved positions that its search probes, and its digest; empty: none
    table: str = ""
    #: the generation of its algorithm: another one plays differently
    generation: int = 1
    #: that of what the game sees to be decided, if the algorithm believes it (`Solving.sight`)
    sight: int = 1


NOTHING = Resolved()


# -- the player ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Player:
    """What plays and how. `choice` is a heuristic with weights, `file.py:name`, an algorithm's name, or an address."""

    kind: Kind
    choice: str
    #: the algorithm by its registered name (`registry.py`), and those of its options that are not at their defaults
    algorithm: str = ENGINE
    options: tuple[tuple[str, Value], ...] = ()
    #: the name in tournaments
    name: str = ""
    #: limits of one move; None: no limit of that kind
    seconds: float | None = None
    clock: Fischer | None = None
    depth: int | None = None
    nodes: int | None = None
    #: how long a child process may stay silent beyond its time before it counts as hung; None: see `clock.py`
    patience: float | None = None
    #: what the words above stood for when the player was defined; NOTHING: not looked up
    resolved: Resolved = field(default=NOTHING)

    def option(self, name: str, default: Value = None) -> Value:
        """The value of one of the algorithm's options; `default` where it is not set."""
        return next((value for key, value in self.options if key == name), default)

    def number(self, name: str, default: int) -> int:
        """An option that is a whole number."""
        value = self.option(name)
        return default if value is None else int(value)

    @property
    def order(self) -> str | None:
        """The heuristic that orders moves, where the algorithm takes one."""
        value = self.option("order")
        return None if value is None else str(value)

    @property
    def has_limit(self) -> bool:
        return any(limit is not None for limit in (self.seconds, self.clock, self.depth, self.nodes))

    @property
    def is_timed(self) -> bool:
        """Whether a clock limits its moves."""
        return self.seconds is not None or self.clock is not None

    @property
    def is_remote(self) -> bool:
        return self.kind == REMOTE

    @property
    def is_human(self) -> bool:
        return self.algorithm == HUMAN

    @property
    def runs_user_file(self) -> bool:
        """Whether a user-written file takes part, which runs in a child process."""
        return self.kind == "file" or (self.order is not None and ".py:" in self.order)

    @property
    def longest_move(self) -> float | None:
        """How long a move can take by its own limits; None if they do not limit it."""
        if self.kind == "random":
            return 0.0
        patience = self.patience or 0.0
        if self.seconds is not None:
            return self.seconds + patience
        return None if self.clock is None else self.clock[0] + 100 * self.clock[1] + patience


def sameness(player: Player) -> object:
    """What two players have in common that are one and the same but for their names: what their words stand for, and
    where they come from files, the code in these, wherever the files lie."""
    heuristic, order = (_without_places(choice) for choice in (player.resolved.heuristic, player.resolved.order))
    choice = player.choice if heuristic is None else ""
    options = tuple(pair for pair in player.options if pair[0] != "order" or order is None)
    plain = replace(player, name="", kind="heuristic", choice=choice, options=options, resolved=NOTHING)
    return plain, player.kind == "file", heuristic, order, player.resolved.package


def _without_places(choice: Choice | None) -> object:
    if not isinstance(choice, ResolvedFile):
        return choice
    inside = choice.choice.rpartition(".py:")[2]
    return choice.what, inside, tuple(sorted(digest for _, digest in choice.files))


def distinct(players: Iterable[Player], is_named: Iterable[bool]) -> list[Player]:
    """The same players with names that differ: a second `ari@1s` is `ari@1s#2`. A given name used twice is refused."""
    made: list[Player] = []
    seen: dict[str, int] = {}
    for player, named in zip(players, is_named, strict=True):
        seen[player.name] = seen.get(player.name, 0) + 1
        if seen[player.name] == 1:
            made.append(player)
        elif named:
            raise Refused(f"two players are called {player.name!r}; give each its own name=")
        else:
            made.append(replace(player, name=f"{player.name}#{seen[player.name]}"))
    return made
