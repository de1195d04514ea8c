"""The ledger: every game of every tournament, kept in one SQLite file that a crash cannot damage.

    ledger = Ledger(default_path())
    ledger.store(records)                              # one transaction; a game that is there already stays as it is
    for record in ledger.records(tournament=id, player="ari@1s", termination="time"): ...

Write-ahead logging with synchronous=FULL: what `store` has returned from is on the disk, and a transaction that was cut
off leaves nothing behind. There is one writer; readers have connections of their own and see whole batches only.
Definitions of players and versions of code are kept once each; the moves of a game are one JSON text.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, TypedDict, Unpack

from plies.arena.plan.openings import Opening
from plies.arena.plan.tournament import Tournament
from plies.arena.run.checks import MOST_PAIRS
from plies.arena.run.record import GameRecord
from plies.arena.store.ledger_file import check_readable, connect, explain, held, open_ledger
from plies.arena.store.rows import (
    SELECT,
    LeftOutTally,
    Row,
    TournamentEntry,
    Unreadable,
    entry_of,
    openings_of,
    record_of,
)
from plies.errors import InvalidFile, Refused, UnknownName
from plies.places import data_folder
from plies.players.definition import definition_of

__all__ = ["Filter", "Ledger", "TournamentEntry", "Unreadable", "default_path"]

#: rows that a reader holds in memory
PAGE = 200

# OR IGNORE would also pass over a game that lacks something
_INSERT = """INSERT INTO games (id, tournament, game, first, second, pair, turned, opening, start, seed,
    first_definition, second_definition, moves, score, termination, reason, versions, started, seconds, place)
    VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (id) DO NOTHING"""


class Filter(TypedDict, total=False):
    """Which games are wanted, and how many of them."""

    #: on either side; names of players
    player: str | None
    winner: str | None
    loser: str | None
    game: str | None
    score: float | None
    termination: str | None
    #: seconds since the epoch
    since: float | None
    until: float | None
    #: the beginning of a game's id
    id: str | None
    limit: int
    offset: int
    newest: bool


def _once(value: object) -> tuple[object, ...]:
    return (value,)


def _twice(value: object) -> tuple[object, ...]:
    return (value, value)


def _beginning(value: object) -> tuple[object, ...]:
    return (value, f"{value}\U0010ffff")


_CLAUSES = {
    "player": "(first = ? OR second = ?)",
    "winner": "(score = 1 AND first = ? OR score = 0 AND second = ?)",
    "loser": "(score = 0 AND first = ? OR score = 1 AND second = ?)",
    "game": "game = ?",
    "score": "score = ?",
    "termination": "termination = ?",
    "since": "started >= ?",
    "until": "started < ?",
    "id": "games.id >= ? AND games.id < ?",
}
_VALUES = {"player": _twice, "winner": _twice, "loser": _twice, "id": _beginning}


def default_path() -> Path:
    """$PLIES_LEDGER, else `plies/ledger.sqlite` in the user's data folder."""
    chosen = os.environ.get("PLIES_LEDGER")
    return Path(chosen) if chosen else data_folder() / "ledger.sqlite"


class Ledger:
    """One file of games. `create=False` refuses a file that is not there; `readonly=True` does so too, and reads where
    nothing may be written. A damaged file is refused: opening it runs SQLite's quick check, which reads the whole file,
    so that whoever reads again and again keeps it open."""

    def __init__(self, path: str | Path | None = None, create: bool = True, readonly: bool = False) -> None:
        self.path = Path(path) if path is not None else default_path()
        self.readonly = readonly
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], int] = {}
        self._writer: sqlite3.Connection | None = None
        if (readonly or not create) and not self.path.exists():
            raise InvalidFile(f"there is no ledger at {self.path}")
        if self.path.is_dir():
            raise InvalidFile(f"{self.path} is a folder; a ledger is a file")
        with self._explained("read" if readonly else "opened"):
            if readonly:
                check_readable(self.path)
            else:
                self._writer = open_ledger(self.path)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    # -- writing -----------------------------------------------------------------------------------------------------

    def add_tournament(self, tournament: Tournament) -> None:
        """Notes a tournament; one that is known keeps its date and takes the larger number of games."""
        with self._transaction() as connection:
            known = connection.execute("SELECT definition FROM tournaments WHERE id = ?", (tournament.id,)).fetchone()
            if known is None:
                row = (tournament.id, tournament.as_json(), time.time())
                connection.execute("INSERT INTO tournaments VALUES (?, ?, ?)", row)
            elif Tournament.from_json(known[0]).games_per_pairing < tournament.games_per_pairing:
                row_changed = (tournament.as_json(), tournament.id)
                connection.execute("UPDATE tournaments SET definition = ? WHERE id = ?", row_changed)

    def store(self, records: Sequence[GameRecord]) -> int:
        """Keeps games, all or none of them; how many of them were new. On return they are on the disk."""
        with self._transaction() as connection:
            rows = [self._row(connection, record) for record in records]
            before = connection.total_changes
            connection.executemany(_INSERT, rows)
            return connection.total_changes - before

    def _row(self, connection: sqlite3.Connection, record: GameRecord) -> tuple[Any, ...]:
        pairing = record.pairing
        one, two = (self._number(connection, "definitions", definition_of(player)) for player in pairing.players)
        moves = [move.row() for move in record.moves]
        return (
            *(pairing.id, pairing.tournament, pairing.game, pairing.first, pairing.second),
            *(pairing.pair, int(pairing.turned), _compact(pairing.opening), pairing.start, pairing.seed, one, two),
            *(_compact(moves), record.score, record.termination, record.reason),
            *(self._number(connection, "versions", record.versions), record.started, record.seconds, record.place),
        )

    def _number(self, connection: sqlite3.Connection, table: str, value: Any) -> int:
        """The number of a text that many games share."""
        text = json.dumps(value, sort_keys=True)
        known = self._known.get((table, text))
        if known is not None:
            return known
        connection.execute(f"INSERT OR IGNORE INTO {table} (text) VALUES (?)", (text,))
        number = int(connection.execute(f"SELECT number FROM {table} WHERE text = ?", (text,)).fetchone()[0])
        self._known[table, text] = number
        return number

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        writer = self._writer
        if writer is None:
            raise Refused(f"the ledger {self.path} was opened for reading only")
        with self._lock, self._explained("written"):
            writer.execute("BEGIN IMMEDIATE")
            try:
                yield writer
                writer.execute("COMMIT")
            except BaseException:
                self._known.clear()  # numbers noted in a transaction that did not happen
                if writer.in_transaction:
                    writer.execute("ROLLBACK")
                raise

    # -- reading -----------------------------------------------------------------------------------------------------

    def catalogue(self) -> list[TournamentEntry | Unreadable]:
        """All tournaments, the newest first."""
        question = """SELECT id, definition, created, (SELECT COUNT(*) FROM games WHERE tournament = tournaments.id)
            FROM tournaments ORDER BY created DESC"""
        return [entry_of(row) for row in self._rows(question, ())]

    def tournaments(self) -> list[TournamentEntry]:
        """All tournaments that can be read, the newest first."""
        return [one for one in self.catalogue() if isinstance(one, TournamentEntry)]

    def tournament(self, name: str) -> TournamentEntry:
        """The tournament whose id begins so."""
        found = [one for one in self.catalogue() if one.id.startswith(name)]
        if len(found) == 1 and isinstance(found[0], Unreadable):
            raise InvalidFile(f"tournament {found[0].id} in {self.path} cannot be read: {found[0].reason}")
        if len(found) != 1 or isinstance(found[0], Unreadable):
            problem = "several tournaments" if found else "no tournament"
            raise UnknownName(f"{self.path} has {problem} {name!r}; see its list for the whole names")
        return found[0]

    def records(self, tournament: str | None = None, **asked: Unpack[Filter]) -> Iterator[GameRecord]:
        """The games of `found` that can be read."""
        return LeftOutTally().readable(self.found(tournament, **asked))

    def found(self, tournament: str | None = None, **asked: Unpack[Filter]) -> Iterator[GameRecord | Unreadable]:
        """Games in the order in which they were stored (or the `newest` first), read page by page."""
        clauses: list[tuple[str, tuple[Any, ...]]] = []
        if tournament is not None:
            clauses.append(("tournament = ?", (tournament,)))
        for name, value in asked.items():
            if name in _CLAUSES and value is not None:
                clauses.append((_CLAUSES[name], _VALUES.get(name, _once)(value)))
        where = f" WHERE {' AND '.join(clause for clause, _ in clauses)}" if clauses else ""
        order = f"ORDER BY games.number{' DESC' if asked.get('newest') else ''} LIMIT ? OFFSET ?"
        values = (*(value for _, some in clauses for value in some), asked.get("limit", -1), asked.get("offset", 0))
        for row in self._rows(f"{SELECT}{where} {order}", values):
            yield record_of(row)

    def scores(self, tournament: str) -> dict[str, float]:
        """The score of each stored game of a tournament by the game's id, where it is one."""
        question = "SELECT id, score FROM games WHERE tournament = ? AND score IN (0, 0.5, 1)"
        return dict(self._rows(question, (tournament,)))

    def openings(self, tournament: str) -> dict[tuple[str, int], Opening]:
        """The openings that a tournament's stored games had, by board and pair number."""
        question = "SELECT game, pair, opening, start FROM games WHERE tournament = ? GROUP BY game, pair"
        return dict(openings_of(self._rows(question, (tournament,))))

    def done_ids(self, tournament: str) -> set[str]:
        """The games of a tournament that are stored."""
        return {row[0] for row in self._rows("SELECT id FROM games WHERE tournament = ?", (tournament,))}

    def count(self, tournament: str | None = None) -> int:
        """How many games there are."""
        where, values = ("", ()) if tournament is None else (" WHERE tournament = ?", (tournament,))
        return int(next(self._rows(f"SELECT COUNT(*) FROM games{where}", values))[0])

    def pairs_begun(self, tournament: str) -> dict[str, int]:
        """How many pairs of a pairing have been begun on each board."""
        question = """SELECT game, MAX(pair) + 1 FROM games
            WHERE tournament = ? AND typeof(pair) = 'integer' AND pair <= ? GROUP BY game"""
        return dict(self._rows(question, (tournament, MOST_PAIRS)))

    def check(self) -> None:
        """Reads the whole file and raises InvalidFile if anything in it is damaged."""
        answers = [row[0] for row in self._rows("PRAGMA integrity_check(1)", ())]
        if answers != ["ok"]:
            raise InvalidFile(f"the ledger {self.path} is damaged: {answers[0]}")

    def _rows(self, question: str, values: tuple[Any, ...]) -> Iterator[Row]:
        """Answers from a connection of their own, so that reading and writing never wait for each other. Where a text
        is no UTF-8, the rest is read with replaced characters, which takes longer."""
        done = 0
        for text in (str, _replaced):
            try:
                with self._explained("read"), closing(connect(self.path, self.readonly)) as connection:
                    connection.text_factory = text
                    cursor = connection.execute(question, values)
                    for _ in range(done):
                        cursor.fetchone()
                    while rows := cursor.fetchmany(PAGE):
                        for row in rows:
                            done += 1
                            yield row
                return
            except InvalidFile as error:
                if text is not str or "decode" not in str(error.__cause__):
                    raise

    @contextmanager
    def _explained(self, doing: str) -> Iterator[None]:
        """An error of SQLite as one of our errors, in one line."""
        try:
            yield
        except sqlite3.Error as error:
            raise explain(self.path, error, doing) from error
        except UnicodeDecodeError as error:  # SQLite quotes a damaged part, and Python cannot read the quotation
            what = "a text in it is no UTF-8"
            raise InvalidFile(f"{self.path} is not a ledger of Plies, or it is damaged: {what}") from error

    def playing(self, tournament: str) -> AbstractContextManager[None]:
        """Holds a tournament, so that two processes do not play it at once; freed when this process ends or dies."""
        side = self.path.with_name(f"{self.path.name}-{tournament}.lock")
        return held(side, f"tournament {tournament}")


def _replaced(text: bytes) -> str:
    return text.decode(errors="replace")


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
