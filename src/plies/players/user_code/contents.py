"""What a user-written file offers: its heuristics, and the games that each of them fits.

A heuristic is a plies Heuristic at the top of the file, or a function of the file with the parameters `(state, me)`. It
fits a game if it gives a number in positions of that game. A file may name its games itself: `GAMES = ("pawns",)`.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from types import FunctionType, ModuleType
from typing import Any

from plies import registry
from plies.errors import PliesError
from plies.games.contract import Game, Heuristic

#: what the parameters of a function are called that is a heuristic
PARAMETERS = ["state", "me"]
#: plies of a random game in which a heuristic is tried
TRIED_PLIES = 8
MOST_HEURISTICS, LONGEST_ABOUT = 100, 200


@dataclass(frozen=True)
class OwnHeuristic:
    """A heuristic in a file: its name there, its terms with their weights, and the families of games that it fits."""

    name: str
    about: str
    line: int
    terms: tuple[tuple[str, float], ...]
    centre: float
    #: the name of a unit and what one is worth; an empty name: none
    unit: str
    worth: float
    games: tuple[str, ...]

    @property
    def term_names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.terms)


def heuristics_in(module: ModuleType, games: Sequence[Game]) -> tuple[OwnHeuristic, ...]:
    """The heuristics of a module, in the order of the file,."""
    found: list[OwnHeuristic] = []
    for name, thing in list(vars(module).items()):
        if is_heuristic(name, thing, module, games) and len(found) < MOST_HEURISTICS:
            found.append(_described(name, thing, module, games))
    return tuple(found)


def is_heuristic(name: str, thing: Any, module: ModuleType, games: Sequence[Game]) -> bool:
    """One that comes with a game is none of the file's own, but features of a game under another name are."""
    if name.startswith("_"):
        return False
    if isinstance(thing, Heuristic):
        return not (thing.comes_with_plies and any(thing.name in game.heuristics for game in games))
    plain = getattr(thing, "py_func", thing)
    if not isinstance(plain, FunctionType) or plain.__module__ != module.__name__:
        return False
    return list(inspect.signature(plain).parameters) == PARAMETERS


def _described(name: str, thing: Any, module: ModuleType, games: Sequence[Game]) -> OwnHeuristic:
    wanted = getattr(module, "GAMES", None)
    fits = [game for game in games if wanted is None or game.name.partition(":")[0] in tuple(wanted)]
    fits = [game for game in fits if wanted is not None or _fits(registry.heuristic(game, thing), game)]
    made = registry.heuristic((fits or list(games))[0], thing)
    unit = made.unit
    return OwnHeuristic(
        name=name,
        about=str(made.about)[:LONGEST_ABOUT],
        line=_line(thing),
        terms=tuple((str(one.name), float(weight)) for one, weight in zip(made.features, made.weights, strict=True)),
        centre=float(made.centre),
        unit="" if unit is None else str(unit.name),
        worth=0.0 if unit is None else float(unit.worth),
        games=tuple(dict.fromkeys(game.name.partition(":")[0] for game in fits)),
    )


def _line(thing: Any) -> int:
    code = getattr(getattr(thing, "py_func", thing), "__code__", None)
    return 0 if code is None else int(code.co_firstlineno)


def _fits(heuristic: Heuristic, game: Game) -> bool:
    """Whether it gives a number for both sides at the start and in a random game, by its uncompiled functions."""
    try:
        return all(math.isfinite(heuristic.value(state, me)) for state in _states(game) for me in (0, 1))
    except PliesError:
        return False


def _states(game: Game) -> Iterator[Any]:
    here, random = game.start(), Random(17)
    yield here.state
    for _ in range(TRIED_PLIES):
        if here.outcome is not None:
            return
        here = here.after(here.legal[int(random.random() * len(here.legal))])
        yield here.state
