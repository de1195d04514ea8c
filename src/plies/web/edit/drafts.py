"""The text that is being written, judged in processes of its own; a newer text ends the one before at once."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from plies.errors import PliesError, Refused
from plies.games.position import Evaluation, Position
from plies.players import copies
from plies.web.own.judging import Judge

#: the newest text, and the one before it while it is being ended
THREADS = 2
NEWER = "a newer text was sent meanwhile"


class Drafts:
    """One text at a time. What is compiled of it stays in its process, and ends with it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        #: threads that stay: a child ends with the thread that started it
        self.pool = ThreadPoolExecutor(THREADS, "drafts")
        self.lock = threading.Lock()
        self.judge: Judge | None = None

    async def evaluate(self, position: Position, choice: str, me: int, texts: copies.Texts) -> Evaluation:
        """The heuristic of a text taken apart; InvalidFile says where it stops, Refused that it is out of date."""
        judge = self._newest(Judge.of(position.game.name, choice, texts, self.seconds))
        return await asyncio.get_running_loop().run_in_executor(self.pool, self._ask, judge, position, me)

    def _newest(self, fresh: Judge) -> Judge:
        with self.lock:
            old = self.judge
            if old is not None and old.asked == fresh.asked:
                return old
            self.judge = fresh
        if old is not None:
            old.stop()
            self.pool.submit(self._end, old)
        return fresh

    def _ask(self, judge: Judge, position: Position, me: int) -> Evaluation:
        try:
            return judge.ask(position, me)
        except PliesError:
            if judge.stopped:
                raise Refused(NEWER) from None
            raise

    @staticmethod
    def _end(judge: Judge) -> None:
        with judge.lock:
            judge.close()

    async def close(self) -> None:
        judge, self.judge = self.judge, None
        if judge is not None:
            judge.stop()
        await asyncio.to_thread(self.pool.shutdown, wait=True, cancel_futures=True)
        if judge is not None:
            judge.close()
