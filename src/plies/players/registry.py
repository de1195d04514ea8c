"""The algorithms by name: those of `kinds`, and those that other packages announce (see `algorithm.py`)."""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points

import plies.players.kinds
from plies.errors import InvalidGame, UnknownName, near
from plies.players.algorithm import Algorithm
from plies.players.player import Player

GROUP = "plies.algorithms"


#: why algorithms of packages are left out, by the names that they announce
_broken: dict[str, str] = {}


class BrokenPackage(UserWarning):
    """A package announces an algorithm that is none. Processes that others have started do not repeat it."""


@lru_cache(maxsize=1)
def algorithms() -> dict[str, Algorithm]:
    """All algorithms by name: `ALGORITHMS` of every module of `plies.players.kinds`, then entry points. What a package
    announces wrongly is left out, with a warning: it is an error for those who use it."""
    found: dict[str, Algorithm] = {}
    _broken.clear()
    for info in pkgutil.iter_modules(plies.players.kinds.__path__):
        module = importlib.import_module(f"plies.players.kinds.{info.name}")
        found.update({one.name: one for one in getattr(module, "ALGORITHMS", ())})
    for point in entry_points(group=GROUP):
        try:
            one = _announced(point)
            if one.name in found:
                raise InvalidGame(f"{one.package} announces the algorithm {one.name!r}, which is taken")
            found[one.name] = one
        except InvalidGame as error:
            _broken[point.name] = str(error)
            warnings.warn(f"{error}; it is left out", BrokenPackage, stacklevel=2)
    return found


def _announced(point: EntryPoint) -> Algorithm:
    package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
    try:
        made = point.load()
    except (Exception, SystemExit) as error:  # whatever a package does when it is imported
        text = " ".join(f"{type(error).__name__}: {error}".split())
        raise InvalidGame(f"{package} announces {point.name!r}, but {text:.200}") from error
    if not isinstance(made, Algorithm):
        raise InvalidGame(f"entry point {point.name!r} of {GROUP} ({package}) is not a plies Algorithm")
    return replace(made, package=package)


def is_broken(name: str) -> bool:
    """Whether a package announces an algorithm of that name, but it is left out."""
    return name not in algorithms() and name in _broken


def algorithm(name: str) -> Algorithm:
    """The algorithm of that name or alias; UnknownName lists what is known, InvalidGame says why a package's is left
    out."""
    known = algorithms()
    if name in known:
        return known[name]
    for one in known.values():
        if name in one.aliases:
            return one
    if name in _broken:
        raise InvalidGame(_broken[name])
    named = [*known, *(alias for one in known.values() for alias in one.aliases)]
    raise UnknownName(f"no algorithm {name!r}{near(name, named)}; known: {', '.join(named)}")


def threads_of(player: Player) -> int:
    """The threads of a player's searches: those it asks for, else the default of its algorithm; 1 where that has no
    such option."""
    known = algorithms().get(player.algorithm)
    option = None if known is None else known.option("threads")
    return player.number("threads", 1 if option is None or option.default is None else int(option.default))


def is_exact(player: Player) -> bool:
    """Whether a player's moves follow from the position and the seed: limits of depth and nodes, one thread."""
    return player.kind == "random" or (not player.is_remote and not player.is_timed and threads_of(player) == 1)
