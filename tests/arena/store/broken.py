"""Ledgers with rows that no record can be made of, and damaged files."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from plies.arena.plan.openings import Openings
from plies.arena.plan.schedule import pairings
from plies.arena.plan.tournament import Tournament
from plies.arena.store.ledger import Ledger
from tests.arena.standin import play_game, stand_in

#: what is done to one game, and what is then said of it
BREAKS: dict[str, str] = {
    """UPDATE games SET moves = '[["b2-b3",1.5,3,10,"fast"]]' WHERE number = ?""": "a move's time",
    f"""UPDATE games SET moves = '[["b2-b3",1.5,3,1{400 * "0"},0.1]]' WHERE number = ?""": "a move's nodes",
    """UPDATE games SET moves = '[["b2-b3",NaN,3,10,0.1]]' WHERE number = ?""": "a move's value",
    """UPDATE games SET moves = '[["b2-b3",1.5,3,10,Infinity]]' WHERE number = ?""": "a move's time",
    """UPDATE games SET moves = '[["b2-b3",1.5,3,10,0.1,[-1,0,0,0,0]]]' WHERE number = ?""": "a move's counters",
    """UPDATE games SET moves = '[["b2-b3",1.5,3,10,0.1,null,"long"]]' WHERE number = ?""": "a move's processor time",
    """UPDATE games SET moves = '[["b2-b3"]]' WHERE number = ?""": "its moves",
    """UPDATE games SET moves = '[["b2-b3",1.' WHERE number = ?""": "its moves",
    "UPDATE games SET moves = 'null' WHERE number = ?": "its moves",
    "UPDATE games SET score = 'won' WHERE number = ?": "its score",
    "UPDATE games SET score = 0.7 WHERE number = ?": "its score",
    "UPDATE games SET seconds = 'soon' WHERE number = ?": "its time",
    "UPDATE games SET seconds = 9e999 WHERE number = ?": "its time",
    "UPDATE games SET started = 'once' WHERE number = ?": "its date",
    "UPDATE games SET termination = 'magic' WHERE number = ?": "how it ended",
    "UPDATE games SET pair = 'first' WHERE number = ?": "its pair",
    "UPDATE games SET opening = '{' WHERE number = ?": "its opening",
    "UPDATE games SET first = second WHERE number = ?": "its names",
    "UPDATE games SET first = 'a' || char(27) || '[2J' WHERE number = ?": "its names",
    "UPDATE games SET reason = CAST(x'ff61' AS TEXT) WHERE number = ?": "a text that is no UTF-8",
    "UPDATE games SET first_definition = 99 WHERE number = ?": "its players",
    "UPDATE games SET versions = 99 WHERE number = ?": "its versions",
}


def filled(path: Path, games: int = 30, sprt: bool = False) -> Tournament:
    """A ledger with a tournament of so many games between stand-ins."""
    from plies.arena.numbers.sprt import Sprt

    players = [stand_in("a"), stand_in("b")]
    openings = Openings.parse("random:3,unbalanced")
    rule = Sprt(0, 5) if sprt else None
    made = Tournament.of(["pawns:4x6"], players, kind="match", games_per_pairing=games, openings=openings, sprt=rule)
    with Ledger(path) as ledger:
        ledger.add_tournament(made)
        ledger.store([play_game(pairing) for pairing in pairings(made)])
    return made


def break_rows(path: Path, statements: list[str]) -> None:
    """Breaks the first games, one by each statement."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for number, statement in enumerate(statements, 1):
            assert connection.execute(statement, (number,)).rowcount == 1


def flip_bytes(path: Path, count: int = 400, seed: int = 1) -> None:
    """Damages a file whose log has been written back, behind its first page."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data, chance = bytearray(path.read_bytes()), random.Random(seed)
    for _ in range(count):
        data[chance.randrange(4096, len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
