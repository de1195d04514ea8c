"""A build while it runs: the estimate, a bar with the time left, or now and then a line where there is no terminal."""

from __future__ import annotations

import sys
import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from plies.blocks.formats import duration, size
from plies.solve.tables.builder.building import Listener
from plies.solve.tables.builder.estimate import Estimate

STAGES = {"positions": "positions", "values": "values", "file": "writing the file", "audit": "audit"}
#: seconds between two lines without a terminal, and for which a stage must have run to say how long it takes
LINE_EVERY, SEEN = 30.0, 5.0


class Progress:
    """Its `listener` is given to a build. All of it goes to standard error."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.listener = Listener(self._estimate, self._stage, self._progress)
        self.console = Console(stderr=True, highlight=False)
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        self.bar = Bar(*columns, console=self.console, transient=True) if sys.stderr.isatty() else None
        self.task = None if self.bar is None else self.bar.add_task("", total=None)
        self.name, self.began, self.said = "", time.monotonic(), time.monotonic()
        #: what was done at the first report of a stage: an earlier run may have done much of it
        self.first: int | None = None

    def __enter__(self) -> Progress:
        if self.bar is not None:
            self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()
        if kind is KeyboardInterrupt:
            self._say("finished stages are kept; the same command goes on with them")

    def _say(self, text: str) -> None:
        self.console.print(f"plies: {self.title}: {text}", markup=False, soft_wrap=True)

    def _estimate(self, estimate: Estimate) -> None:
        about, why = ("about ", f" ({estimate.guessed})") if estimate.guessed else ("", "")
        self._say(
            f"{about}{estimate.positions:,} positions, {size(estimate.memory)} of memory beside the program, "
            f"{size(estimate.disk)} on disk, about {duration(estimate.seconds)}{why}"
        )

    def _stage(self, name: str) -> None:
        self.name, self.first = STAGES[name], None
        if self.bar is not None and self.task is not None:
            self.bar.reset(self.task, description=self.name, total=None)

    def _progress(self, done: int, total: int) -> None:
        now = time.monotonic()
        begins = self.first is None
        if self.first is None:
            self.first, self.began = done, now
        if self.bar is not None and self.task is not None:
            if begins:
                self.bar.reset(self.task, completed=done)
            self.bar.update(self.task, completed=done, total=total or None)
        elif now - self.said >= LINE_EVERY and now - self.began >= SEEN and self.first < done < total:
            self.said = now
            left = (now - self.began) / (done - self.first) * (total - done)
            self._say(f"{self.name}, {done:,} of {total:,}, about {duration(left)} left")
