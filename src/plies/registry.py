"""Games and heuristics by name: those that come with Plies, those of installed packages, user-written ones.

pawns:8x8                    a game family and its options
path/to/nim.py               a file that defines `GAME` (a Game) or `FAMILY` (a Family)
path/to/mine.py:name         a user-written heuristic; a plain function `name(state, me)`
path/to/mine.toml            a learned heuristic; by its name alone where it lies in the folder of learned ones
ari(pawns=2,distance=-3)     a known heuristic with other weights
"""

from __future__ import annotations

import importlib
import math
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import plies.games
from plies.errors import InvalidFile, InvalidGame, UnknownName, near
from plies.game_files import GameFile, family_of_file, game_files, problem_of
from plies.games.contract import Family, Game, Heuristic
from plies.games.learned import SUFFIX, read_learned
from plies.games.tournaments import Preset
from plies.places import learned_folder
from plies.user_files import load_file

GAME_GROUP, HEURISTIC_GROUP = "plies.games", "plies.heuristics"
#: the name of the learned heuristic that comes with a game
LEARNED = "learned"


def families() -> dict[str, Family]:
    """All game families by name: those that are installed, and those of files that go by their names."""
    return installed() | {one.family.name: _learning(one.family) for one in games_in_files() if one.family is not None}


def games_in_files() -> list[GameFile]:
    """The files of games that go by their names, with what is wrong with some."""
    return game_files(installed())


@lru_cache(maxsize=1)
def installed() -> dict[str, Family]:
    """Every folder of `plies.games` that declares FAMILIES, and entry points."""
    found = {family.name: family for _, module in _folders() for family in getattr(module, "FAMILIES", ())}
    for point in entry_points(group=GAME_GROUP):
        family = point.load()
        if not isinstance(family, Family):
            raise InvalidGame(f"entry point {point.name!r} of {GAME_GROUP} is not a plies Family")
        found[family.name] = family
    return {name: _learning(family) for name, family in found.items()}


def _learning(family: Family) -> Family:
    """The family, whose games have what was learned for them."""
    return replace(family, make=partial(_make, family))


def _make(family: Family, options: str) -> Game:
    """A game of a family with the heuristics that were learned for it: those that come with it, then the user's."""
    made = family.make(options)
    shipped = None if family.learned is None else family.learned / f"{file_name(made.name)}{SUFFIX}"
    if shipped is not None and shipped.is_file():
        learned = _shipped(shipped, made)
        made = replace(made, heuristics={**made.heuristics, learned.name: learned})
        if made.name in family.learned_defaults:
            made = replace(made, default=learned.name, unlearned=made.default)
    return with_learned(made)


_known_shipped: dict[Path, Heuristic] = {}


def _shipped(path: Path, game: Game) -> Heuristic:
    """The heuristic `learned` of a game, read once."""
    if path not in _known_shipped:
        _known_shipped[path] = read_learned(path, game, LEARNED).heuristic
    return _known_shipped[path]


def with_learned(game: Game) -> Game:
    """The game with the heuristics of the user's folder. One that cannot be read is left out here, and is reported to
    whoever names it."""
    found = dict(game.heuristics)
    folder = learned_folder() / file_name(game.name)
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else ():
        name = path.name.removesuffix(SUFFIX)
        try:
            found.setdefault(name, read_learned(path, game).heuristic)
        except InvalidFile:
            continue
    return game if len(found) == len(game.heuristics) else replace(game, heuristics=found)


def file_name(game: str) -> str:
    """A game's name as that of a file: `pawns-8x8`."""
    return re.sub(r"[^\w.,=+-]", "-", game)


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
        check_file(head)
        rest = f":{options}" if options else ""
        meant = near(head, known).replace("?)", f"{rest}?)")
        raise UnknownName(f"no game {head!r}{meant}; known: {', '.join(sorted(known))}, or a file.py")
    return known[head].make(options or known[head].default)


def _game_of_file(path: str, options: str) -> Game:
    family = family_of_file(path)
    return _make(family, options or family.default)


def check_file(head: str) -> None:
    """Raises what is wrong with the file of a game that was known by this name."""
    problem = problem_of(head, games_in_files())
    if problem is not None:
        raise problem


def file_of(game: str) -> str | None:
    """The whole path of the file that a game comes from: it is named by it, or goes by its own name."""
    head = game.partition(":")[0]
    if head.endswith(".py"):
        return str(Path(head).resolve())
    found = games_in_files()
    return next((str(one.path) for one in found if one.family is not None and one.family.name == head), None)


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
    elif name.endswith(SUFFIX):
        base = read_learned(Path(name), game).heuristic
    elif (
        name not in game.heuristics and (kept := learned_folder() / file_name(game.name) / f"{name}{SUFFIX}").is_file()
    ):
        base = read_learned(kept, game).heuristic
    else:
        base = game.heuristics.get(name) or _of_entry_point(game, name) or game.heuristic(name)
    return base if weights is None else base.with_weights(read_weights(weights))


def finite(text: str) -> float:
    """The number of a text; ValueError where there is none, or NaN, or an infinity."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def read_weights(text: str) -> dict[str, float]:
    """The numbers of `pawns=2,distance=-3`."""
    weights = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, number = part.rpartition("=")
        try:
            weights[name.strip()] = finite(number)
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
