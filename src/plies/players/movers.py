"""Movers: what plays for a player. Each gets a position and a clock, and answers with a move and what it thought.

EngineMover     the compiled engine in this process; its table is emptied before each game
TextbookMover   minimax or alpha-beta as the books have them, in this process
RandomMover     any legal move, from the seed of the game
ChildMover      (link.py) a person's Python in a child process of its own
GgpMover        (ggp) a player elsewhere

Everything that takes long and is not thinking (compiling, starting processes) is done by `new_game`, before any clock
runs. Nothing is carried from one game to the next.
"""

from __future__ import annotations

import random
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from plies.games.contract import Game
from plies.games.position import Position
from plies.players.clock import Clock
from plies.players.player import Player
from plies.players.resolution import heuristic_of, table_entries
from plies.search import textbook
from plies.values import is_decided, plies_to_end

if TYPE_CHECKING:
    from plies.search.answer import Answer


@dataclass(frozen=True)
class Choice:
    """A move as a word, and what the mover thought: its own value (None: unknown), depth, nodes.

    `seconds` is the thinking time as the mover measured it, None: the referee's measurement counts.
    """

    move: str
    value: float | None = None
    depth: int = 0
    nodes: int = 0
    seconds: float | None = None


class Mover(Protocol):
    def new_game(self, game: Game, side: int, seed: int) -> None:
        """Gets ready for a game and forgets all earlier ones. The clock does not run."""

    def choose(self, position: Position, clock: Clock) -> Choice:
        """A move, in `clock.seconds`. Raises PlayerFault, or a PliesError for what a heuristic did."""

    def close(self) -> None:
        """Gives back what it holds: memory, processes, connections."""


@runtime_checkable
class HearsTheEnd(Protocol):
    """What a mover has besides when somebody elsewhere waits for the end of a game."""

    def game_over(self, position: Position) -> None:
        """The game has ended here: by the rules, or, where the position has no outcome, by a fault. Never raises."""


class Stopwatch:
    """Time in which this process worked: what a mover that keeps to its time by itself is charged with.

    When others had the processor meanwhile, a player must not lose for that. A person's Python is charged by the wall
    clock: it may sleep or have others work for it.
    """

    def __init__(self) -> None:
        self.begun, self.worked = time.perf_counter(), time.process_time()

    @property
    def seconds(self) -> float:
        return min(time.perf_counter() - self.begun, time.process_time() - self.worked)


def forced(position: Position) -> Choice | None:
    """The only legal move, which needs no thought."""
    if len(position.legal) != 1:
        return None
    return Choice(position.game.word(position.state, position.legal[0]), seconds=0.0)


class RandomMover:
    """Any legal move; which follows from the seed and the side."""

    def new_game(self, game: Game, side: int, seed: int) -> None:
        self.random = random.Random(f"{seed} {side}")

    def choose(self, position: Position, clock: Clock) -> Choice:
        return Choice(position.game.word(position.state, self.random.choice(position.legal)), seconds=0.0)

    def close(self) -> None:
        pass


class EngineMover:
    """The compiled engine. Compiled once it is made, and warm.

    `apart` is for a person's heuristic, in a child process: that is not called before the clock runs, because it may
    never return, and a timer stops the search, because the engine looks at the clock every 64 nodes only.
    """

    def __init__(self, player: Player, game: Game, apart: bool = False) -> None:
        from plies.search.engine.analysis import Engine, Options
        from plies.search.limits import Limits

        known = player.resolved
        order = player.order
        self.engine = Engine(
            game,
            heuristic_of(game, player.choice, known.get("heuristic")),
            order=heuristic_of(game, order, known.get("order")) if order not in (None, "none") else order,
            threads=player.threads,
            entries=table_entries(player),
            options=Options(player.selective, player.quiescence, player.reductions),
        )
        start = game.start()
        used = [one for one in (self.engine.evaluator, self.engine.orderer) if one is not None]
        self.apart, self.runs_python = apart, apart and not all(one.native for one in used)
        if not apart and start.outcome is None:
            self.engine.analyse(start, Limits(nodes=100))

    def new_game(self, game: Game, side: int, seed: int) -> None:
        self.engine.new_game()

    def choose(self, position: Position, clock: Clock) -> Choice:
        only = forced(position)
        if only is not None:
            return only
        watch = Stopwatch()
        found = self._timed(position, clock) if self.apart else self.engine.analyse(position, clock.limits)
        return Choice(found.move, found.value, found.depth, found.nodes, None if self.runs_python else watch.seconds)

    def _timed(self, position: Position, clock: Clock) -> Answer:
        limits = clock.limits
        if limits.seconds is None:
            return self.engine.analyse(position, limits)
        timer = threading.Timer(limits.seconds, self.engine.stop)
        timer.start()
        try:
            return self.engine.analyse(position, limits)
        finally:
            timer.cancel()
            timer.join()

    def close(self) -> None:
        pass


class _OutOfTime(Exception):
    """A textbook search has reached a limit."""


class TextbookMover:
    """Minimax or alpha-beta. With a depth alone it is one search of that depth, as in the book; with a limit of time
    or nodes it deepens ply by ply and plays the move of the last depth that it finished. `apart`: as in EngineMover."""

    def __init__(self, player: Player, game: Game, apart: bool = False) -> None:
        self.player, self.runs_python = player, apart
        self.heuristic = heuristic_of(game, player.choice, player.resolved.get("heuristic"))
        known = player.resolved.get("order")
        self.order = None if player.order in (None, "none") else heuristic_of(game, player.order, known)

    def new_game(self, game: Game, side: int, seed: int) -> None:
        pass

    def close(self) -> None:
        pass

    def choose(self, position: Position, clock: Clock) -> Choice:
        only = forced(position)
        if only is not None:
            return only
        limits, watch = clock.limits, Stopwatch()
        if limits.nodes is None and limits.seconds is None:
            return self._choice(position, limits.deepest, self._search(position, limits.deepest))
        deadline = None if limits.seconds is None else watch.begun + limits.seconds
        choice = self._deepen(position, limits.deepest, limits.nodes, deadline)
        return choice if self.runs_python else replace(choice, seconds=watch.seconds)

    def _deepen(self, position: Position, deepest: int, nodes: int | None, deadline: float | None) -> Choice:
        best = Choice(position.game.word(position.state, position.legal[0]))
        before = counted = 0

        def report(counts: textbook.Counts) -> None:
            nonlocal counted
            counted = counts.nodes
            if nodes is not None and before + counted >= nodes:
                raise _OutOfTime
            if deadline is not None and time.perf_counter() >= deadline:
                raise _OutOfTime

        for depth in range(1, deepest + 1):
            try:
                result = self._search(position, depth, report, 1 if nodes is not None else 16)
            except _OutOfTime:
                break
            before += result.nodes
            counted = 0
            best = self._choice(position, depth, result)
            if best.value is not None and is_decided(best.value) and plies_to_end(best.value) <= depth:
                break
        return Choice(best.move, best.value, best.depth, before + counted)

    def _search(
        self, position: Position, depth: int, report: textbook.Report | None = None, every: int = 4096
    ) -> textbook.TextbookAnswer:
        return textbook.search(
            self.player.algorithm,
            position,
            depth,
            heuristic=self.heuristic,
            order=self.order,
            cache=self.player.cache,
            report=report,
            report_every=every,
        )

    @staticmethod
    def _choice(position: Position, depth: int, result: textbook.TextbookAnswer) -> Choice:
        word = result.move or position.game.word(position.state, position.legal[0])
        return Choice(word, result.value, depth, result.nodes)


def local_mover(player: Player, game: Game, apart: bool = False) -> Mover:
    """The mover of a player that runs in this process; `apart`: which is a child process."""
    if player.kind == "random":
        return RandomMover()
    return (EngineMover if player.algorithm == "engine" else TextbookMover)(player, game, apart)


def make_mover(player: Player, game: Game, named: str) -> Mover:
    """The mover of any player. `named` is the game as it was asked for, for processes that must find it again."""
    if player.kind == "remote":
        from plies.players.remote import GgpMover

        return GgpMover(player, game)
    if player.runs_apart:
        from plies.players.user_file import ChildMover

        return ChildMover(player, named)
    return local_mover(player, game)


def _entries_held(player: Player) -> int:
    """What a mover's memory counts for, in entries of a table."""
    if player.runs_apart:
        return ENTRIES_OF_A_CHILD
    return table_entries(player) if player.kind == "heuristic" and player.algorithm == "engine" else 0


#: table entries that kept movers may have together (a few hundred megabytes), and what a child process counts for
MOST_ENTRIES, ENTRIES_OF_A_CHILD = 1 << 23, 1 << 20


class MoverCache:
    """Movers kept from game to game, as many as their tables leave room for; the least recently used are closed first.
    A tournament of four players on six boards has 24 of them in turn. Not for several threads."""

    def __init__(self, most: int = 64, most_entries: int = MOST_ENTRIES) -> None:
        self.most, self.most_entries = max(2, most), most_entries
        self.movers: OrderedDict[tuple[str, str, int], Mover] = OrderedDict()
        self.entries: dict[tuple[str, str, int], int] = {}

    def get(self, key: str, player: Player, game: Game, named: str, seat: int) -> Mover:
        """The mover of a player in a game. `seat` keeps two movers of one player apart, when it plays itself."""
        place = (key, named, seat)
        if place not in self.movers:
            self.movers[place] = make_mover(player, game, named)
            self.entries[place] = _entries_held(player)
            while len(self.movers) > 2 and self._is_full():
                oldest, mover = self.movers.popitem(last=False)
                del self.entries[oldest]
                mover.close()
        self.movers.move_to_end(place)
        return self.movers[place]

    def _is_full(self) -> bool:
        return len(self.movers) > self.most or sum(self.entries.values()) > self.most_entries

    def discard(self, mover: Mover) -> None:
        """Closes a mover that did something wrong; the next game gets a new one."""
        for place, known in list(self.movers.items()):
            if known is mover:
                del self.movers[place], self.entries[place]
        mover.close()

    def close(self) -> None:
        while self.movers:
            self.movers.popitem()[1].close()
        self.entries.clear()

    def __enter__(self) -> MoverCache:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
