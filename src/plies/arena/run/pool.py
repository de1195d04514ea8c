"""A supervised pool of worker processes on this machine.

    with Pool(core_sets(threads=1)) as pool:
        for records in pool.play(pairings): ...

A worker that dies is replaced and its game is played again; so is one that shows no sign of life or whose player takes
much longer than its limits allow. Where that was a player's doing, the player loses the second time (`suspicion.py`);
otherwise a game that fails FAILURES times stops everything with an error that names it. No two workers share a core as
long as there are enough; none outlives its coordinator.
"""

from __future__ import annotations

import math
import selectors
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from plies.arena.plan.pairing import Pairing
from plies.arena.plan.turns import Turns, has_room
from plies.arena.run.cores import Claim
from plies.arena.run.messages import Alive, Asking, Failed, Ready
from plies.arena.run.record import GameRecord
from plies.arena.run.suspicion import Breakdown, Suspicions
from plies.arena.run.worker import MATCH
from plies.arena.run.worker_process import Worker
from plies.errors import GameFailed, Refused
from plies.processes.framing import InvalidFrame

FAILURES = 3
#: workers in a row that may be killed from outside before they are ready
KILLED = 20
#: seconds between two looks at workers that are silent; after more than PAUSE we were stopped ourselves
TICK, PAUSE = 0.1, 5.0
#: games that are over sooner than LONG seconds are sent ahead, BATCH seconds' worth of them
LONG, BATCH, MOST_AHEAD = 2.0, 0.25, 64
#: seconds to report to remote players that a game is broken off
GOODBYE = 3.0
#: seconds that a worker which closed its pipes is given to end
LAST_WORDS = 1.0
#: lines that workers print are handed on, each once, up to so many
PRINTED = 50

Notice = Callable[[str], None]


class Executor(Protocol):
    """Plays games. `play` gives the records as they come, and an empty list now and then."""

    def play(self, pairings: Iterable[Pairing]) -> Iterator[list[GameRecord]]: ...
    def close(self) -> None: ...


@dataclass(frozen=True)
class Watch:
    """After how many seconds a worker counts as hung."""

    #: without any sign of life; a stopped or frozen process
    silence: float = 30.0
    #: before the first move, when players are set up and kernels may be compiled
    start: float = 300.0
    #: for a move beyond what the player's own limits allow
    move: float = 60.0
    #: for a move of a player that has no limit of time
    untimed: float = 3600.0
    #: between two signs of life
    beat: float = 1.0

    def allows(self, pairing: Pairing, moves: int) -> float:
        """Seconds that may pass until the next move."""
        longest = 0.0
        for player in pairing.players:
            seconds = player.longest_move
            longest = max(longest, max(self.untimed, player.patience or 0.0) if seconds is None else seconds)
        return longest + (self.move if moves else self.start)


class Pool:
    """Worker processes under supervision."""

    def __init__(
        self,
        cores: Sequence[tuple[int, ...]],
        *,
        match: str = MATCH,
        watch: Watch | None = None,
        notice: Notice = lambda text: None,
        claim: Claim | None = None,
    ) -> None:
        self.watch, self.notice, self.match = watch or Watch(), notice, match
        self._claim = claim
        self._cores = list(cores)
        self._workers: list[Worker | None] = [None] * len(cores)
        self._selector = selectors.DefaultSelector()
        self._again: deque[Pairing] = deque()
        self._failures: dict[str, int] = {}
        self._suspicions = Suspicions()
        self._never_ready = 0
        self._printed: set[str] = set()
        self._done: list[GameRecord] = []
        self._mean = math.inf

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers that run now."""
        return [worker.pid for worker in self._workers if worker is not None]

    def close(self) -> None:
        """Ends all workers at once; those whose games have remote players may end their matches first."""
        deadline = time.monotonic() + GOODBYE
        asked = [worker.link for worker in self._workers if worker is not None and worker.plays_remote]
        for link in asked:
            link.ask_to_end()
        for link in asked:
            link.status(deadline - time.monotonic())
        for number, worker in enumerate(self._workers):
            if worker is not None:
                worker.end(self._selector)
                self._workers[number] = None
        self._selector.close()
        if self._claim is not None:
            self._claim.close()

    def play(self, pairings: Iterable[Pairing]) -> Iterator[list[GameRecord]]:
        """Plays games; gives records as they come in, in any order."""
        source = Turns(iter(pairings))
        looked = time.monotonic()
        while self._feed(source):
            self._done = []
            try:
                # what was written before we looked is read before a worker is called silent
                for key, _ in self._selector.select(TICK):
                    self._listen(*key.data)
                now = time.monotonic()
                if now - looked > PAUSE:  # Ctrl-Z, a sleeping machine: no worker could be heard meanwhile
                    self._forgive(now - looked)
                looked = now
                self._look_after()
            except GameFailed:
                yield self._done
                raise
            self._feed(source)  # before the caller stores anything: no worker waits for a disk
            yield self._done

    # -- giving out --------------------------------------------------------------------------------------------------

    def _feed(self, source: Turns) -> bool:
        """Gives every worker enough to do, the idle ones first; False when nothing is left and no worker is busy."""
        for ahead in range(1, self._ahead() + 1):
            for number in range(len(self._workers)):
                worker = self._workers[number]
                if worker is not None and len(worker.games) >= ahead:
                    continue
                pairing = self._next(source, number)
                if pairing is not None:
                    (worker or self._hire(number)).give(pairing)
        return any(one is not None and one.games for one in self._workers)

    def _next(self, source: Turns, number: int) -> Pairing | None:
        """The next game for a worker: first those to be played again."""
        elsewhere = [
            one.games.values() for one in self._workers if one is not None and one is not self._workers[number]
        ]
        for pairing in self._again:
            if has_room(pairing, elsewhere):
                self._again.remove(pairing)
                return pairing
        return source.take(elsewhere)

    def _ahead(self) -> int:
        """How many games a worker has at hand, the one it plays included."""
        if self._mean >= LONG:
            return 1
        return min(MOST_AHEAD, 1 + math.ceil(BATCH / max(self._mean, 1e-6)))

    def _hire(self, number: int) -> Worker:
        try:
            worker = Worker(self._cores[number], self.match, self.watch.beat)
        except OSError as error:
            many = f"{len(self._workers)} workers"
            raise Refused(f"{many} cannot be started: {error.strerror}; ask for fewer with --workers") from None
        self._workers[number] = worker
        worker.register(self._selector, number)
        return worker

    # -- listening ---------------------------------------------------------------------------------------------------

    def _listen(self, number: int, stream: str) -> None:
        worker = self._workers[number]
        if worker is None:
            return
        if stream == "printed":
            self._hand_on(worker)
            return
        try:
            for answer in worker.answers():
                self._hear(worker, answer)
        except InvalidFrame as error:
            self._replace(number, Breakdown(f"its worker sent {error}"))

    def _hear(self, worker: Worker, answer: Ready | Alive | Asking | Failed | GameRecord) -> None:
        match answer:
            case Ready():
                self._never_ready = 0
                worker.is_ready = True
            case Alive(game, moves):
                worker.note_moves(game, moves)
            case Asking(game, side):
                worker.note_asked(game, side)
            case Failed(game, error) if game in worker.games:
                pairing = worker.games.pop(game)
                self._blame(pairing, error)
                self._again.append(pairing)
            case GameRecord() if worker.games.pop(answer.pairing.id, None) is not None:
                worker.played += 1
                self._note(answer)
                self._done.append(answer)

    def _note(self, record: GameRecord) -> None:
        """Remembers how long games take."""
        self._failures.pop(record.pairing.id, None)
        old = record.seconds if math.isinf(self._mean) else self._mean
        self._mean = 0.9 * old + 0.1 * record.seconds

    def _hand_on(self, worker: Worker) -> None:
        for line in worker.link.read_printed():
            if line not in self._printed and len(self._printed) < PRINTED:
                self._printed.add(line)
                self.notice(line)

    # -- supervising -------------------------------------------------------------------------------------------------

    def _forgive(self, seconds: float) -> None:
        """Does not count the time in which we did not listen."""
        for worker in self._workers:
            if worker is not None:
                worker.forgive(seconds)

    def _look_after(self) -> None:
        now = time.monotonic()
        for number, worker in enumerate(self._workers):
            if worker is None:
                continue
            if worker.has_ended():
                self._listen(number, "answers")  # a game that it finished is not played again
                if self._workers[number] is None:
                    continue
                self._hand_on(worker)  # its last output may not have been read yet
                words = f"its worker {worker.link.last_words(LAST_WORDS)}"
                self._replace(number, Breakdown(words, worker.link.status()))
            elif worker.games:
                game, moves, moved = worker.progress()
                if now - worker.heard > self.watch.silence:
                    words = f"its worker gave no sign of life for {now - worker.heard:.0f} seconds"
                    self._replace(number, Breakdown(words, is_silent=True))
                elif now - moved > self.watch.allows(game, moves):
                    self._replace(number, Breakdown(f"no move came for {now - moved:.0f} seconds"))

    def _replace(self, number: int, breakdown: Breakdown) -> None:
        """Ends a worker; other workers play its games again, and the one it was playing counts as failed, or as lost by
        the player whose doing it was."""
        worker = self._workers[number]
        assert worker is not None
        worker.end(self._selector)
        self._workers[number] = None
        if not worker.is_ready:
            self._never_ready += 1
            if self._never_ready >= (KILLED if worker.was_killed else FAILURES):
                raise GameFailed(f"no worker could be started: {breakdown.why}")
        waiting = list(worker.games.values())
        if waiting and worker.has_begun(waiting[0]) and self._is_lost(waiting[0], worker.asked, breakdown):
            del waiting[0]
        self._again.extendleft(reversed(waiting))

    def _is_lost(self, pairing: Pairing, asked: int | None, breakdown: Breakdown) -> bool:
        """Whether the game that a worker broke in is lost by one of its players; otherwise it is played again."""
        side = self._suspicions.suspect(pairing, asked, breakdown)
        if side is None:
            self._blame(pairing, breakdown.why)
            return False
        who = (pairing.first, pairing.second)[side]
        is_lost = self._suspicions.is_enough(pairing, side)
        then = f"{who} has lost it" if is_lost else f"{who} is suspected, and it is played again"
        self.notice(f"game {pairing.id[:10]}: {breakdown.why}; {then}")
        if is_lost:
            self._failures.pop(pairing.id, None)
            self._done.append(self._suspicions.lost(pairing, side, breakdown))
        return is_lost

    def _blame(self, pairing: Pairing, why: str) -> None:
        count = self._failures[pairing.id] = self._failures.get(pairing.id, 0) + 1
        if count >= FAILURES:
            raise given_up(pairing, f"{count} times", why)


def given_up(pairing: Pairing, how_often: str, why: str) -> GameFailed:
    """The error that names a game which failed too often."""
    who = f"{pairing.first} against {pairing.second} on {pairing.game}, pair {pairing.pair + 1}"
    return GameFailed(f"game {pairing.id} ({who}) failed {how_often}; the last time {why}")
