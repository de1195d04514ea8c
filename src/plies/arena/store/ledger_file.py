"""The file under the ledger: its tables, how it is opened, how its errors read, and which process may play into it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO

from plies.errors import InvalidFile, PliesError, Refused, StorageFailed

#: "plie" in the file's header marks a ledger of Plies; the version is that of the tables below
MARK, VERSION = 0x706C6965, 1
#: seconds to wait for another process that is writing
PATIENCE = 30.0

TABLES = """
CREATE TABLE tournaments (id TEXT PRIMARY KEY, definition TEXT NOT NULL, created REAL NOT NULL);
CREATE TABLE definitions (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE versions (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE games (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, tournament TEXT NOT NULL, game TEXT NOT NULL,
    first TEXT NOT NULL, second TEXT NOT NULL, pair INTEGER NOT NULL, turned INTEGER NOT NULL,
    opening TEXT NOT NULL, start TEXT NOT NULL, seed INTEGER NOT NULL,
    first_definition INTEGER NOT NULL REFERENCES definitions, second_definition INTEGER NOT NULL REFERENCES definitions,
    moves TEXT NOT NULL, score REAL NOT NULL, termination TEXT NOT NULL, reason TEXT NOT NULL,
    versions INTEGER NOT NULL REFERENCES versions, started REAL NOT NULL, seconds REAL NOT NULL, place TEXT NOT NULL
);
CREATE INDEX games_of_tournament ON games (tournament, game, pair);
CREATE INDEX games_by_date ON games (started);
CREATE INDEX games_of_first ON games (first);
CREATE INDEX games_of_second ON games (second);
"""


def connect(path: Path, readonly: bool = False) -> sqlite3.Connection:
    where: str | Path = _for_reading(path) if readonly else path
    connection = sqlite3.connect(where, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=readonly)
    try:
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def _for_reading(path: Path) -> str:
    """The address of a ledger that is only read.

    SQLite reads a file with write-ahead logging through two files beside it, which it makes. Where we may not make
    them and they are not there, the file alone is read, as one that does not change.
    """
    log = path.with_name(f"{path.name}-wal")
    alone = not (_may_write(path) and _may_write(path.parent)) and not log.exists()
    return f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def check_readable(path: Path) -> None:
    """Refuses what is no ledger, or damaged; changes nothing."""
    with closing(connect(path, readonly=True)) as connection:
        if not _is_ledger(connection, path):
            raise InvalidFile(f"{path} is empty, not a ledger of Plies")
        check_sound(connection, path)


def check_sound(connection: sqlite3.Connection, path: Path) -> None:
    """Refuses a damaged file: SQLite's quick check reads all of it, but does not compare tables with indexes."""
    found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    if found != "ok":
        what = " ".join(found.replace("*** in database main ***", "").split())
        right = f"take a copy that is whole, or save what can be read: sqlite3 '{path}' .recover | sqlite3 saved.sqlite"
        raise InvalidFile(f"the ledger {path} is damaged ({what:.100}); {right}")


def open_ledger(path: Path) -> sqlite3.Connection:
    """The writer's connection. Makes the tables of a new file, and refuses a file that is something else or damaged."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageFailed(f"the folder of the ledger {path} cannot be made: {error.strerror}") from None
    connection = connect(path)
    try:
        if not _is_ledger(connection, path):
            connection.execute("PRAGMA journal_mode = WAL")
            _make_tables(connection, path)
        else:
            check_sound(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _is_ledger(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file has our tables; False for an empty one, an error for what is not ours."""
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
    if mark == 0 and tables == 0:
        return False
    if mark != MARK:
        raise InvalidFile(f"{path} is an SQLite file, but not a ledger of Plies")
    if version != VERSION:
        raise InvalidFile(f"{path} is a ledger of version {version}, but this Plies reads version {VERSION}")
    return True


def _make_tables(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not _is_ledger(connection, path):  # another process may have been quicker
            for statement in TABLES.split(";\n"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {MARK}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def explain(path: Path, error: sqlite3.Error, doing: str = "written") -> PliesError:
    """An error of SQLite as one of our errors, in one line; `doing` is what failed: opened, read or written."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    kept = "what was kept before is safe and no game is kept in part; the same command given again resumes"
    if code == sqlite3.SQLITE_FULL:
        return StorageFailed(f"no room left on the disk for the ledger {path}; {kept}")
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        what = f"the ledger {path} cannot be {doing} ({error})"
        if doing == "written" and code == sqlite3.SQLITE_IOERR:  # what may pass; a lack of permission does not
            return StorageFailed(f"{what}; {kept}")
        hint = "" if doing == "read" else "; choose a file that may be written with --ledger FILE or $PLIES_LEDGER"
        return StorageFailed(f"{what}{hint}")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Refused(f"another process has kept the ledger {path} busy for {PATIENCE:.0f} seconds; try again later")
    if code == sqlite3.SQLITE_CONSTRAINT:
        return Refused(f"the ledger {path} takes whole games only: {error}")
    return InvalidFile(f"{path} is not a ledger of Plies, or it is damaged: {error}")


@contextmanager
def held(side: Path, what: str) -> Iterator[None]:
    """Holds a file that names the process that plays; Refused if another holds it. It is released when we die."""
    file = _locked(side)
    if file is None:
        raise Refused(f"{what} is being played by another process ({_holder(side)}); wait for it or stop it")
    try:
        with suppress(OSError):  # a full disk: the file stays without our process id
            file.write(f"{os.getpid()}\n")
            file.flush()
        yield
    finally:
        side.unlink(missing_ok=True)  # while it is held, so that no other process's file is removed
        with suppress(OSError):
            file.close()


def _locked(side: Path) -> IO[str] | None:
    import fcntl  # not on every system that can read a ledger

    while True:
        try:
            file = side.open("a", encoding="ascii")
        except OSError as error:
            raise StorageFailed(f"{side} cannot be written: {error.strerror}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(file.fileno()).st_ino == side.stat().st_ino:
                file.truncate(0)
                return file
        except BlockingIOError:
            file.close()
            return None
        except FileNotFoundError:
            pass  # its last holder removed it between our opening and locking it: begin again
        file.close()


def _holder(side: Path) -> str:
    try:
        return f"process {int(side.read_text(encoding='ascii'))}"
    except (OSError, ValueError):
        return str(side)
