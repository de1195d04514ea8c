"""What of a ledger cannot be read, said at the terminal: nothing is left out without a word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from plies.arena.run.record import GameRecord
from plies.arena.store.ledger import Ledger, TournamentEntry, Unreadable
from plies.arena.store.rows import LeftOutTally
from plies.cli import common
from plies.errors import InvalidFile


def note_tournaments(ledger: Ledger) -> list[TournamentEntry]:
    """The tournaments that can be read; a line for each that cannot."""
    entries = []
    for one in ledger.catalogue():
        if isinstance(one, Unreadable):
            common.notice(f"tournament {one.id} is left out, since {one.reason} cannot be read")
        else:
            entries.append(one)
    return entries


@contextmanager
def noted(found: Iterable[GameRecord | Unreadable]) -> Iterator[tuple[Iterator[GameRecord], LeftOutTally]]:
    """The games that can be read, to be used within; then a line for those that cannot."""
    tally = LeftOutTally()
    yield tally.readable(found), tally
    if tally.reasons:
        common.notice(tally.left_out().in_words())


def readable(one: GameRecord | Unreadable) -> GameRecord:
    """A game that was asked for by its id."""
    if isinstance(one, Unreadable):
        raise InvalidFile(f"game {one.id} is stored, but cannot be read: {one.reason}")
    return one
