"""A player: a name and numbers. Frozen, comparable, written in one line, and exact enough to be built again elsewhere.

The text of a player says what a person wrote; its definition in a game (`Player.definition_in`) also says what that
stood for on the day: the weights, a digest of the compiled code, the digests of a person's files, the size of the
table. Nothing here imports Numba.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from plies.errors import Refused, UnknownName
from plies.games.contract import Game

Kind = Literal["heuristic", "file", "random", "remote"]
#: (base seconds, increment after each move)
Fischer = tuple[float, float]

ALGORITHMS = ("engine", "minimax", "alphabeta", "soft", "path")
_ALIASES = {"textbook": "alphabeta", "alpha-beta": "alphabeta"}
CACHES = ("none", "window-published", "window", "bounds")
LONGEST = Decimal(1_000_000)
SHORTEST = Decimal("0.001")
DEEPEST = 200


# -- options: how each is written and read ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """One `key=value` of a player: how its value is read and written, and what a right one looks like."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    right: str


def read_seconds(text: str) -> float:
    """`1.5s`, `20ms`, `2min` as seconds; ValueError otherwise."""
    found = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|min)", text.strip(), re.ASCII)
    if found is None:
        raise ValueError(text)
    try:
        exact = Decimal(found[1]) * {"ms": Decimal("0.001"), "s": Decimal(1), "min": Decimal(60)}[found[2]]
    except InvalidOperation:  # more digits than anybody needs
        raise ValueError(text) from None
    if not SHORTEST <= exact <= LONGEST:
        raise ValueError(text)
    return float(exact)


def write_seconds(seconds: float) -> str:
    """The shorter of `0.5s` and `500ms`, exactly."""
    exact = Decimal(repr(float(seconds)))
    return min((f"{_plain(exact)}s", f"{_plain(exact * 1000)}ms"), key=len)


def _plain(number: Decimal) -> str:
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _read_clock(text: str) -> Fischer:
    base, plus, increment = text.partition("+")
    if not plus:
        return read_seconds(base), 0.0
    nothing = re.fullmatch(r"0+(\.0*)?\s*(ms|s|min)", increment.strip(), re.ASCII)
    return read_seconds(base), 0.0 if nothing else read_seconds(increment)


def _write_clock(clock: Fischer) -> str:
    return f"{write_seconds(clock[0])}+{write_seconds(clock[1]) if clock[1] else '0s'}"


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"\d{1,12}", text.strip(), re.ASCII) or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return read


def _one_of(words: Mapping[str, Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if text.strip() not in words:
            raise ValueError(text)
        return words[text.strip()]

    return read


def _read_name(text: str) -> str:
    name = text.strip()
    if len(name) > 200 or not name.isprintable() or not re.fullmatch(r"(?:[^,()]|\([^()]*\))+", name):
        raise ValueError(text)
    return name


def _read_order(text: str) -> str:
    choice = text.strip()
    if not HEURISTIC.fullmatch(choice) and not FILE.fullmatch(choice):
        raise ValueError(text)
    return choice


#: `ari`, `ari(pawns=2,distance=-3)`; `folder/mine.py:name`, also with weights; `ggp://host:port`
HEURISTIC = re.compile(r"[^\W\d][\w.+-]*(?:\([^()]*\))?")
FILE = re.compile(r".+\.py:[^\W\d]\w*(?:\([^()]*\))?")
REMOTE = re.compile(r"(?:ggp|http)://[^\s/,@]+:\d{1,5}/?")
_SWITCH = Option(_one_of({"on": True, "off": False}), lambda on: "on" if on else "off", "on or off")
_TIMES = "a time from 1ms to 1000000s, such as 1s, 0.5s, 20ms or 2min"

#: every option by its key, in the order in which a player's text has them
OPTIONS: dict[str, Option] = {
    "seconds": Option(read_seconds, write_seconds, _TIMES),
    "clock": Option(_read_clock, _write_clock, "base+increment, such as 60s+0.5s"),
    "depth": Option(_whole(1, DEEPEST), str, f"a whole number from 1 to {DEEPEST}"),
    "nodes": Option(_whole(1, 10**12 - 1), str, "a whole number from 1, such as 10000"),
    "algorithm": Option(
        _one_of({name: name for name in ALGORITHMS} | _ALIASES), str, " or ".join((*ALGORITHMS, "textbook"))
    ),
    "cache": Option(_one_of({name: name for name in CACHES}), str, " or ".join(CACHES)),
    "order": Option(_read_order, str, "a heuristic, or none for the order of the rules"),
    "threads": Option(_whole(1, 256), str, "a whole number from 1 to 256"),
    "entries": Option(_whole(2, 1 << 32), str, f"a whole number of table entries from 2 to {1 << 32}"),
    "selective": _SWITCH,
    "reductions": _SWITCH,
    "quiescence": _SWITCH,
    "patience": Option(read_seconds, write_seconds, _TIMES),
    "name": Option(_read_name, str, "1 to 200 printable characters, commas only inside brackets"),
}
LIMITS = ("seconds", "clock", "depth", "nodes")
_ENGINE_ONLY = ("threads", "entries", "selective", "reductions", "quiescence")
_TEXTBOOK_ONLY = ("cache",)


# -- the player ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Player:
    """Who plays and how. `choice` is a heuristic (with weights), `file.py:name`, `random`, or an address."""

    kind: Kind
    choice: str
    name: str = ""
    #: limits of one move; None: no limit of that kind
    seconds: float | None = None
    clock: Fischer | None = None
    depth: int | None = None
    nodes: int | None = None
    algorithm: str = "engine"
    cache: str = "none"
    order: str | None = None
    threads: int = 1
    #: of the engine's table; None: in relation to the limits
    entries: int | None = None
    selective: bool = True
    reductions: bool = True
    quiescence: bool = True
    #: how long a child process may stay silent beyond its time before it counts as hung; None: see `clock.py`
    patience: float | None = None
    #: what the words above stood for when the player was defined, see `plies.players.resolution`; empty: not looked up
    resolved: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        given = {key for key in OPTIONS if key != "name" and getattr(self, key) != _DEFAULTS[key]}
        if self.kind == "random":
            self._refuse(given, "a random player takes no limits and no options but name=")
        elif self.kind == "remote":
            self._refuse(given - {"seconds", "patience"}, "a player elsewhere takes a time a move, such as @5s")
        elif self.algorithm == "engine":
            self._refuse(given & {*_TEXTBOOK_ONLY}, "that belongs to a textbook algorithm, such as algorithm=alphabeta")
        else:
            self._refuse(given & {*_ENGINE_ONLY}, "that belongs to the engine, not to a textbook algorithm")
        if self.kind != "random" and all(getattr(self, key) is None for key in LIMITS):
            object.__setattr__(self, "seconds", 1.0)
        if not self.name:
            object.__setattr__(self, "name", self._words(skip="name"))

    def _refuse(self, wrong: Iterable[str], why: str) -> None:
        listed = [key for key in OPTIONS if key in wrong]
        if listed:
            raise Refused(f"{self.choice}: {listed[0]}={OPTIONS[listed[0]].write(getattr(self, listed[0]))}: {why}")

    @property
    def text(self) -> str:
        """The player in one line; `parse_player` gives the same player back."""
        return self._words(skip="" if self.is_named else "name")

    @property
    def is_named(self) -> bool:
        """Whether it has a name of its own beside what its words say."""
        return self.name != self._words(skip="name")

    def _words(self, skip: str) -> str:
        words = []
        for key, option in OPTIONS.items():
            value = getattr(self, key)
            if key != skip and value != _DEFAULTS[key]:
                words.append(option.write(value) if key == "seconds" else f"{key}={option.write(value)}")
        return f"{self.choice}@{','.join(words)}" if words else self.choice

    @property
    def is_exact(self) -> bool:
        """Whether its moves follow from the position alone: limits of depth and nodes, one thread."""
        timed = self.seconds is not None or self.clock is not None
        return self.kind == "random" or (self.kind != "remote" and not timed and self.threads == 1)

    @property
    def runs_apart(self) -> bool:
        """Whether a person's Python takes part, which runs in a child process."""
        return self.kind == "file" or (self.order is not None and ".py:" in self.order)

    # -- definitions -------------------------------------------------------------------------------------------------

    @property
    def definition(self) -> dict[str, Any]:
        """Everything as plain data for JSON. Exact for a player from `in_game` or `from_definition`."""
        made: dict[str, Any] = {one.name: getattr(self, one.name) for one in fields(self)}
        made["clock"] = None if self.clock is None else list(self.clock)
        return made | {"resolved": dict(self.resolved)}

    def in_game(self, game: Game) -> Player:
        """This player with everything its words stand for in a game; UnknownName, InvalidFile where there is none."""
        from plies.players.resolution import resolve

        return replace(self, resolved=resolve(self, game))

    def definition_in(self, game: Game) -> dict[str, Any]:
        """The exact definition in one game, for a Pairing."""
        return self.in_game(game).definition

    @staticmethod
    def from_definition(definition: Mapping[str, Any]) -> Player:
        """The player of a definition, which plays the same or refuses to play."""
        known = {one.name for one in fields(Player)}
        if not isinstance(definition, Mapping) or not {"kind", "choice"} <= set(definition) <= known:
            odd = sorted(set(definition) - known) if isinstance(definition, Mapping) else definition
            raise UnknownName(f"not a player's definition: it has kind, choice and options, not {odd!r:.200}")
        values = dict(definition)
        if values.get("clock") is not None:
            values["clock"] = tuple(values["clock"])
        try:
            made = Player(**values)
            for key, option in OPTIONS.items():
                if getattr(made, key) is not None and (key != "name" or made.is_named):
                    option.read(option.write(getattr(made, key)))
        except (TypeError, ValueError, IndexError, ArithmeticError) as error:
            raise Refused(f"not a player's definition: {error!s:.200}") from error
        return made


_DEFAULTS = {one.name: one.default for one in fields(Player)}


def distinct(players: Iterable[Player]) -> list[Player]:
    """The same players with names that differ: a second `ari@1s` is `ari@1s#2`. A name given twice is refused."""
    made: list[Player] = []
    seen: dict[str, int] = {}
    for player in players:
        seen[player.name] = seen.get(player.name, 0) + 1
        if seen[player.name] == 1:
            made.append(player)
        elif player.is_named:
            raise Refused(f"two players are called {player.name!r}; give each its own name=")
        else:  # a name in a player's text has commas only inside brackets
            words = re.sub(r",(?![^()]*\))", " ", player.name)
            made.append(replace(player, name=f"{words}#{seen[player.name]}"))
    return made
