"""The algorithms by name: those of `kinds`, and those that other packages announce (see `algorithm.py`)."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points

import plies.players.kinds
from plies.errors import InvalidGame, UnknownName
from plies.players.algorithm import Algorithm
from plies.players.player import Player

GROUP = "plies.algorithms"


@lru_cache(maxsize=1)
def algorithms() -> dict[str, Algorithm]:
    """All algorithms by name: `ALGORITHMS` of every module of `plies.players.kinds`, then entry points."""
    found: dict[str, Algorithm] = {}
    for info in pkgutil.iter_modules(plies.players.kinds.__path__):
        module = importlib.import_module(f"plies.players.kinds.{info.name}")
        found.update({one.name: one for one in getattr(module, "ALGORITHMS", ())})
    for point in entry_points(group=GROUP):
        one = _announced(point)
        if one.name in found:
            raise InvalidGame(f"{one.package} announces the algorithm {one.name!r}, which is taken")
        found[one.name] = one
    return found


def _announced(point: EntryPoint) -> Algorithm:
    package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
    try:
        made = point.load()
    except Exception as error:  # whatever a package does when it is imported
        raise InvalidGame(f"{package} announces {point.name!r}, but {type(error).__name__}: {error}") from error
    if not isinstance(made, Algorithm):
        raise InvalidGame(f"entry point {point.name!r} of {GROUP} ({package}) is not a plies Algorithm")
    return replace(made, package=package)


def algorithm(name: str) -> Algorithm:
    """The algorithm of that name or alias; UnknownName lists what is known."""
    known = algorithms()
    if name in known:
        return known[name]
    for one in known.values():
        if name in one.aliases:
            return one
    raise UnknownName(f"no algorithm {name!r}; known: {', '.join(known)}")


def threads_of(player: Player) -> int:
    """The threads of a player's searches: those it asks for, else the default of its algorithm; 1 where that has no
    such option."""
    known = algorithms().get(player.algorithm)
    option = None if known is None else known.option("threads")
    return player.number("threads", 1 if option is None or option.default is None else int(option.default))


def is_exact(player: Player) -> bool:
    """Whether a player's moves follow from the position and the seed: limits of depth and nodes, one thread."""
    return player.kind == "random" or (not player.is_remote and not player.is_timed and threads_of(player) == 1)
