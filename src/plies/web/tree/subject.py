"""What the tree page searches: a position of a registered game, or a tree of numbers; and how.

The server reads a subject to check it and to find words for moves; the child reads it again to search it. Error
messages never repeat what was sent.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

from plies import values
from plies.errors import InvalidPosition, PliesError, Refused, UnknownName, near
from plies.games.contract import Game
from plies.games.position import Position
from plies.search import textbook
from plies.search.textbook import registry
from plies.search.textbook.options import CACHE
from plies.search.textbook.tree import NUMBER_ORDERS, GameTree, NumberTree, Tree
from plies.web.play.replay import game_of

EXAMPLE = "[[3,5],[2,9]]"
DEFAULT_DEPTH = 4


@dataclass(frozen=True)
class Wanted:
    """What is to be searched: one of `game`, with what belongs to it, `tree` and `classic`."""

    game: str | None = None
    position: str | None = None
    heuristic: str | None = None
    depth: int | None = None
    tree: str | None = None
    classic: str | None = None


@dataclass(frozen=True)
class SearchOptions:
    """How a subject is searched."""

    algorithm: str = registry.DEFAULT
    order: str | None = None
    cache: str = str(CACHE.default)


@dataclass(frozen=True)
class Subject:
    """A position or a tree of numbers, and how deep to look (None: all of a tree)."""

    what: textbook.Searchable
    depth: int | None
    game: Game | None = None
    heuristic: str | None = None

    @property
    def can_repeat(self) -> bool:
        return self.game is not None and self.game.rules.can_repeat

    def check(self, options: SearchOptions) -> None:
        """Refuses a way to search that does not go with this subject."""
        registry.find(options.algorithm).check_suits(self.can_repeat)
        known = NUMBER_ORDERS if self.game is None else tuple(self.game.heuristics)
        if options.order is not None and options.order not in known:
            raise UnknownName(f"no such order here; known: {', '.join(known)}")

    def search(
        self, options: SearchOptions, recorder: textbook.Recorder | None = None, report: textbook.Report | None = None
    ) -> textbook.TextbookAnswer:
        return textbook.search(
            options.algorithm,
            self.what,
            self.depth,
            heuristic=self.heuristic,
            order=options.order,
            cache=options.cache,
            trace=False if recorder is None else recorder,
            report=report,
        )

    def tree(self) -> Tree:
        """What finds the words of moves, and positions; the order does not matter for that."""
        if isinstance(self.what, Position):
            heuristic = self.what.game.heuristic(self.heuristic or self.what.game.default)
            return GameTree(self.what, heuristic, None)
        return NumberTree(self.what)

    def value_text(self, value: float) -> str:
        """A value for people."""
        if self.game is None or math.isinf(value):
            return values.plain(value)
        return values.describe(value, self.game.unit(self.heuristic or self.game.default))

    def short_text(self, value: float) -> str:
        """A value in few letters, for the drawing."""
        if math.isinf(value):
            return "∞" if value > 0 else "−∞"
        if self.game is not None and values.is_decided(value):
            return f"{'win' if value > 0 else 'loss'} {values.plies_to_end(value)}"
        return values.plain(round(value, 2)).replace("-", "\u2212")


def read_subject(wanted: Wanted) -> Subject:
    if [wanted.game, wanted.tree, wanted.classic].count(None) != 2:
        raise Refused("give one of game, tree and classic")
    if wanted.game is not None:
        return _game_subject(game_of(wanted.game), wanted)
    if wanted.tree is not None:
        return Subject(_read_tree(wanted.tree), None)
    classic = textbook.CLASSICS.get(str(wanted.classic))
    if classic is None:
        raise UnknownName(
            f"no such classic tree{near(str(wanted.classic), textbook.CLASSICS)}; known: {', '.join(textbook.CLASSICS)}"
        )
    return Subject(classic.tree, classic.depth)


def read_position(game: Game, text: str | None) -> Position:
    """The start, or the position that a line describes."""
    if not text:
        return game.start()
    try:
        return game.position(text)
    except PliesError:
        looks = game.start().text
        raise InvalidPosition(f"this is no position of {game.name}; one looks like {looks}") from None


def _game_subject(game: Game, wanted: Wanted) -> Subject:
    position = read_position(game, wanted.position)
    if wanted.heuristic is not None and wanted.heuristic not in game.heuristics:
        meant = near(wanted.heuristic, game.heuristics)
        raise UnknownName(f"no such heuristic{meant}; known: {', '.join(game.heuristics)}")
    return Subject(position, DEFAULT_DEPTH if wanted.depth is None else wanted.depth, game, wanted.heuristic)


def _read_tree(text: str) -> textbook.Searchable:
    try:
        tree: textbook.Searchable = json.loads(text, parse_constant=_no_number)
        NumberTree(tree)
    except json.JSONDecodeError as error:
        raise InvalidPosition(f"column {error.pos + 1}: {error.msg}; a tree looks like {EXAMPLE}") from None
    except (PliesError, ValueError, RecursionError):
        raise InvalidPosition(
            f"a tree is made of numbers and of lists that are not empty, at most 200 deep, such as {EXAMPLE}"
        ) from None
    return tree


def _no_number(word: str) -> float:
    raise ValueError(word)
