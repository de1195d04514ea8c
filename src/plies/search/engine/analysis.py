"""The engine as people use it: iterative deepening, limits, several lines, several threads, information on the way."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plies.compile.build import field_shapes
from plies.compile.evaluators import Evaluator, evaluator, state_of_row
from plies.errors import InvalidGame, Refused
from plies.games.contract import Game, Heuristic
from plies.games.position import Position
from plies.registry import heuristic as find_heuristic
from plies.search.answer import Answer, Counters, Line, Proof
from plies.search.engine import layout as at
from plies.search.engine import table as tables
from plies.search.engine.ordering import NO_ORDER
from plies.search.engine.worker import Worker
from plies.search.limits import Limits
from plies.values import LIMIT, WIN, is_decided, is_win, plies_to_end

DEFAULT_ENTRIES = 1 << 20
#: seconds a search runs in the calling thread before it moves beside it
PATIENCE = 0.01


Listener = Callable[[Answer], None]


@dataclass(frozen=True)
class Options:
    """What can be switched. `selective=False` makes the value that of minimax at the given depth."""

    selective: bool = True
    quiescence: bool = True
    reductions: bool = True


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
    ) -> None:
        if not 1 <= threads <= 256:
            raise Refused(f"threads={threads}: a search uses 1 to 256 threads")
        if not 2 <= entries <= 1 << 32:
            raise Refused(f"a table of {entries} entries is outside 2 to {1 << 32}")
        self.game = game
        self.evaluator = evaluator(game, find_heuristic(game, heuristic))
        self.orderer = None if order is None else evaluator(game, _find_order(game, order))
        self.options = options or Options()
        self.table = tables.new_table(entries)
        self.control = np.zeros(at.CONTROLS, np.int64)
        self.workers = [Worker(game, self.table, self.control) for _ in range(threads)]
        self.age = 0

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
        if lines < 1:
            raise Refused(f"lines={lines}: at least one line is searched")
        self.control.fill(0)
        self.age = self.age % 255 + 1
        search = _Search(self, position, limits, min(lines, len(position.legal)), listener)
        return search.run()


def _find_order(game: Game, order: str | Heuristic | Callable[..., Any]) -> Heuristic:
    return NO_ORDER if order == NO_ORDER.name else find_heuristic(game, order)


def _value(line: Line) -> float:
    assert line.value is not None  # the engine's lines always have one
    return line.value


class _Search:
    """One call of `Engine.analyse`."""

    def __init__(
        self, engine: Engine, position: Position, limits: Limits, lines: int, listener: Listener | None
    ) -> None:
        self.engine, self.position, self.limits = engine, position, limits
        self.wanted, self.listener = lines, listener
        self.started = time.monotonic_ns()
        self.lines: tuple[Line, ...] = ()
        self.failure: BaseException | None = None
        self.finished = False
        self.depth = 0
        self.values: dict[int, float] = {}
        for worker in engine.workers:
            worker.set_up(position, engine.evaluator, engine.orderer, engine.age)
            limits.apply(worker.arguments, self.started, len(engine.workers))
            selective = engine.options.selective
            worker.arguments[at.A_EXACT_DEPTHS] = not selective
            worker.arguments[at.A_QUIESCENCE] = selective and engine.options.quiescence
            worker.arguments[at.A_REDUCTIONS] = selective and engine.options.reductions

    def run(self) -> Answer:
        helpers = [
            threading.Thread(target=self._help, args=(worker, index + 1), daemon=True)
            for index, worker in enumerate(self.engine.workers[1:])
        ]
        for helper in helpers:
            helper.start()
        try:
            self._run_interruptibly()
        finally:
            self.engine.stop()
            for helper in helpers:
                helper.join()
        if self.failure is not None:
            raise self.failure
        self._check_heuristic()
        if not self.lines:
            self.lines = (self._first_legal(),)
        return self.found()

    def _run_interruptibly(self) -> None:
        """What is over in a moment runs here; a longer search beside the main thread, so that Ctrl-C is heard."""
        worker = self.engine.workers[0]
        if threading.current_thread() is not threading.main_thread() or self.limits.is_short():
            self._deepen(worker)
            return
        self._deepen(worker, pause_after=PATIENCE)
        if self.finished:
            return
        thread = threading.Thread(target=self._deepen_guarded, args=(worker,), daemon=True)
        thread.start()
        try:
            thread.join()
        except KeyboardInterrupt:
            self.engine.stop()
            thread.join()
            raise

    def _deepen_guarded(self, worker: Worker) -> None:
        try:
            self._deepen(worker)
        except BaseException as error:
            self.failure = error

    def _deepen(self, worker: Worker, pause_after: float = float("inf")) -> None:
        """Depth after depth, until done or until `pause_after` seconds have passed; may be called again to go on."""
        while self.depth < self.limits.deepest:
            if self.seconds() > pause_after:
                return
            self.depth += 1
            done: list[Line] = []
            for index in range(self.wanted):
                for place, line in enumerate(done):
                    worker.excluded[place] = self.position.read(line.move)
                worker.arguments[at.A_EXCLUDED] = len(done)
                line_found, finished = self._one_line(worker, self.depth, self.values.get(index))
                if line_found is not None:
                    done.append(line_found)
                    self.values[index] = _value(line_found)
                if not finished:
                    self.lines = self._merged(done)
                    self.finished = True
                    return
            self.lines = tuple(sorted(done, key=lambda line: -_value(line)))
            if self.listener is not None:
                self.listener(self.found())
            if self._settled(self.depth):
                break
        self.finished = True

    def _one_line(self, worker: Worker, depth: int, guess: float | None) -> tuple[Line | None, bool]:
        """The best line outside the excluded moves, by a window around the guess that widens when it fails."""
        low, high, margin = -WIN, WIN, 0.0
        if guess is not None and depth >= 4 and not is_decided(guess):
            margin = max(1.0, abs(guess) * 0.1)
            low, high = guess - margin, guess + margin
        while True:
            value, finished = worker.search(depth, low, high)
            moves = worker.line()
            if not finished:
                # a move that raised alpha before the stop has been searched to the end and is at least as good
                return (self._line(moves, float(worker.frame_floats[0, at.R_BEST]), depth) if moves else None), False
            if value <= low and low > -WIN:
                margin *= 4
                low = max(-WIN, value - margin) if margin < 1e5 else -WIN
            elif value >= high and high < WIN:
                margin *= 4
                high = min(WIN, value + margin) if margin < 1e5 else WIN
            else:
                return self._line(moves, value, depth, bool(worker.counters[at.C_LINE_COMPLETE])), True

    def _line(self, moves: tuple[int, ...], value: float, depth: int, complete: bool = False) -> Line:
        words, here = [], self.position
        for move in moves:
            if move not in here.legal:  # the rest of the line was cut short by the table
                break
            words.append(self.position.game.word(here.state, move))
            here = here.after(move)
        if not words:
            words = [self.position.moves[0]]
        proof: Proof | None = None
        if is_decided(value):
            proof = ("win" if is_win(value) else "loss", plies_to_end(value))
        elif complete:
            proof = ("draw", depth)
        return Line(words[0], value + 0.0, tuple(words), depth, proof)  # + 0.0: no negative zero

    def _merged(self, done: list[Line]) -> tuple[Line, ...]:
        """Lines of an unfinished depth in front of those of the depth before, without repeating a first move."""
        kept = [line for line in self.lines if line.move not in {new.move for new in done}]
        return tuple([*done, *kept][: self.wanted])

    def _settled(self, depth: int) -> bool:
        """Whether more depth cannot change anything, or the move is forced and a tenth of the time is used."""
        if all(line.proof is not None and (line.proof[0] == "draw" or line.proof[1] <= depth) for line in self.lines):
            return True
        forced = len(self.position.legal) == 1 and self.limits.seconds is not None
        return forced and self.seconds() > 0.1 * (self.limits.seconds or 0)

    def _help(self, worker: Worker, index: int) -> None:
        """A helper fills the table: the same position, every other depth one ply ahead."""
        for depth in range(1 + index % 2, self.limits.deepest + 1 + index % 2):
            if not worker.search(min(depth, at.LAST_PLY // 2))[1]:
                return

    def _first_legal(self) -> Line:
        return Line(self.position.moves[0], 0.0, (self.position.moves[0],), 0, None)

    def _check_heuristic(self) -> None:
        evaluator_used: Evaluator = self.engine.evaluator
        for one in (evaluator_used, self.engine.orderer):
            if one is not None and one.failure:
                raise one.failure.pop()
        if self.engine.control[at.ERROR]:
            self._ask_again(int(self.engine.control[at.ERROR]) - 1)

    def _ask_again(self, ply: int) -> None:
        """Compiled code cannot say why a heuristic failed: ask it in Python about the same position, hand that on."""
        game, heuristic = self.engine.game, self.engine.evaluator.heuristic
        where = ""
        for worker in self.engine.workers:
            state = state_of_row(game, field_shapes(game), worker.rows[ply])
            if not abs(heuristic.value(state, self.position.state.turn) - heuristic.centre) < LIMIT:
                where = f" at {game.format(state)}"
        bounds = f"between -{LIMIT:.0f} and {LIMIT:.0f}"
        raise InvalidGame(f"heuristic {heuristic.name!r} answered a value that is not a number {bounds}{where}")

    def seconds(self) -> float:
        return (time.monotonic_ns() - self.started) / 1e9

    def found(self) -> Answer:
        totals = np.sum([worker.counters for worker in self.engine.workers], axis=0)
        counters = Counters(
            leaves=int(totals[at.C_LEAVES]),
            cutoffs=int(totals[at.C_CUTOFFS]),
            first_move_cutoffs=int(totals[at.C_FIRST_CUTOFFS]),
            table_hits=int(totals[at.C_HITS]),
            table_filling=tables.filling(self.engine.table),
            deepest=max(int(worker.counters[at.C_DEEPEST]) for worker in self.engine.workers),
        )
        name = self.engine.evaluator.heuristic.name
        return Answer(self.lines, int(totals[at.C_NODES]), self.seconds(), counters, name)
