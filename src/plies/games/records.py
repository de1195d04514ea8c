"""Games written down: what a file of games holds, whatever its format.

The body of a record is a sequence of items in the order of the file, so that comments, annotations and variations
stay where their author put them. A variation stands after the move that it replaces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from plies.errors import InvalidFile


class Played(NamedTuple):
    """A move as the game's own word, and the annotator's mark (`!`, `?!`, `(?)`) or nothing."""

    word: str
    mark: str = ""


class Comment(NamedTuple):
    text: str


class Glyph(NamedTuple):
    """A numeric annotation, `$1` for a good move and so on."""

    number: int


class Setup(NamedTuple):
    """A new position in the middle of a game, as its one-line text."""

    text: str


class Variation(NamedTuple):
    items: tuple[Item, ...]


Item = Played | Comment | Glyph | Setup | Variation


@dataclass(frozen=True)
class Record:
    """One game: its tags in order, the text of the position it starts from, and its body."""

    tags: tuple[tuple[str, str], ...]
    start: str
    items: tuple[Item, ...]

    def tag(self, name: str, default: str = "") -> str:
        return next((value for key, value in self.tags if key == name), default)

    @property
    def result(self) -> str:
        return self.tag("Result", "*")

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the game itself, without variations."""
        return tuple(item.word for item in self.items if isinstance(item, Played))


@dataclass(frozen=True)
class GameFile:
    """The games of a file. A file that breaks off keeps the games before the mistake, and the mistake."""

    records: tuple[Record, ...]
    problem: InvalidFile | None = None

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)
