"""The compiled engine as a player. Its table is emptied before each game."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from plies.games.contract import Game, Heuristic
from plies.games.position import Position
from plies.players import options
from plies.players.algorithm import Algorithm, Report
from plies.players.clock import Clock
from plies.players.kinds.thinking import Stopwatch, charged, forced
from plies.players.player import ENGINE, Player
from plies.players.resolution import heuristic_of, order_of
from plies.search.answer import Answer
from plies.search.limits import Limits

if TYPE_CHECKING:
    from plies.search.engine.analysis import Engine

#: nodes per second that a table is made for; measured at 2 to 5 million on one core
_NODES_A_SECOND = 4_000_000
_SMALLEST, _USUAL, _LARGEST = 1 << 14, 1 << 18, 1 << 20
#: of memory for each entry
_BYTES = 32


def table_entries(player: Player) -> int:
    """Entries of the engine's table: a few for each node of a search, so that emptying it costs little beside one."""
    asked = player.option("entries")
    if asked is not None:
        return int(asked)
    if player.resolved.entries is not None:
        return player.resolved.entries
    wanted: float = _LARGEST
    if player.nodes is not None:
        wanted = min(wanted, 8 * player.nodes)
    if player.seconds is not None:
        wanted = min(wanted, player.seconds * _NODES_A_SECOND)
    if player.nodes is None and player.seconds is None and player.depth is not None:
        wanted = _USUAL
    return int(max(_SMALLEST, 1 << (int(wanted) - 1).bit_length()))


class Judges(NamedTuple):
    """What judges positions, and what orders moves."""

    heuristic: Heuristic
    order: Heuristic | str | None


class EngineSearcher:
    """The engine for one player: compiled once it is made, and warm.

    A user-written heuristic is not called before the clock runs, because it may never return; and a timer stops its
    search, because the engine looks at the clock every so many nodes only.
    """

    def __init__(self, player: Player, game: Game, judges: Judges | None = None) -> None:
        self.engine = make_engine(player, game, judges)
        self.is_users = player.runs_user_file
        used = [one for one in (self.engine.evaluator, self.engine.orderer) if one is not None]
        self.runs_python = self.is_users and not all(one.native for one in used)
        start = game.start()
        if not self.is_users and start.outcome is None:
            self.engine.analyse(start, Limits(nodes=100))

    def new_game(self, side: int, seed: int) -> None:
        self.engine.new_game()

    def choose(self, position: Position, clock: Clock) -> Answer:
        return forced(position) or self.analyse(position, clock, 1, None)

    def analyse(self, position: Position, clock: Clock, lines: int, report: Report | None) -> Answer:
        watch, limits = Stopwatch(), clock.limits
        timer = None
        if self.is_users and limits.latest is not None:
            timer = threading.Timer(limits.latest, self.engine.stop)
            timer.start()
        try:
            found = self.engine.analyse(position, limits, lines, report)
        finally:
            if timer is not None:
                timer.cancel()
                timer.join()
        return found if self.runs_python else charged(found, watch)

    def stop(self) -> None:
        self.engine.stop()

    def close(self) -> None:
        pass


#: counted up when the engine's choices change at equal nodes, so that no tournament goes on with another engine
GENERATION = 2
#: the switches of the engine's options, in the order of `Options`
SWITCHES = ("selective", "quiescence", "reductions", "pruning", "paths", "internal", "races")


def make_engine(player: Player, game: Game, judges: Judges | None = None) -> Engine:
    from plies.search.engine.analysis import Engine, Options

    used = judges or Judges(heuristic_of(player, game), order_of(player, game))
    switches = [bool(player.option(name, True)) for name in SWITCHES]
    return Engine(
        game,
        used.heuristic,
        order=used.order,
        threads=player.number("threads", 1),
        entries=table_entries(player),
        options=Options(*switches),
        gives_up=not player.runs_user_file,  # the referee ends it, and says that it hangs
        tables="on" if player.resolved.table else "off",
    )


def warm(game: Game, heuristics: Sequence[Heuristic], probes: bool = False) -> None:
    """Compiles what does not depend on a player's own files, or loads it from the disk while that can be reached.

    `probes`: the engine that looks solved positions up, which needs no table for that.
    """
    import numpy as np

    from plies.compile.evaluators import evaluator
    from plies.search.engine import layout, table
    from plies.search.engine.probing import NO_VIEW
    from plies.search.engine.worker import Worker

    Worker(game, table.new_table(_SMALLEST), np.zeros(layout.CONTROLS, np.int64), NO_VIEW if probes else None)
    for heuristic in heuristics:
        evaluator(game, heuristic)


def table_bytes(player: Player) -> int:
    return table_entries(player) * _BYTES


ALGORITHMS = (
    Algorithm(
        ENGINE,
        "the engine: principal variation search with a transposition table, compiled",
        EngineSearcher,
        options=(
            options.ORDER,
            options.whole("threads", "threads on one table", 1, 256, 1),
            options.whole("entries", "entries of the transposition table", 2, 1 << 32),
            options.switch("selective", "look at quiet late moves less deeply, at noisy ones longer"),
            options.switch("reductions", "look at quiet late moves less deeply"),
            options.switch("quiescence", "follow noisy moves beyond the depth"),
            options.switch("pruning", "cut off where a much shallower search confirms a value far above the window"),
            options.switch("paths", "keep values that depend on the moves before in the transposition table"),
            options.switch("internal", "look less deeply where the transposition table knows no move"),
            options.switch("races", "believe what the game itself sees to be decided"),
            options.TABLES,
        ),
        most_lines=256,
        is_native=True,
        generation=GENERATION,
        believes=True,
        probes=True,
        entries=table_entries,
    ),
)
