"""Games and heuristics by name: those that come with Plies, those of installed packages, user-written ones.

pawns:8x8                    a game family and its options
path/to/nim.py               a file that defines `GAME` (a Game) or `FAMILY` (a Family)
path/to/mine.py:name         a user-written heuristic; a plain function `name(state, me)`
ari(pawns=2,distance=-3)     a known heuristic with other weights
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

import plies.games
from plies.errors import InvalidGame, UnknownName, near
from plies.games.contract import Family, Game, Heuristic
from plies.games.tournaments import Preset
from plies.user_files import load_file

GAME_GROUP, HEURISTIC_GROUP = "plies.games", "plies.heuristics"


@lru_cache(maxsize=1)
def families() -> dict[str, Family]:
    """All game families by name: every folder of `plies.games` that declares FAMILIES, and entry points."""
    found = {family.name: family for _, module in _folders() for family in getattr(module, "FAMILIES", ())}
    for point in entry_points(group=GAME_GROUP):
        family = point.load()
        if not isinstance(family, Family):
            raise InvalidGame(f"entry point {point.name!r} of {GAME_GROUP} is not a plies Family")
        found[family.name] = family
    return found


def _folders() -> Iterator[tuple[str, ModuleType]]:
    for info in pkgutil.iter_modules(plies.games.__path__):
        if info.ispkg:
            yield info.name, importlib.import_module(f"plies.games.{info.name}")


def games_apart() -> dict[str, tuple[str, str]]:
    """Games that are not searched move by move, by name: what they are, and the command they have."""
    return {name: (module.ABOUT, module.COMMAND) for name, module in _folders() if hasattr(module, "COMMAND")}


def presets() -> dict[str, Preset]:
    """The tournaments that games bring with them, by name."""
    return {preset.name: preset for family in families().values() for preset in family.presets}


def game(name: str) -> Game:
    """The game of that name; raises UnknownName with what is known."""
    head, _, options = name.partition(":")
    if head.endswith(".py"):
        return _game_of_file(head, options)
    known = families()
    if head in games_apart():
        raise UnknownName(f"{head} is not played move by move; it has a command of its own: {games_apart()[head][1]}")
    if head not in known:
        rest = f":{options}" if options else ""
        meant = near(head, known).replace("?)", f"{rest}?)")
        raise UnknownName(f"no game {head!r}{meant}; known: {', '.join(sorted(known))}, or a file.py")
    return known[head].make(options or known[head].default)


def _game_of_file(path: str, options: str) -> Game:
    module = load_file(path)
    family = getattr(module, "FAMILY", None)
    if isinstance(family, Family):
        return family.make(options or family.default)
    made = getattr(module, "GAME", None)
    if not isinstance(made, Game):
        raise InvalidGame(f"{path} defines neither GAME (a plies.Game) nor FAMILY (a plies.Family)")
    if options:
        raise UnknownName(f"{path} is one game without options, but {options!r} was given")
    return made


def heuristic(game: Game, choice: str | Heuristic | Callable[..., Any] | None) -> Heuristic:
    """The heuristic that is meant: by name, with weights, from a file, by entry point, or a function itself."""
    if choice is None:
        return game.heuristic(game.default)
    if isinstance(choice, Heuristic):
        return choice
    if callable(choice):
        return _of_function(game, choice)
    found = re.fullmatch(r"(.*[^()])\(([^()]*)\)", choice)
    name, weights = (found[1], found[2]) if found else (choice, None)
    if ".py:" in name:
        path, _, inside = name.rpartition(":")
        module = load_file(path)
        base = _of_object(game, getattr(module, inside, None), name, near(inside, _inside(module)))
    elif name.endswith(".py"):
        known = _inside(load_file(name))
        listed = (
            f"write {name}:{known[0]}; it has {', '.join(known)}" if known else "it has no function and no Heuristic"
        )
        raise UnknownName(f"{name} is a file, not a heuristic; {listed}")
    else:
        base = game.heuristics.get(name) or _of_entry_point(game, name) or game.heuristic(name)
    return base if weights is None else base.with_weights(read_weights(weights))


def read_weights(text: str) -> dict[str, float]:
    """The numbers of `pawns=2,distance=-3`."""
    weights = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, number = part.rpartition("=")
        try:
            weights[name.strip()] = float(number)
        except ValueError:
            raise UnknownName(f"{part!r} is not a weight; write term=number, such as pawns=2") from None
    return weights


def _of_function(game: Game, function: Callable[..., Any]) -> Heuristic:
    function = getattr(function, "py_func", function)  # what the user has compiled already is compiled with the rest
    name = getattr(function, "__name__", "heuristic")
    about = ((getattr(function, "__doc__", None) or "").strip() or "a user-written function").splitlines()[0]
    return Heuristic(name, about, function=function, centre=game.heuristics[game.default].centre)


def _inside(module: ModuleType) -> list[str]:
    """The names in a user-written file that may be heuristics: its own functions, and what is a Heuristic."""
    own = {name: thing for name, thing in vars(module).items() if not name.startswith("_")}
    return [
        name
        for name, thing in own.items()
        if isinstance(thing, Heuristic)
        or (callable(thing) and not isinstance(thing, type) and getattr(thing, "__module__", "") == module.__name__)
    ]


def _of_object(game: Game, found: object, choice: str, meant: str = "") -> Heuristic:
    if isinstance(found, Heuristic):
        return found
    if not callable(found):
        raise UnknownName(f"{choice}: the file has no function or Heuristic of that name{meant}")
    return _of_function(game, found)


def _of_entry_point(game: Game, name: str) -> Heuristic | None:
    for point in entry_points(group=HEURISTIC_GROUP, name=name):
        return _of_object(game, point.load(), name)
    return None
