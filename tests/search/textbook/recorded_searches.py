"""Searches to be recorded in tests: every algorithm, with and without a cache, of numbers and of games."""

from __future__ import annotations

from dataclasses import dataclass

from plies import registry as games
from plies.search import textbook
from plies.search.textbook.tree import GameTree, NumberTree, Tree


@dataclass(frozen=True)
class RecordedSearch:
    algorithm: str
    cache: str
    #: a game to be searched from its start, or a classic tree
    game: str = ""
    classic: str = ""
    depth: int | None = None
    order: str | None = None

    def __str__(self) -> str:
        return f"{self.algorithm} {self.cache} {self.game or self.classic}"

    def tree(self) -> Tree:
        if self.classic:
            return NumberTree(textbook.classic(self.classic))
        game = games.game(self.game)
        return GameTree(game.start(), game.heuristic(game.default), None)

    def run(self, recorder: textbook.Recorder) -> textbook.TextbookAnswer:
        what = textbook.classic(self.classic) if self.classic else games.game(self.game).start()
        return textbook.search(self.algorithm, what, self.depth, order=self.order, cache=self.cache, trace=recorder)


SEARCHES = [
    RecordedSearch(algorithm, cache, game="pawns:4x5", depth=4, order="ari")
    for algorithm in ("minimax", "alphabeta", "soft")
    for cache in ("none", "bounds")
]
SEARCHES += [
    RecordedSearch(algorithm, cache, classic="wikipedia")
    for algorithm in ("minimax", "alphabeta", "soft")
    for cache in ("none", "bounds")
]
SEARCHES += [
    RecordedSearch("path", "none", game="pebbles:3x1", depth=7),
    RecordedSearch("soft", "window", game="checkers", depth=3),
]
