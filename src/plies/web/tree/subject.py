"""What the tree page searches: a position of a registered game, or a tree of numbers; and how.

The server reads a subject to check it and to find words for moves; the child reads it again to search it. What is said
about mistakes never repeats what was sent.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from plies import values
from plies.errors import InvalidPosition, PliesError, Refused, UnknownName
from plies.games.contract import Game
from plies.games.position import Position
from plies.search.textbook import algorithms as textbook
from plies.search.textbook.trace import Recorder
from plies.search.textbook.tree import GameTree, NumberTree, Tree
from plies.web.play.replay import game_of

#: name in requests: name for people, what it does
ALGORITHMS = {
    "minimax": ("Minimax", "looks at everything"),
    "alpha-beta": ("Alpha-beta, fail-hard", "answers with its window's edge when the value lies outside"),
    "soft": ("Alpha-beta, fail-soft", "answers with the best bound it came across"),
    "path": ("Path rule", "fail-hard; positions on the way are skipped (for games whose positions come back)"),
}
CACHES = {
    "none": "keeps nothing",
    "window": "keeps values with their window and depth",
    "window-published": "the same without the depth, as checkers was first played with here; its value can be wrong",
    "bounds": "keeps a lower and an upper bound for each position and depth",
}
TREE_ORDERS = ("best", "worst")
EXAMPLE = "[[3,5],[2,9]]"
DEFAULT_DEPTH = 4


@dataclass(frozen=True)
class Subject:
    """A position or a tree of numbers, and how deep to look (None: all of a tree)."""

    what: Any
    depth: int | None
    game: Game | None = None
    heuristic: str | None = None

    def check(self, options: dict[str, Any]) -> None:
        """Refuses options of a search that do not go with this subject."""
        order = options.get("order")
        if options["algorithm"] == "path" and not (self.game and self.game.rules.can_repeat):
            raise Refused("the path rule is for games whose positions can come back; this is not one")
        known = list(TREE_ORDERS) if self.game is None else list(self.game.heuristics)
        if order is not None and order not in known:
            raise UnknownName(f"no such order here; known: {', '.join(known)}")

    def tree(self) -> Tree:
        """What finds the words of moves, and positions; the order does not matter for that."""
        if isinstance(self.what, Position):
            heuristic = self.what.game.heuristic(self.heuristic or self.what.game.default)
            return GameTree(self.what, heuristic, None)
        return NumberTree(self.what)

    def value_text(self, value: float) -> str:
        """A value for people."""
        plain = self.game is None or math.isinf(value)
        return f"{value:g}" if plain else values.describe(value)

    def short_text(self, value: float) -> str:
        """A finite value in few letters, for the drawing."""
        if self.game is not None and values.is_decided(value):
            return f"{'win' if value > 0 else 'loss'} {values.plies_to_end(value)}"
        return f"{round(value, 2) + 0.0:g}".replace("-", "\u2212")


def read_subject(request: dict[str, Any]) -> Subject:
    """The subject that a request asks for with one of `game`, `tree` and `classic`."""
    if sum(request.get(name) is not None for name in ("game", "tree", "classic")) != 1:
        raise Refused("give one of game, tree and classic")
    if request.get("game") is not None:
        return _game_subject(request)
    if request.get("tree") is not None:
        return Subject(_read_tree(request["tree"]), None)
    if request["classic"] not in textbook.CLASSICS:
        raise UnknownName(f"no such classic tree; known: {', '.join(textbook.CLASSICS)}")
    classic = textbook.CLASSICS[request["classic"]]
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


def registered_heuristic(game: Game, name: str | None) -> str | None:
    if name is not None and name not in game.heuristics:
        raise UnknownName(f"no such heuristic; known: {', '.join(game.heuristics)}")
    return name


def _game_subject(request: dict[str, Any]) -> Subject:
    game = game_of(request["game"])
    position = read_position(game, request.get("position"))
    heuristic = registered_heuristic(game, request.get("heuristic"))
    depth = request.get("depth")
    return Subject(position, DEFAULT_DEPTH if depth is None else depth, game, heuristic)


def _read_tree(text: str) -> Any:
    try:
        tree = json.loads(text, parse_constant=_no_number)
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


def search(
    subject: Subject,
    options: dict[str, Any],
    recorder: Recorder | None = None,
    tell: Callable[[textbook.Counts], None] | None = None,
) -> textbook.Result:
    """One search with the options algorithm, order and cache."""
    algorithm = options["algorithm"]
    common: dict[str, Any] = {
        "heuristic": subject.heuristic,
        "order": options.get("order"),
        "cache": options.get("cache", "none"),
        "trace": False if recorder is None else recorder,
        "tell": tell,
    }
    if algorithm == "minimax":
        return textbook.minimax(subject.what, subject.depth, **common)
    soft, path = algorithm == "soft", algorithm == "path"
    return textbook.alphabeta(subject.what, subject.depth, soft=soft, path=path, **common)


def summary(subject: Subject, found: textbook.Result) -> dict[str, Any]:
    """What a search found, for people."""
    return {
        "value": subject.value_text(found.value),
        "bound": found.bound,
        "move": found.move,
        "line": list(found.line),
        "counts": asdict(found.counts),
    }
