"""Rows of the ledger as records, and what is left out of it because it cannot be read.

A ledger may hold rows that no record can be made of: earlier versions stored whatever a player answered, and disks
fail. Such a row is left out, counted, and named wherever the ledger's games are shown.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from plies.arena.plan.openings import Opening
from plies.arena.plan.pairing import Pairing
from plies.arena.plan.tournament import Tournament
from plies.arena.run.checks import InvalidRecord, check_record
from plies.arena.run.record import GameRecord, MoveRecord, explained
from plies.errors import PliesError, one_line
from plies.players.definition import player_of_text

#: what SQLite's text becomes where it is no UTF-8
REPLACED = "\N{REPLACEMENT CHARACTER}"
#: the columns that `record_of` takes, in its order
SELECT = """SELECT games.id, tournament, game, first, second, pair, turned, opening, start, seed, one.text, two.text,
    moves, score, termination, reason, versions.text, started, seconds, place FROM games
    LEFT JOIN definitions AS one ON one.number = first_definition
    LEFT JOIN definitions AS two ON two.number = second_definition
    LEFT JOIN versions ON versions.number = games.versions"""

Row = tuple[Any, ...]


@dataclass(frozen=True)
class TournamentEntry:
    """A tournament of the ledger: its definition, when it was begun, and how many of its games are there."""

    id: str
    definition: Tournament
    created: float
    games: int


@dataclass(frozen=True)
class Unreadable:
    """A stored game or tournament that cannot be read, and what of it: words that follow "cannot be read:"."""

    id: str
    reason: str


@dataclass(frozen=True)
class LeftOut:
    """How many stored games are left out, how many of them for which reason, and one of them."""

    games: int = 0
    reasons: Mapping[str, int] = field(default_factory=dict)
    example: str = ""

    def in_words(self) -> str:
        """One sentence."""
        games = "1 stored game is" if self.games == 1 else f"{self.games:,} stored games are"
        reasons = ", ".join(f"{reason} ({count:,})" for reason, count in self.reasons.items())
        return f"{games} left out. What cannot be read there: {reasons}; for one in game {self.example[:10]}."


NOTHING = LeftOut()


@dataclass
class LeftOutTally:
    """Counts what is left out, and passes on the rest."""

    reasons: Counter[str] = field(default_factory=Counter)
    example: str = ""

    def readable(self, found: Iterable[GameRecord | Unreadable]) -> Iterator[GameRecord]:
        for one in found:
            if isinstance(one, GameRecord):
                yield one
            else:
                self.reasons[one.reason] += 1
                self.example = self.example or one.id

    def left_out(self) -> LeftOut:
        return LeftOut(self.reasons.total(), dict(self.reasons.most_common()), self.example)


def record_of(row: Row) -> GameRecord | Unreadable:
    """A game as it was stored; the columns are those of SELECT."""
    try:
        made = _record(row)
        check_record(made)
        if any(isinstance(text, str) and REPLACED in text for text in row):
            raise InvalidRecord("a text that is no UTF-8")
        return made
    except InvalidRecord as error:
        return Unreadable(str(row[0]), str(error))


def _record(row: Row) -> GameRecord:
    id, tournament, game, first, second, pair, turned, opening, start, seed, one, two, moves, *rest = row
    score, termination, reason, versions, started, seconds, place = rest
    with explained("its players"):
        players = (player_of_text(one), player_of_text(two))
    with explained("its opening"):
        words = tuple(json.loads(opening))
    with explained("its moves"):
        played = tuple(MoveRecord.of_row(move) for move in json.loads(moves))
    with explained("its versions"):
        code = json.loads(versions)
    turn = bool(turned) if turned in (0, 1) else turned
    reason = one_line(reason) if isinstance(reason, str) else reason  # earlier versions stored a player's own words
    pairing = Pairing(id, tournament, game, first, second, pair, turn, words, start, seed, players)
    return GameRecord(pairing, played, score, termination, reason, code, started, seconds, place)


def entry_of(row: Row) -> TournamentEntry | Unreadable:
    """A tournament as it was stored: id, definition, date, number of its games."""
    name, text, created, games = row
    try:
        definition = Tournament.from_json(text)
        if not isinstance(created, int | float):
            return Unreadable(str(name), "its date")
    except (PliesError, TypeError, ValueError, RecursionError, AttributeError):
        return Unreadable(str(name), "its definition")
    return TournamentEntry(str(name), definition, created, games)


def openings_of(rows: Iterable[Row]) -> Iterator[tuple[tuple[str, int], Opening]]:
    """Board, pair number, moves and start; what cannot be read is passed over."""
    for game, pair, moves, start in rows:
        try:
            yield (game, pair), Opening(tuple(map(str, json.loads(moves))), str(start))
        except (TypeError, ValueError, RecursionError):
            continue
