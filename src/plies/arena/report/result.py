"""A tournament as it stands, gathered from its games in one pass: standings, origin, and a digest of the games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from plies.arena.numbers.published import PublishedCell, beside_published
from plies.arena.numbers.results import Standings
from plies.arena.numbers.sprt import SprtState
from plies.arena.numbers.standings import Scoreboard
from plies.arena.plan.stopping import stored_state
from plies.arena.plan.tournament import Tournament
from plies.arena.report.origin import Origin, OriginTally
from plies.arena.run.record import GameRecord, digest_number, digest_text
from plies.arena.store.rows import NOTHING, LeftOut, LeftOutTally, Unreadable
from plies.games.titles import titles_of
from plies.games.tournaments import Preset

if TYPE_CHECKING:
    from plies.arena.store.ledger import Ledger


@dataclass(frozen=True)
class Published:
    """The published results of the same games, beside the results here."""

    about: str
    cells: tuple[PublishedCell, ...]


@dataclass(frozen=True)
class Result:
    """What is known of a tournament: its games, and where there is one its plan, stopping rule and published table."""

    standings: Standings
    tournament: Tournament | None = None
    sprt: SprtState | None = None
    origin: Origin | None = None
    digest: str = ""
    published: Published | None = None
    title: str = ""
    #: stored games that cannot be read
    left_out: LeftOut = NOTHING

    def beside(self, preset: Preset | None) -> Result:
        """With the table that was published for a preset, if one was."""
        if preset is None or not preset.published:
            return self
        return replace(self, published=Published(preset.about, beside_published(self.standings, preset.published)))


@dataclass
class Gathered:
    """Takes games one at a time. `digested`: also for a digest of them."""

    tournament: Tournament | None = None
    sprt: SprtState | None = None
    title: str = ""
    digested: bool = False
    scoreboard: Scoreboard = field(default_factory=Scoreboard)
    origin: OriginTally = field(default_factory=OriginTally)
    digest: int = 0
    left_out: LeftOutTally = field(default_factory=LeftOutTally)

    def __post_init__(self) -> None:
        if self.tournament is not None:
            self.origin.add_tournament(self.tournament)

    def add(self, record: GameRecord) -> None:
        self.scoreboard.add(record)
        self.origin.add(record)
        if self.digested:
            self.digest += digest_number(record)

    def take(self, found: Iterable[GameRecord | Unreadable]) -> None:
        """Adds what a ledger has; what cannot be read is counted."""
        for record in self.left_out.readable(found):
            self.add(record)

    def result(self) -> Result:
        return Result(
            self.scoreboard.standings(),
            self.tournament,
            self.sprt,
            self.origin.origin(),
            digest=digest_text(self.digest) if self.digested else "",
            title=self.title,
            left_out=self.left_out.left_out(),
        )


def stored(tournament: Tournament, ledger: Ledger, title: str = "", digested: bool = False) -> Gathered:
    """What a ledger has of a tournament, read once."""
    gathered = Gathered(tournament, stored_state(tournament, ledger), title or titles_of(tournament.games), digested)
    gathered.take(ledger.found(tournament.id))
    return gathered
