"""The engine as people use it: limits, several lines, several threads, progress reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plies.compile.evaluators import evaluator, state_of_row, taken_apart
from plies.compile.rules import field_shapes
from plies.errors import HeuristicHangs, InvalidGame, Refused
from plies.games.contract import Game, Heuristic
from plies.games.position import Position
from plies.registry import heuristic as find_heuristic
from plies.search.answer import Answer, Counters
from plies.search.engine import layout as at
from plies.search.engine import table as transpositions
from plies.search.engine.arguments import Settings
from plies.search.engine.deepening import Deepening
from plies.search.engine.ordering import NO_ORDER
from plies.search.engine.probing import Tables, longer_line, table_for
from plies.search.engine.timekeeping import deadline
from plies.search.engine.tuning import DEFAULT_ENTRIES
from plies.search.engine.worker import Worker
from plies.search.limits import Limits
from plies.values import LIMIT

Listener = Callable[[Answer], None]


@dataclass(frozen=True)
class Options:
    """What can be switched. `selective=False` makes the value that of minimax at the given depth."""

    selective: bool = True
    quiescence: bool = True
    reductions: bool = True
    pruning: bool = True
    paths: bool = True
    internal: bool = True
    races: bool = True

    @property
    def steps(self) -> int:
        """The selective steps as bits for the kernel."""
        bits = (at.REDUCE, at.VERIFY, at.PATHS, at.INTERNAL, at.RACES)
        switches = (self.reductions, self.pruning, self.paths, self.internal, self.races)
        return sum(bit for bit, switch in zip(bits, switches, strict=True) if switch and self.selective)


class Engine:
    """A searcher for one game and one heuristic. It keeps its table from move to move until `new_game()`."""

    def __init__(
        self,
        game: Game,
        heuristic: str | Heuristic | Callable[..., Any] | None = None,
        *,
        order: str | Heuristic | Callable[..., Any] | None = None,
        threads: int = 1,
        entries: int = DEFAULT_ENTRIES,
        options: Options | None = None,
        gives_up: bool = True,
        tables: Tables = "on",
    ) -> None:
        """`tables`: solved positions are looked up in the game's table, if there is one.

        `gives_up`: a search ends without a user-written heuristic that does not return; else it waits for ever, for
        processes that are ended from outside.
        """
        if not 1 <= threads <= 256:
            raise Refused(f"threads={threads}: a search uses 1 to 256 threads")
        if not 2 <= entries <= 1 << 32:
            raise Refused(f"a table of {entries} entries is outside 2 to {1 << 32}")
        self.game = game
        self.evaluator = evaluator(game, find_heuristic(game, heuristic))
        self.orderer = None if order is None else evaluator(game, _find_order(game, order))
        self.options, self.gives_up = options or Options(), gives_up
        self.table = transpositions.new_table(entries)
        self.control = np.zeros(at.CONTROLS, np.int64)
        #: what it probes, unless its values must be those of minimax to the letter
        self.solved = table_for(game, tables) if self.options.selective else None
        probed = None if self.solved is None else self.solved.opened.view
        self.workers = [Worker(game, self.table, self.control, probed) for _ in range(threads)]
        self.age = 0
        #: the heuristic that never returned from an earlier search; its thread still works on the table
        self.hangs = ""

    def new_game(self) -> None:
        """Forgets everything."""
        self.table.fill(0)
        self.age = 0
        for worker in self.workers:
            worker.forget()

    def stop(self) -> None:
        """Ends the search that is running, from any thread; it returns what it has."""
        self.control[at.STOP] = 1

    def analyse(self, position: Position, limits: Limits, lines: int = 1, listener: Listener | None = None) -> Answer:
        """Searches until a limit is reached, the result is proven, or `stop()`."""
        if position.game.name != self.game.name:
            raise Refused(f"this engine plays {self.game.name}, not {position.game.name}")
        if position.outcome is not None:
            raise Refused(f"the game is over ({position.outcome.reason}); there is no move to search for")
        if self.hangs:
            raise HeuristicHangs(
                f"this engine is lost: heuristic {self.hangs!r} has not returned from an earlier search"
            )
        if lines < 1:
            raise Refused(f"lines={lines}: at least one line is searched")
        self.control.fill(0)
        self.age = self.age % transpositions.AGES + 1

        def report(search: Deepening) -> None:
            if listener is not None:
                listener(self._answer(search))

        used = [one.heuristic for one in (self.evaluator, self.orderer) if one is not None and self.gives_up]
        suspect = next((heuristic.name for heuristic in used if not heuristic.comes_with_plies), "")
        search = Deepening(self.workers, position, limits, min(lines, len(position.legal)), report, suspect)
        settings = self.settings(limits, search.started)
        for worker in self.workers:
            worker.set_up(position, self.evaluator, self.orderer, settings, self.age)
        try:
            search.run()
        except HeuristicHangs:
            self.hangs = suspect
            raise
        self._check_heuristics(position)
        if self.solved is not None:
            self.solved.opened.check_damage()
            search.lines = tuple(longer_line(self.solved, position, line) for line in search.lines)
        return self._answer(search)

    def settings(self, limits: Limits, started: int) -> Settings:
        """The limits and options in the kernel's terms; `started` is a time of the monotonic clock."""
        selective = self.options.selective
        return Settings(
            deadline=0 if limits.latest is None else deadline(started, limits.latest),
            node_limit=(1 << 62) if limits.nodes is None else max(1, limits.nodes // len(self.workers)),
            exact_depths=not selective,
            quiescence=bool(selective and self.options.quiescence),
            steps=self.options.steps,
            probes=at.NO_PROBES if self.solved is None else at.AS_PROOFS,
        )

    def _answer(self, search: Deepening) -> Answer:
        counts = [worker.signals.counters for worker in self.workers]
        totals = np.sum(counts, axis=0)
        counters = Counters(
            leaves=int(totals[at.C_LEAVES]),
            cutoffs=int(totals[at.C_CUTOFFS]),
            first_move_cutoffs=int(totals[at.C_FIRST_CUTOFFS]),
            table_hits=int(totals[at.C_HITS]),
            probes=None if self.solved is None else int(totals[at.C_PROBES]),
            table_filling=transpositions.filling(self.table),
            deepest=max(int(one[at.C_DEEPEST]) for one in counts),
        )
        heuristic, nodes = self.evaluator.heuristic, int(totals[at.C_NODES])
        return Answer(search.lines, nodes, search.seconds(), counters, heuristic.name, unit=heuristic.unit)

    def _check_heuristics(self, position: Position) -> None:
        for one in (self.evaluator, self.orderer):
            if one is not None and one.failure:
                raise one.failure.pop()
        if self.control[at.ERROR]:
            self._ask_again(position, int(self.control[at.ERROR]) - 1)

    def _ask_again(self, position: Position, ply: int) -> None:
        """Compiled code cannot report why a heuristic failed: it is asked again on the same position."""
        heuristic, where = self.evaluator.heuristic, ""
        ask = taken_apart(self.game, heuristic)
        for worker in self.workers:
            state = state_of_row(self.game, field_shapes(self.game), worker.stack.rows[ply])
            if not abs(ask(state, position.state.turn) - heuristic.centre) < LIMIT:
                where = f" at {self.game.format(state)}"
        bounds = f"between -{LIMIT:.0f} and {LIMIT:.0f}"
        raise InvalidGame(f"heuristic {heuristic.name!r} answered a value that is not a number {bounds}{where}")


def _find_order(game: Game, order: str | Heuristic | Callable[..., Any]) -> Heuristic:
    return NO_ORDER if order == NO_ORDER.name else find_heuristic(game, order)
