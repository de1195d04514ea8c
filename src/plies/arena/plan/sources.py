"""The files behind a tournament: user-written games and players must be what they were when it was defined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from plies import registry
from plies.errors import Refused
from plies.players.files import file_digest
from plies.user_files import files_of

#: a game or an imported file, and its digest
Sources = tuple[tuple[str, str], ...]


def full_name(name: str) -> str:
    """The game's own full name, such as pawns:8x8 for pawns; of a user-written file its whole path."""
    head, colon, options = name.partition(":")
    found = registry.game(name).name
    return f"{Path(head).resolve()}{colon}{options}" if head.endswith(".py") else found


def sources_of(games: Sequence[str]) -> Sources:
    """The games in files, by their names, and then the files that they import, each with its digest."""
    found: dict[str, str] = {}
    imported: dict[str, str] = {}
    for game in games:
        if file := registry.file_of(game):
            imported |= files_of(file)
            found[game] = imported.pop(file)
    return (*found.items(), *imported.items())


def check_sources(sources: Iterable[tuple[str, str]]) -> None:
    """Refuses files of games that have changed since their tournament was defined."""
    for name, digest in sources:
        if file_digest(registry.file_of(name) or name) != digest:
            raise Refused(f"{name}: the file has changed since this tournament was defined; start a new tournament")
