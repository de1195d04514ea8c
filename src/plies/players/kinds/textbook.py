"""The textbook algorithms as players.

With a depth alone a move is one search of that depth, as in the book. With a limit of time or nodes the search deepens
ply by ply and plays the move of the last depth that it finished.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from plies.errors import Refused
from plies.games.contract import Game
from plies.games.position import Position
from plies.players import options
from plies.players.algorithm import Algorithm, Report
from plies.players.clock import Clock
from plies.players.kinds.thinking import Stopwatch, charged, forced
from plies.players.player import Player
from plies.players.resolution import heuristic_of, order_of
from plies.search import textbook
from plies.search.answer import Answer, Line
from plies.search.limits import Limits
from plies.values import is_decided, plies_to_end


class _OutOfTime(Exception):
    """A search has reached a limit."""


class TextbookSearcher:
    """One of the textbook algorithms for one player."""

    def __init__(self, player: Player, game: Game) -> None:
        self.player = player
        self.heuristic, order = heuristic_of(player, game), order_of(player, game)
        self.order = None if isinstance(order, str) else order
        self.stopped = False

    def new_game(self, side: int, seed: int) -> None:
        pass

    def close(self) -> None:
        pass

    def stop(self) -> None:
        self.stopped = True

    def choose(self, position: Position, clock: Clock) -> Answer:
        return forced(position) or self.analyse(position, clock, 1, None)

    def analyse(self, position: Position, clock: Clock, lines: int, report: Report | None) -> Answer:
        """The best line; the textbook follows no others."""
        if lines != 1:
            raise Refused(f"lines={lines}: a textbook search gives one line")
        self.stopped = False
        watch = Stopwatch()
        found = self._deepen(position, clock.limits, watch, report)
        return found if self.player.runs_user_file else charged(found, watch)

    def _deepen(self, position: Position, limits: Limits, watch: Stopwatch, report: Report | None) -> Answer:
        nodes, deadline = limits.nodes, None if limits.seconds is None else watch.begun + limits.seconds
        shallowest = limits.deepest if nodes is None and deadline is None else 1
        best = Answer.of_move(position.game.word(position.state, position.legal[0]))
        before = counted = 0

        def look(counts: textbook.Counts) -> None:
            nonlocal counted
            counted = counts.nodes
            if self.stopped or (nodes is not None and before + counted >= nodes):
                raise _OutOfTime
            if deadline is not None and time.perf_counter() >= deadline:
                raise _OutOfTime

        for depth in range(shallowest, limits.deepest + 1):
            try:
                result = self._search(position, depth, look, 1 if nodes is not None else 16)
            except _OutOfTime:
                break
            before += result.nodes
            counted = 0
            best = replace(self._answer(position, depth, result, watch), nodes=before)
            if report is not None:
                report(best)
            if best.value is not None and is_decided(best.value) and plies_to_end(best.value) <= depth:
                break
        return replace(best, nodes=before + counted, seconds=time.perf_counter() - watch.begun)

    def _search(self, position: Position, depth: int, look: textbook.Report, every: int) -> textbook.TextbookAnswer:
        return textbook.search(
            self.player.algorithm,
            position,
            depth,
            heuristic=self.heuristic,
            order=self.order,
            cache=str(self.player.option("cache", "none")),
            report=look,
            report_every=every,
        )

    def _answer(self, position: Position, depth: int, found: textbook.TextbookAnswer, watch: Stopwatch) -> Answer:
        word = found.move or position.game.word(position.state, position.legal[0])
        line = Line(word, found.value, found.line or (word,), depth, found.proof)
        seconds = time.perf_counter() - watch.begun
        return Answer((line,), found.nodes, seconds, found.counters, self.heuristic.name, unit=self.heuristic.unit)


def _options(one: textbook.Algorithm) -> Iterator[options.Option]:
    """The algorithm's own options that a player can have; the window at the root is not one of them."""
    if one.takes(textbook.CACHE):
        yield options.choice("cache", textbook.CACHE.description, tuple(textbook.CACHES), str(textbook.CACHE.default))
    if one.takes(textbook.ORDER):
        yield options.ORDER


ALGORITHMS = tuple(
    Algorithm(
        one.name,
        f"{one.title}. {one.description}",
        TextbookSearcher,
        options=tuple(_options(one)),
        aliases=one.aliases,
        most_lines=1,
    )
    for one in textbook.ALGORITHMS.values()
)
