"""A table's file: written in the place of the old one when it is complete, opened without being read."""

from __future__ import annotations

import hashlib
import mmap
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plies.compile import build
from plies.compile.rules import rules_module
from plies.errors import InvalidFile, StorageFailed
from plies.games.contract import Game
from plies.tables.file import view as at
from plies.tables.file.header import DATA_AT, Header, read_header, write_header
from plies.tables.file.view import View
from plies.tables.packing import packing_of
from plies.tables.rules_digest import rules_digest

SUMS = build.Template("sums", Path(__file__).with_name("sums_kernel.py"), "checksums", ("sum_blocks", "first_wrong"))


def blocks_of(words: int) -> int:
    return -(-words // at.BLOCK)


def file_bytes(words: int) -> int:
    """The size of a file with so many words of data."""
    return DATA_AT + 8 * words + 8 * blocks_of(words)


@dataclass
class Draft:
    """A file that is being written. `words` is its data, mapped."""

    file: Path
    words: NDArray[np.uint64]

    def finish(self, header: Header) -> Header:
        """Adds checksums and the header; returns it with the digest of the checksums."""
        sums = np.zeros(blocks_of(len(self.words)), np.uint64)
        build.kernel(SUMS).sum_blocks(self.words, sums)
        whole = replace(header, sums=hashlib.sha256(sums.tobytes()).hexdigest())
        with _explained(self.file), self.file.open("r+b") as stream:
            stream.seek(DATA_AT + 8 * len(self.words))
            stream.write(sums.tobytes())
            stream.seek(0)
            stream.write(write_header(whole))
            stream.flush()
            os.fsync(stream.fileno())
        return whole

    def publish(self, header: Header, file: Path) -> None:
        """The header as it finally is, and the file in its place."""
        with _explained(self.file), self.file.open("r+b") as stream:
            stream.write(write_header(header))
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(self.file, file)


def new_draft(file: Path, words: int, keep: bool = False) -> Draft:
    """A file of that size whose data is mapped; `keep` leaves what an earlier one of that size holds."""
    size = file_bytes(words)
    with _explained(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("r+b" if keep and file.exists() else "w+b") as stream:
            stream.truncate(size)
            mapped = mmap.mmap(stream.fileno(), size)
    return Draft(file, np.frombuffer(mapped, np.uint64, words, DATA_AT))


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageFailed(f"the table {file} cannot be written: {error.strerror}") from None


@dataclass(frozen=True)
class TableFile:
    """An open file: its header, and what a probe is given."""

    file: Path
    header: Header
    view: View

    def check_damage(self) -> None:
        """InvalidFile if a block that was read differs from its checksum."""
        if self.view.blocks[-1] == at.DAMAGED:
            block = int(np.flatnonzero(self.view.blocks[:-1] == at.DAMAGED)[0])
            raise self._damaged(block)

    def check_all(self) -> None:
        """Compares every block with its checksum."""
        wrong = int(build.kernel(SUMS).first_wrong(self.view.words, self.view.sums))
        if wrong >= 0:
            raise self._damaged(wrong)

    def _damaged(self, block: int) -> InvalidFile:
        begin = DATA_AT + 8 * at.BLOCK * block
        return InvalidFile(
            f"{self.file} is damaged: the block at byte {begin:,} does not match its checksum; build it again"
        )


def open_file(file: Path, game: Game, part: int = 0) -> TableFile:
    """Opens a table without reading its data. Refuses what is damaged, truncated or built with other rules."""
    header = read_header(file)
    if header.rules != rules_digest(game):
        raise InvalidFile(f"{file} was built with other rules of {header.game} than those of now; build it again")
    size = file_bytes(header.places.words)
    with file.open("rb") as stream:
        actual = os.fstat(stream.fileno()).st_size
        if actual != size:
            what = "truncated" if actual < size else "too long"
            raise InvalidFile(f"{file} is {what}: {actual:,} bytes, but its header says {size:,}; build it again")
        # a private mapping, which compiled code takes for an ordinary array; nothing is ever written to it
        mapped = mmap.mmap(stream.fileno(), size, access=mmap.ACCESS_COPY)
    words = np.frombuffer(mapped, np.uint64, header.places.words, DATA_AT)
    sums = np.frombuffer(mapped, np.uint64, blocks_of(header.places.words), DATA_AT + 8 * header.places.words)
    if hashlib.sha256(sums.tobytes()).hexdigest() != header.sums:
        raise InvalidFile(f"{file} is damaged: its checksums do not match their digest; build it again")
    return TableFile(file, header, _view(header, game, part, words, sums))


def codes_of(table: TableFile) -> NDArray[Any]:
    """The codes by number, as bytes or pairs of bytes, tight ones as they are kept; no checksum is compared."""
    kind = np.uint8 if table.header.places.code_bytes == 1 else np.uint16
    return table.view.words[table.header.places.codes_at :].view(kind)[: table.header.places.size]


def in_memory(header: Header, game: Game, words: NDArray[np.uint64]) -> TableFile:
    """A table that was never written: nothing of it needs to be checked."""
    view = _view(header, game, 0, words, np.zeros(blocks_of(len(words)), np.uint64))
    view.blocks[:] = at.RIGHT
    return TableFile(Path(), header, view)


def _view(header: Header, game: Game, part: int, words: NDArray[np.uint64], sums: NDArray[np.uint64]) -> View:
    places, meta = header.places, np.zeros(at.META, np.int64)
    meta[at.INDEXED], meta[at.SIZE], meta[at.CODE_BYTES] = header.indexed, places.size, places.code_bytes
    meta[at.CODES_AT], meta[at.ROWS_AT], meta[at.BUCKETS_AT] = places.codes_at, places.rows_at, 0
    meta[at.BUCKETS], meta[at.WIDTH], meta[at.TIGHT] = places.buckets, places.width, places.tight
    return View(
        meta,
        words,
        sums,
        np.zeros(len(sums) + 1, np.uint8),
        packing_of(list(places.base), list(places.changing)),
        index_numbers(game, part) if header.indexed else np.zeros(0, np.int64),
        first_row(game),
    )


def index_numbers(game: Game, part: int) -> NDArray[np.int64]:
    """What the game's index looks up."""
    assert game.solving.index is not None
    return np.array(game.solving.index.layout(game.first, part).numbers, np.int64)


def first_row(game: Game) -> NDArray[np.uint64]:
    rules: Any = rules_module(game)
    rows = np.zeros((2, rules.FIELDS), np.uint64)
    rules.store(rows, 0, game.first)
    return rows
