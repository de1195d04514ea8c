"""A tournament while it runs: the standings and a progress bar at a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING, Any

from plies.cli import common

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from plies.arena.numbers.sprt import SprtState
    from plies.arena.plan.tournament import Tournament
    from plies.arena.run.record import GameRecord
    from plies.arena.store.ledger import Ledger

#: seconds between two lines where there is no terminal, and between two new tables where there is
LINE_EVERY, TABLE_EVERY = 30.0, 1.0


class Live:
    """Shows what is stored; `stop` ends the tournament, and is set when its minutes are over."""

    def __init__(self, title: str, tournament: Tournament, ledger: Ledger, minutes: float | None) -> None:
        from plies.arena.numbers.standings import Standings
        from plies.arena.plan.stopping import following

        self.title, self.tournament = title, tournament
        self.table = Standings()
        #: boards that ran out of openings, as the one who plays finds out
        self.ended: dict[str, int] = {}
        self.rule = following(tournament, ledger, self.ended)
        for record in ledger.records(tournament.id):
            self.table.add(record)
        self.before = self.table.games
        #: seconds until the first game began: players were made ready, which is done once
        self.preparing: float | None = None
        self.started = self.told = time.monotonic()
        self.stop = threading.Event()
        self.timer = None if minutes is None else threading.Timer(minutes * 60, self.stop.set)
        self.minutes = minutes
        self.screen: Any = None
        self.drawn = 0.0

    def __enter__(self) -> Live:
        if self.timer is not None:
            self.timer.daemon = True
            self.timer.start()
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live as Screen

            self.screen = Screen(self.picture(), console=Console(stderr=True), auto_refresh=False, transient=True)
            self.screen.start()
        elif self.remaining > 0:
            self.say(f"{self.title}: {self.remaining:,} of {self.tournament.total:,} games to play")
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
            self.screen.console.print(line, markup=False, highlight=False)
        else:
            print(line, file=sys.stderr, flush=True)

    def add(self, records: list[GameRecord]) -> None:
        """Games that are stored now."""
        for record in records:
            self.table.add(record)
        if self.rule is not None:
            self.rule.take(records)
        now = time.monotonic()
        if self.preparing is None and records:
            self.preparing = max(0.0, now - self.started - max(record.seconds for record in records))
        if self.screen is not None and now - self.drawn >= TABLE_EVERY:
            self.drawn = now
            self.screen.update(self.picture(), refresh=True)
        elif self.screen is None and now - self.told >= LINE_EVERY:
            self.told = now
            self.say(f"{self.title}: {self.table.games:,} of {self.tournament.total:,} games, {self.left()}")

    @property
    def remaining(self) -> int:
        return max(0, self.tournament.total - self.table.games)

    def left(self) -> str:
        """How long it may still take, from the speed so far."""
        played, passed = self.table.games - self.before, time.monotonic() - self.started
        if not played:
            return "time left unknown"
        seconds = (passed - (self.preparing or 0.0)) / played * self.remaining
        if self.minutes is not None:
            seconds = min(seconds, max(0.0, self.minutes * 60 - passed))
        return f"about {time_in_words(seconds)} left"

    def picture(self) -> RenderableType:
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        done, total = self.table.games, self.tournament.total
        heading = Text(f"{self.title}   ", style="bold")
        heading.append(f"{done:,} of {total:,} games, {self.left()}; Ctrl-C stops, nothing is lost", style="dim")
        parts = Table.grid()
        parts.add_row(heading)
        parts.add_row(ProgressBar(total=total, completed=done, width=60))
        if self.table.games:
            data = self.table.as_dict()
            parts.add_row(self._players(data))
            if faults := faults_in_words(data):
                parts.add_row(Text(faults))
        if self.rule is not None:
            parts.add_row(Text(sprt_in_words(self.tournament, self.rule.state)))
        return parts

    def _players(self, data: dict[str, Any]) -> RenderableType:
        from rich.table import Table
        from rich.text import Text

        rows = player_rows(data)
        columns = fitting([PLAYER_COLUMNS, *rows], self.screen.console.width if self.screen else 120)
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for number in columns:
            table.add_column(PLAYER_COLUMNS[number], justify="right" if number else "left", no_wrap=True)
        for row in rows:
            table.add_row(*(Text(row[number]) for number in columns))
        return table


PLAYER_COLUMNS = (
    *("player", "rating", "95% interval", "score", "games", "won", "drawn", "lost"),
    *("s a move", "nodes a move"),
)


def fitting(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """The columns that a screen has room for; the last ones go first."""
    chosen: list[int] = []
    for number in range(len(rows[0])):
        width -= max(len(row[number]) for row in rows) + 2
        if chosen and width < 0:
            break
        chosen.append(number)
    return chosen


def player_rows(data: dict[str, Any]) -> list[list[str]]:
    """One row for each player, the best rating first."""
    rows = []
    for player in data["players"]:
        rating, use = player["rating"], player["use"]
        rows.append(
            [
                player["name"],
                f"{rating['rating']:+.0f}",
                f"{rating['low']:+.0f} to {rating['high']:+.0f}",
                f"{100 * player['score']:.1f}%",
                f"{player['games']:,}",
                *(f"{player[key]:,}" for key in ("wins", "draws", "losses")),
                "" if use["seconds_a_move"] is None else f"{use['seconds_a_move']:.4f}",
                common.short(use["nodes_a_move"]) if use["nodes_a_move"] else "",
            ]
        )
    return rows


def faults_in_words(data: dict[str, Any]) -> str:
    """Who lost games by a fault of its own, and by which; empty when nobody did."""
    told = [
        f"{player['name']} {', '.join(f'{count:,} by {kind}' for kind, count in player['faults'].items())}"
        for player in data["players"]
        if player["faults"]
    ]
    return f"games lost by a player's own fault: {'; '.join(told)}" if told else ""


def sprt_in_words(tournament: Tournament, state: SprtState) -> str:
    """Where a stopping rule stands."""
    rule = tournament.sprt
    assert rule is not None
    a, b = (player.name for player in tournament.players)
    better = f"is better than {b}, rather" if rule.elo0 >= 0 else f"against {b} is rather"
    meaning = {
        "H0": f"settled: {a} against {b} is rather {rule.elo0:+g} Elo than {rule.elo1:+g}",
        "H1": f"settled: {a} {better} {rule.elo1:+g} Elo than {rule.elo0:+g}",
        "continue": "not settled yet",
    }[state.decision]
    return (
        f"log-likelihood ratio {state.llr:+.2f} between {state.lower:.2f} and {state.upper:.2f} "
        f"after {state.pairs:,} pairs: {meaning}"
    )


def time_in_words(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
