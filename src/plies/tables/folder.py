"""The folder of tables: one file for each game, position or part; what it may hold in all; what is under way."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from plies.blocks.formats import size
from plies.errors import InvalidFile, Refused, UnknownName
from plies.places import data_folder
from plies.tables.file.header import Header, read_header

SUFFIX = ".table"
#: what all tables together may take, in bytes, unless $PLIES_TABLES_LIMIT says otherwise
LIMIT = 20_000_000_000


def tables_folder() -> Path:
    """$PLIES_TABLES, else `tables` in Plies's data folder."""
    chosen = os.environ.get("PLIES_TABLES")
    return Path(chosen) if chosen else data_folder() / "tables"


def limit() -> int:
    text = os.environ.get("PLIES_TABLES_LIMIT", "")
    return LIMIT if not text else read_size(text)


def read_size(text: str) -> int:
    """The bytes of `4G`, `500M` or a plain number."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kMGT]?)B?", text.strip())
    if not found:
        raise Refused(f"{text!r} is not a size; write bytes, or 500M, 4G")
    return int(float(found[1]) * {"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}[found[2]])


@dataclass(frozen=True)
class Scope:
    """What a table covers: all that a game's start leads to, or a position's, or a part, or all of its index."""

    game: str
    #: a position's text; empty: the start
    origin: str = ""
    #: `pieces=4`; `all` for the whole index; empty: what was found from the origin
    part: str = ""

    @property
    def file(self) -> Path:
        words = [self.game, *filter(None, [self.part])]
        if self.origin:
            words.append("from " + hashlib.sha256(self.origin.encode()).hexdigest()[:12])
        text = " ".join(words)
        slug = re.sub(r"[^A-Za-z0-9.=+-]+", "_", text)
        # letters that the slug has lost must not make two games one
        if not re.fullmatch(r"[A-Za-z0-9.=+-]+(:[A-Za-z0-9.=+-]+)?", self.game):
            slug += "-" + hashlib.sha256(text.encode()).hexdigest()[:8]
        return tables_folder() / (slug + SUFFIX)

    @property
    def stages(self) -> Path:
        """The folder of what is finished of a build that is not."""
        return tables_folder() / "building" / self.file.stem

    def in_words(self) -> str:
        words = self.game
        if self.part:
            words += ", all positions of its index" if self.part == "all" else f", {self.part.replace('=', ' ')}"
        return words + (f", from {self.origin}" if self.origin else "")


@dataclass(frozen=True)
class Entry:
    """A file of the folder: its header, or what is wrong with it."""

    file: Path
    bytes: int
    header: Header | None
    problem: str = ""

    @property
    def scope(self) -> Scope | None:
        return None if self.header is None else Scope(self.header.game, self.header.origin, self.header.part)


def entries() -> list[Entry]:
    """All tables of the folder, by name."""
    found = []
    for file in sorted(tables_folder().glob(f"*{SUFFIX}")):
        try:
            found.append(Entry(file, file.stat().st_size, read_header(file)))
        except InvalidFile as error:
            found.append(Entry(file, file.stat().st_size, None, str(error)))
    return found


def tables_of(game: str, among: list[Entry] | None = None) -> list[Entry]:
    """The readable tables of a game: that of all its positions first, then the largest. `among`: the entries, where
    they are known already."""
    mine = [
        one for one in (entries() if among is None else among) if one.header is not None and one.header.game == game
    ]
    return sorted(mine, key=lambda one: (bool(one.header and one.header.origin), -one.bytes))


def existing(scope: Scope) -> Path:
    """The file of a table that must be there."""
    if not scope.file.exists():
        raise UnknownName(f"there is no table of {scope.in_words()}; make it with plies table build")
    return scope.file


def check_room(scope: Scope, bytes: int) -> None:
    """Refuses a table that would not fit beside the others, or on the disk."""
    others = sum(one.bytes for one in entries() if one.file != scope.file)
    if others + bytes > limit():
        raise Refused(
            f"a table of {scope.in_words()} takes {size(bytes)}, and the others take {size(others)} of the "
            f"{size(limit())} that tables may take; remove some, or set $PLIES_TABLES_LIMIT"
        )
    folder = tables_folder()
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    if bytes > free:
        raise Refused(f"a table of {scope.in_words()} takes {size(bytes)}, but {folder} has {size(free)} left")


def remove(scope: Scope) -> Path:
    file = existing(scope)
    file.unlink()
    shutil.rmtree(scope.stages, ignore_errors=True)
    return file
