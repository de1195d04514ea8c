"""Tournaments from Python: `plies.match` and `plies.tournament`, in a line each."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from plies.arena.numbers.results import Standings
from plies.arena.numbers.sprt import Sprt, SprtState
from plies.arena.plan.openings import Openings
from plies.arena.plan.stopping import stored_state
from plies.arena.plan.tournament import MATCH, ROUND_ROBIN, Tournament
from plies.arena.report import description
from plies.arena.report.result import Gathered, Result
from plies.arena.run.here import Here
from plies.arena.run.record import GameRecord
from plies.arena.run.runner import run
from plies.arena.store.ledger import Ledger
from plies.blocks.files import Written, write
from plies.errors import Refused
from plies.games.titles import titles_of
from plies.players.notation import distinct, parse_player
from plies.players.player import Player
from plies.processes.isolation import wished

Progress = Callable[[list[GameRecord]], None]


@dataclass(frozen=True)
class Played:
    """A tournament that was played: its games and their statistics. Prints as the tables of the command."""

    result: Result
    records: tuple[GameRecord, ...]

    @property
    def standings(self) -> Standings:
        return self.result.standings

    @property
    def sprt(self) -> SprtState | None:
        """Where the stopping rule stands, if there is one."""
        return self.result.sprt

    def write_report(self, folder: str | Path) -> Written:
        """The report with all tables and plots, as a web page and as Markdown."""
        return write(folder, self.result.title, description.description(self.result))

    def _repr_html_(self) -> str:
        """The tables of the command, in a notebook."""
        from plies.blocks.blocks import Paragraph
        from plies.blocks.html import fragment

        shown = description.summary(self.result)
        return fragment(shown or [Paragraph("nothing", f"{self.result.title}: no games were played")])

    def __str__(self) -> str:
        from rich.console import Console

        from plies.blocks.terminal import rendered

        console = Console(width=200, no_color=True, highlight=False)
        with console.capture() as captured:
            console.print(rendered(description.summary(self.result), console.width))
        return "\n".join(line.rstrip() for line in captured.get().splitlines())


def tournament(
    games: str | Sequence[str],
    players: Sequence[str | Player],
    *,
    kind: str = ROUND_ROBIN,
    games_per_pairing: int = 20,
    openings: str = "auto",
    seed: int = 0,
    sprt: tuple[float, float] | None = None,
    workers: int = 0,
    ledger: str | Path | None = None,
    isolate: bool | None = None,
    progress: Progress | None = None,
) -> Played:
    """Plays a tournament and returns its result.

    Without `workers` the games are played one after the other in this process; with them, in so many others. They are
    kept in a `ledger` where one is named: the same call again then resumes, or shows what was played. User-written
    players are isolated from files and the network where that works; `isolate=True` insists, `isolate=False` does not.
    """
    with wished(isolate):
        planned = _planned(games, players, kind, games_per_pairing, openings, seed, sprt)
        with _opened(ledger) as kept:
            executor = None if workers else Here()
            run(planned, kept, workers=workers or None, executor=executor, on_progress=progress)
            records = tuple(kept.records(planned.id))
            gathered = Gathered(planned, stored_state(planned, kept), titles_of(planned.games), digested=True)
            for record in records:
                gathered.add(record)
            return Played(gathered.result(), records)


def _planned(
    games: str | Sequence[str],
    players: Sequence[str | Player],
    kind: str,
    games_per_pairing: int,
    openings: str,
    seed: int,
    sprt: tuple[float, float] | None,
) -> Tournament:
    chosen = distinct([_player(one) for one in players])
    return Tournament.of(
        [games] if isinstance(games, str) else games,
        chosen,
        kind=kind,
        games_per_pairing=games_per_pairing,
        seed=seed,
        openings=Openings.parse(openings),
        sprt=None if sprt is None else Sprt(*sprt),
    )


def match(
    game: str,
    first: str | Player,
    second: str | Player,
    *,
    games: int = 2,
    openings: str = "auto",
    seed: int = 0,
    sprt: tuple[float, float] | None = None,
    workers: int = 0,
    ledger: str | Path | None = None,
    isolate: bool | None = None,
) -> Played:
    """Plays games between two players, in pairs with the sides exchanged."""
    return tournament(
        game,
        [first, second],
        kind=MATCH,
        games_per_pairing=games,
        openings=openings,
        seed=seed,
        sprt=sprt,
        workers=workers,
        ledger=ledger,
        isolate=isolate,
    )


def _player(one: object) -> Player:
    if isinstance(one, Player):
        return one
    if isinstance(one, str):
        return parse_player(one)
    right = "a text such as ari@1s, random or file.py:name, or a Player"
    raise Refused(f"a player is {right}, not {type(one).__name__}; put a function of your own into a file")


@contextmanager
def _opened(path: str | Path | None) -> Iterator[Ledger]:
    """The ledger of that name, or one that is gone afterwards."""
    if path is not None:
        with Ledger(path) as kept:
            yield kept
        return
    with tempfile.TemporaryDirectory(prefix="plies-") as folder, Ledger(Path(folder) / "ledger.sqlite") as kept:
        yield kept
