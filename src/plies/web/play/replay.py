"""From a request to a position. The server keeps no games: a request brings all moves, and they are played again.

Positions met lately are kept, so that the next move of a long game costs one step. They are keyed by all
moves to them: a request finds only a game that it brings itself, and nothing that is not in the request.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from itertools import islice, product
from typing import TYPE_CHECKING

from plies.errors import PliesError, UnknownName, near
from plies.games.contract import Family, Game, Heuristic
from plies.games.position import Position
from plies.registry import HEURISTIC_GROUP, families
from plies.registry import heuristic as find_heuristic

if TYPE_CHECKING:
    from plies.web.models import Choice, Spot

#: boards of a family on which a text is tried
MOST_SIZES = 200


@lru_cache(maxsize=128)
def game_of(name: str) -> Game:
    """A registered game by its full name; never a file."""
    head, _, options = name.partition(":")
    family = families().get(head)
    if family is None:
        raise UnknownName(f"no such game{near(head, families())}; known: {', '.join(sorted(families()))}")
    try:
        return family.make(options or family.default)
    except PliesError:
        raise UnknownName(
            f"no such board; {family.name} takes {family.options}; such as {', '.join(family.examples[:3])}"
        ) from None


def heuristic_of(game: Game, choice: Choice) -> Heuristic:
    """A registered heuristic by its name, with the weights that were asked for."""
    name = choice.name or game.default
    if name in game.heuristics:
        base = game.heuristics[name]
    elif name in entry_points(group=HEURISTIC_GROUP).names:
        base = find_heuristic(game, name)
    else:
        raise UnknownName(
            f"{game.name} has no such heuristic{near(name, game.heuristics)}; known: {', '.join(game.heuristics)}"
        )
    names = [feature.name for feature in base.features]
    if not set(choice.weights) <= set(names):
        raise UnknownName(f"{base.name} has no such term; known: {', '.join(names) or 'none'}")
    return base.with_weights(choice.weights) if choice.weights else base


def played(here: Position, words: Sequence[str], done: int = 0) -> Position:
    """The position after some words; an error names the number of the wrong word."""
    for number, word in enumerate(words, done + 1):
        try:
            here = here.play(word)
        except PliesError as error:
            raise type(error)(f"move {number}: {error}") from None
    return here


def sizes_of(family: Family) -> Iterator[str]:
    """Names of a family's games on other boards: its examples, then all its whole numbers, the rest by default."""
    yield from family.examples
    numbers = [one for one in family.fields if one.high]
    ranges = [range(one.low, one.high + 1) for one in numbers]
    for values in islice(product(*ranges), MOST_SIZES):
        yield family.named({one.name: str(value) for one, value in zip(numbers, values, strict=True)})


def reading_elsewhere(game: Game, text: str) -> Position | None:
    """The position that a text describes on another board of the same family; None if there is none."""
    family = families().get(game.name.partition(":")[0])
    for name in sizes_of(family) if family else ():
        try:
            return game_of.__wrapped__(name).position(text)
        except PliesError:
            continue
    return None


Way = tuple[str, str | None, tuple[str, ...]]


class Replays:
    """Positions by the moves to them, the least recently used forgotten first."""

    def __init__(self, kept_plies: int) -> None:
        self.kept_plies = kept_plies
        self.plies = 0
        self.lock = threading.Lock()
        self.kept: OrderedDict[Way, Position] = OrderedDict()

    def position(self, spot: Spot) -> Position:
        """The position that a request means; raises what is wrong with its game, start or moves."""
        return self.walk(spot.game, spot.start, tuple(spot.moves))

    def walk(self, name: str, start: str | None, moves: Sequence[str]) -> Position:
        game = game_of(name)
        words = tuple(moves)
        here = self._known((name, start, words)) or self._known((name, start, words[:-1]))
        done = len(here.line) if here is not None else 0
        if here is None:
            here = game.start() if start is None else game.position(start)
        here = played(here, words[done:], done)
        self._keep((name, start, words), here)
        return here

    def _known(self, way: Way) -> Position | None:
        with self.lock:
            found = self.kept.get(way)
            if found is not None:
                self.kept.move_to_end(way)
            return found

    def _keep(self, way: Way, position: Position) -> None:
        with self.lock:
            if way not in self.kept:
                self.kept[way] = position
                self.plies += len(way[2]) + 1
            while self.plies > self.kept_plies and len(self.kept) > 1:
                old, _ = self.kept.popitem(last=False)
                self.plies -= len(old[2]) + 1
