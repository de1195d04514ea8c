"""What user-written heuristics say of positions: asked of child processes, which are kept for the next question.

A heuristic of a file is compiled and run as a search for it would be: in a process that never runs the file where it
can be rebuilt there, else in the isolated process that runs it. One of a game in a file is compiled in a process, too,
because compiling holds Python's lock for seconds. Nothing that is compiled here is kept on disk.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from plies import registry
from plies.errors import DIED, InvalidFile, PlayerFault, Refused
from plies.games.position import Evaluation, Position
from plies.players import copies
from plies.players.files import split_file
from plies.players.kinds import user_file_messages as messages
from plies.players.kinds.user_file import ask, start
from plies.processes.link import Link
from plies.user_files import files_of
from plies.web.own.files import shown

#: seconds to load and compile a heuristic, and to give a number
READY, ANSWER = 240.0, 5.0
#: processes that are kept
KEPT = 3


@dataclass(frozen=True)
class Asked:
    """A heuristic: as players are written (`/whole/path/mine.py:duo(pawns=2)`), or by its name in the game; with the
    texts of its files, or digests of those of the game, so that an edited one is another."""

    game: str
    choice: str
    texts: messages.Texts


class Judge:
    """A heuristic in its process."""

    def __init__(self, asked: Asked, seconds: float | None = None) -> None:
        self.asked = asked
        #: what its own code may take until its first number, apart from what the game needs; None: READY for all of it
        self.seconds = seconds
        self.lock = threading.Lock()
        self.stopped = False
        self.link: Link | None = None
        self.descriptions = b""

    @staticmethod
    def of(game: str, choice: str, texts: copies.Texts | None = None, seconds: float | None = None) -> Judge:
        """`texts` stand for the files of the heuristic; None: they are what they are now."""
        return Judge(Asked(game, choice, _texts(game, choice, texts)), seconds)

    def ask(self, position: Position, me: int, seconds: float = ANSWER) -> Evaluation:
        """The heuristic taken apart; InvalidFile where it stops or hangs, with the line where that is known."""
        with self.lock:
            try:
                if self.link is None:
                    self._start(position, me)
                return self._evaluate(position, me, seconds)
            except PlayerFault as fault:
                self.close()
                raise InvalidFile(shown(fault.reason)) from None

    def _start(self, position: Position, me: int) -> None:
        """Where Plies can rebuild it, in a process that never runs its file."""
        if ".py:" in self.asked.choice:
            self.descriptions = self._describe()
        if self.descriptions or ".py:" not in self.asked.choice:
            try:
                self._begin(messages.SEARCH, position, me)
                return
            except Refused:
                self.close()
        self.descriptions = b""
        self._begin(messages.FILE, position, me)

    def _begin(self, kind: str, position: Position, me: int) -> None:
        self.link = self._open(kind, self.asked.game)
        if self.seconds is not None:  # the game's own part first, which is none of the heuristic's time
            request = messages.Evaluate(self.asked.game, position.game.default, b"", (), position.text, me)
            ask(self.link, request, messages.Evaluated, READY)
        self._evaluate(position, me, self.seconds or READY)

    def _describe(self) -> bytes:
        self.link = self._open(messages.FILE)
        try:
            request = messages.Describe((self.asked.choice,), self.asked.texts)
            return ask(self.link, request, messages.Described, self.seconds or READY).data
        finally:
            self.close()

    def _open(self, kind: str, game: str | None = None) -> Link:
        if self.stopped:
            raise PlayerFault(DIED, "it was stopped")
        return start(kind, game)

    def _evaluate(self, position: Position, me: int, seconds: float) -> Evaluation:
        assert self.link is not None
        one = self.asked
        texts = one.texts if ".py:" in one.choice else ()
        request = messages.Evaluate(one.game, one.choice, self.descriptions, texts, position.text, me)
        found = ask(self.link, request, messages.Evaluated, seconds)
        return Evaluation(found.value, found.terms, found.centre)

    def stop(self) -> None:
        """Ends what it is doing, from another thread; it is of no use afterwards."""
        self.stopped = True
        link = self.link
        if link is not None:
            link.kill()

    def close(self) -> None:
        link, self.link = self.link, None
        if link is not None:
            link.close(end=1.0)


class Judging:
    """The heuristics that were asked lately, each with its process."""

    def __init__(self, kept: int = KEPT) -> None:
        self.kept = kept
        #: threads that stay: a child ends with the thread that started it
        self.pool = ThreadPoolExecutor(kept, "judging")
        self.lock = threading.Lock()
        self.judges: OrderedDict[Asked, Judge] = OrderedDict()

    async def evaluate(self, position: Position, choice: str, me: int, texts: copies.Texts | None = None) -> Evaluation:
        """A heuristic taken apart; InvalidFile where it stops, with the line. `texts` stand for its files."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, self._ask, position, choice, me, texts)

    def _ask(self, position: Position, choice: str, me: int, texts: copies.Texts | None) -> Evaluation:
        fresh = Judge.of(position.game.name, choice, texts)
        with self.lock:
            judge = self.judges[fresh.asked] = self.judges.pop(fresh.asked, fresh)
            old = [self.judges.popitem(last=False)[1] for _ in range(len(self.judges) - self.kept)]
        for one in old:
            with one.lock:  # an answer that is on its way is waited for
                one.close()
        return judge.ask(position, me)

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
        for judge in self.judges.values():
            judge.close()


def _texts(game: str, choice: str, texts: copies.Texts | None) -> messages.Texts:
    """The texts of a file's heuristic; the digests of a game's own files."""
    path = registry.file_of(game)
    of_game = () if path is None else tuple(files_of(path).items())
    if ".py:" not in choice:
        return of_game
    return messages.packed(copies.texts_of(split_file(choice)[0]) if texts is None else texts)
