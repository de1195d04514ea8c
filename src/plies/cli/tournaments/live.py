"""A tournament while it runs: the standings and a progress bar at a terminal, a line now and then without one."""

from __future__ import annotations

import sys
import threading
import time

from rich.console import Console
from rich.live import Live as Screen
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from plies.arena.plan.stopping import following
from plies.arena.plan.tournament import Tournament
from plies.arena.report import description
from plies.arena.report.result import Gathered
from plies.arena.run.record import GameRecord
from plies.arena.store.ledger import Ledger
from plies.blocks.terminal import rendered

#: seconds between two lines where there is no terminal, and between two new tables where there is
LINE_EVERY, TABLE_EVERY = 30.0, 1.0


class Live:
    """Shows what is stored; `stop` ends the tournament, and is set when its minutes are over."""

    def __init__(self, tournament: Tournament, gathered: Gathered, ledger: Ledger, minutes: float | None) -> None:
        """`gathered` has what the ledger has, and is given what comes."""
        self.tournament, self.gathered = tournament, gathered
        #: boards that ran out of openings; the process that plays finds them
        self.ended: dict[str, int] = {}
        self.rule = following(tournament, ledger, self.ended)
        self.before = self.games
        #: seconds until the first game began: players were made ready, which is done once
        self.preparing: float | None = None
        self.started = self.printed = time.monotonic()
        self.stop = threading.Event()
        self.timer = None if minutes is None else threading.Timer(minutes * 60, self.stop.set)
        self.minutes = minutes
        self.console = Console(stderr=True)
        self.screen: Screen | None = None
        self.drawn = 0.0

    def __enter__(self) -> Live:
        if self.timer is not None:
            self.timer.daemon = True
            self.timer.start()
        if sys.stderr.isatty():
            self.screen = Screen(self.picture(), console=self.console, auto_refresh=False, transient=True)
            self.screen.start()
        elif self.remaining > 0:
            self.say(f"{self.gathered.title}: {self.remaining:,} of {self.tournament.total:,} games to play")
        return self

    def __exit__(self, *_: object) -> None:
        if self.timer is not None:
            self.timer.cancel()
        if self.screen is not None:
            self.screen.stop()

    def say(self, text: str) -> None:
        """One line beside the table."""
        line = f"plies: {text.removeprefix('plies: ')}"
        if self.screen is not None:
            self.console.print(line, markup=False, highlight=False)
        else:
            print(line, file=sys.stderr, flush=True)

    def add(self, records: list[GameRecord]) -> None:
        """Games that are stored now."""
        for record in records:
            self.gathered.add(record)
        if self.rule is not None:
            self.rule.take(records)
        now = time.monotonic()
        if self.preparing is None and records:
            self.preparing = max(0.0, now - self.started - max(record.seconds for record in records))
        if self.screen is not None and now - self.drawn >= TABLE_EVERY:
            self.drawn = now
            self.screen.update(self.picture(), refresh=True)
        elif self.screen is None and now - self.printed >= LINE_EVERY:
            self.printed = now
            self.say(f"{self.gathered.title}: {self.games:,} of {self.tournament.total:,} games, {self.left()}")

    @property
    def games(self) -> int:
        return self.gathered.scoreboard.games

    @property
    def remaining(self) -> int:
        """What is stored is not played again, even if it cannot be read."""
        return max(0, self.tournament.total - self.games - self.gathered.left_out.reasons.total())

    def left(self) -> str:
        """How long it may still take, from the speed so far."""
        played, passed = self.games - self.before, time.monotonic() - self.started
        if not played:
            return "time left unknown"
        seconds = (passed - (self.preparing or 0.0)) / played * self.remaining
        if self.minutes is not None:
            seconds = min(seconds, max(0.0, self.minutes * 60 - passed))
        return f"about {time_in_words(seconds)} left"

    def picture(self) -> Table:
        done, total = self.games, self.tournament.total
        heading = Text(f"{self.gathered.title}   ", style="bold")
        heading.append(f"{done:,} of {total:,} games, {self.left()}; Ctrl-C stops, nothing is lost", style="dim")
        bar = ProgressBar(total=total, completed=done, width=60)
        self.gathered.sprt = None if self.rule is None else self.rule.state
        picture = Table.grid()
        for part in (heading, bar, rendered(description.live(self.gathered.result()), self.console.width)):
            picture.add_row(part)
        return picture


def time_in_words(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
