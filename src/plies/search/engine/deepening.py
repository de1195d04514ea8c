"""Iterative deepening: one search of the engine, depth after depth, with helper threads and several lines."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

from plies.errors import HeuristicHangs
from plies.games.position import Position
from plies.search.answer import Line, Proof
from plies.search.engine import layout as at
from plies.search.engine import tuning
from plies.search.engine.beside import Beside
from plies.search.engine.proofs import Prover
from plies.search.engine.timekeeping import Allotment, deadline, window
from plies.search.engine.worker import Worker
from plies.search.limits import Limits
from plies.values import WIN, is_decided, is_loss, plies_to_end


class Deepening:
    """The workers have the position set up; the first gives the lines, the others fill the table for it.

    `listener` is called after each depth. `lines` are the best lines so far, best first. `suspect` names a user-written
    heuristic that is searched with: a call of it may never return, and then the search ends without it.
    """

    def __init__(
        self,
        workers: list[Worker],
        position: Position,
        limits: Limits,
        wanted: int,
        listener: Callable[[Deepening], None],
        suspect: str = "",
    ) -> None:
        self.workers, self.position, self.limits = workers, position, limits
        self.wanted, self.listener, self.suspect = wanted, listener, suspect
        self.started = time.monotonic_ns()
        self.lines: tuple[Line, ...] = ()
        self._finished = self._interrupted = False
        self._stopped = 0.0
        self._depth = 0
        self._values: dict[int, float] = {}
        self._prover = Prover(workers[0], position)
        self._allotment = None if limits.longest is None else Allotment(limits)

    def seconds(self) -> float:
        return (time.monotonic_ns() - self.started) / 1e9

    def run(self) -> None:
        """Searches until a limit is reached, the result is proven, or the stop is set."""
        helpers = [Beside(partial(self._help, worker, number)) for number, worker in enumerate(self.workers[1:], 1)]
        try:
            self._run_interruptibly()
        finally:
            self._stop()
            self._end(helpers)
        if not self.lines:
            self.lines = (Line(self.position.moves[0], 0.0, self.position.moves[:1], 0, None),)

    def _stop(self) -> None:
        self.workers[0].signals.control[at.STOP] = 1

    def _run_interruptibly(self) -> None:
        """What is over in a moment runs here; a longer search beside the main thread, so that Ctrl-C is heard."""
        if threading.current_thread() is not threading.main_thread():
            self._deepen()
            return
        if not self.suspect:
            short = self.limits.latest is not None and self.limits.latest <= tuning.SHORT
            self._deepen(pause_after=float("inf") if short else tuning.PATIENCE)
            if self._finished:
                return
        search = Beside(self._deepen)
        try:
            search.wait(self._time_left() if self.suspect else None)
            self._stop()
            self._end([search])
        except KeyboardInterrupt:
            self._stop()
            self._interrupted = True
            self._end([search])
            raise
        if search.failure is not None:
            raise search.failure

    def _time_left(self) -> float | None:
        return None if self.limits.latest is None else max(0.0, self.limits.latest - self.seconds())

    def _end(self, searches: list[Beside[None]]) -> None:
        """Waits for what has been told to stop, though not for ever if the heuristic may not return."""
        watched = self.suspect and threading.current_thread() is threading.main_thread()
        self._stopped = self._stopped or time.monotonic()
        last = self._stopped + tuning.HANG
        if not all(one.wait(max(0.0, last - time.monotonic()) if watched else None) for one in searches):
            stopped = "stopped; " if self._interrupted else ""
            raise HeuristicHangs(f"{stopped}heuristic {self.suspect!r} does not return", self._interrupted)

    def _deepen(self, pause_after: float = float("inf")) -> None:
        """Depth after depth, until done or until `pause_after` seconds have passed; may be called again to continue."""
        while self._depth < self.limits.deepest:
            if self.seconds() > pause_after:
                return
            self._depth += 1
            self._share_out()
            if not self._one_depth():
                break
            if self._allotment is not None:
                self._allotment.learn(self.lines[0].move, _value(self.lines[0]))
            self.listener(self)
            if self._is_done():
                break
        self._finished = True

    def _share_out(self) -> None:
        """On a game clock the first worker, whose moves count, stops when its allotment is used up."""
        if self._allotment is not None:
            until = deadline(self.started, self._allotment.seconds)
            self.workers[0].settings = self.workers[0].settings._replace(deadline=until)

    def _one_depth(self) -> bool:
        """As many lines as are wanted, each without the first moves of those before; whether it was finished."""
        done: list[Line] = []
        before: dict[int, float] = {}
        for index in range(self.wanted):
            self.workers[0].leave_out(list(before))
            line, finished = self._one_line(self._values.get(index), before)
            if not finished or self.workers[0].signals.control[at.ERROR]:
                self.lines = self._merged(done, line)
                return False
            assert line is not None
            done.append(line)
            self._values[index] = before[self.position.read(line.move)] = _value(line)
        if not self.workers[0].settings.exact_depths:  # a selective search may find a better line after a worse one
            done.sort(key=lambda line: -_value(line))
        self.lines = tuple(done)
        return True

    def _one_line(self, guess: float | None, before: dict[int, float]) -> tuple[Line | None, bool]:
        """The best line outside the excluded moves, by a window around the guess that widens when it fails."""
        worker, depth = self.workers[0], self._depth
        low, high, margin = -WIN, WIN, 0.0
        if guess is not None and depth >= tuning.ASPIRATION_DEPTH and not is_decided(guess):
            margin = window(guess)
            low, high = guess - margin, guess + margin
        while True:
            value, finished = worker.search(depth, low, high)
            moves = worker.line()
            if not finished:
                # a move that raised alpha before the stop has been searched to the end and is at least as good
                return (self._line(moves, worker.best_so_far()) if moves else None), False
            if value <= low and low > -WIN:
                self._doubt()
                margin *= tuning.ASPIRATION_GROWTH
                low = max(-WIN, value - margin) if margin < tuning.ASPIRATION_WIDEST else -WIN
            elif value >= high and high < WIN:
                margin *= tuning.ASPIRATION_GROWTH
                high = min(WIN, value + margin) if margin < tuning.ASPIRATION_WIDEST else WIN
            else:
                proof = self._prover.claim(moves[0], value, depth, before)
                return self._line(moves, value, proof), True

    def _doubt(self) -> None:
        if self._allotment is not None:
            self._allotment.doubt()
            self._share_out()

    def _line(self, moves: tuple[int, ...], value: float, proof: Proof | None = None) -> Line:
        words, here = [], self.position
        for move in moves:
            if move not in here.legal:  # the rest of the line was cut short by the table
                break
            words.append(self.position.game.word(here.state, move))
            here = here.after(move)
        return Line(words[0], value + 0.0, tuple(words), self._depth, proof)  # + 0.0: no negative zero

    def _merged(self, done: list[Line], unfinished: Line | None) -> tuple[Line, ...]:
        """Lines of an unfinished depth in front of those of the depth before, without repeating a first move.

        The one that was not finished says nothing where the depth before has a proof, and a loss nothing at all:
        the moves that were not looked at may be better.
        """
        known = self.lines[len(done)].proof if len(done) < len(self.lines) else None
        if unfinished is not None and known is None and not is_loss(_value(unfinished)):
            done = [*done, unfinished]
        kept = [line for line in self.lines if line.move not in {new.move for new in done}]
        return tuple([*done, *kept][: self.wanted])

    def _is_done(self) -> bool:
        """Whether more depth is not worth it, or the move is forced and enough of the time is used."""
        if all(self._is_settled(line) for line in self.lines):
            return True
        if self._allotment is not None and self._allotment.is_used_up(self.seconds()):
            return True
        forced = len(self.position.legal) == 1 and self.limits.seconds is not None
        return forced and self.seconds() > tuning.FORCED_SHARE * (self.limits.seconds or 0)

    def _is_settled(self, line: Line) -> bool:
        """Proven, or a win or loss within the depth."""
        value = _value(line)
        return line.proof is not None or (is_decided(value) and plies_to_end(value) <= self._depth)

    def _help(self, worker: Worker, number: int) -> None:
        """A helper fills the table: the same position, every other helper some plies ahead."""
        lead = tuning.HELPER_LEAD * (number % 2)
        for depth in range(1 + lead, self.limits.deepest + 1 + lead):
            if not worker.search(min(depth, tuning.HELPER_DEEPEST))[1]:
                return


def _value(line: Line) -> float:
    assert line.value is not None  # the engine's lines always have one
    return line.value
