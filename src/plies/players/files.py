"""User-written files as players: `file.py:name(weights)`, whether they are still what they were, and what they take."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from plies.errors import Refused
from plies.players import copies
from plies.players.player import NOTHING, Choice, Player, ResolvedFile


def split_file(choice: str) -> tuple[str, str, str | None]:
    """`file.py:name(weights)` as its three parts."""
    head, bracket, weights = choice.partition("(") if choice.endswith(")") else (choice, "", "")
    path, _, name = head.rpartition(":")
    return path, name, weights[:-1] if bracket else None


def file_digest(path: str) -> str | None:
    """None where there is no such file."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


def check_files(known: Choice | None, choice: str | None) -> None:
    """Refuses a file that is not there, or is not what it was when the player was defined."""
    if choice is None or ".py:" not in choice:
        return
    listed = dict(known.files) if isinstance(known, ResolvedFile) else {split_file(choice)[0]: None}
    for path, digest in listed.items():
        if digest is not None and copies.text_of(path, digest) is not None:
            continue
        now = file_digest(path)
        if now is None:
            raise Refused(f"{choice}: there is no file {path}, which this player was defined with")
        if digest is not None and now != digest:
            raise Refused(f"{choice}: {path} has changed since this player was defined")


def with_whole_paths(player: Player) -> Player:
    """The player with its files as they were found when it was defined."""
    known = player.resolved
    if isinstance(known.heuristic, ResolvedFile):
        player = replace(player, choice=known.heuristic.choice)
    if isinstance(known.order, ResolvedFile):
        whole = known.order.choice
        player = replace(player, options=tuple((k, whole if k == "order" else v) for k, v in player.options))
    return player


def choices_of(player: Player) -> dict[str, str]:
    """Where user-written files take part in a player: its heuristic, its order of moves."""
    named = {"heuristic": player.choice if player.kind == "file" else None, "order": player.order}
    return {role: choice for role, choice in named.items() if choice is not None and ".py:" in choice}


def file_texts(player: Player) -> dict[str, bytes]:
    """The texts of all files of a player, by their full paths: as it was defined, or as they are now if it was not."""
    found: dict[str, bytes] = {}
    for role, choice in choices_of(player).items():
        known: Choice | None = getattr(player.resolved, role)
        check_files(known, choice)
        if isinstance(known, ResolvedFile):
            found |= {path: copies.text_of(path, digest) or b"" for path, digest in known.files}
        else:
            found |= copies.texts_of(split_file(choice)[0])
    return found


def files_of_players(players: Iterable[Player]) -> list[str]:
    """The files that are named by players."""
    return [split_file(choice)[0] for player in players for choice in choices_of(player).values()]


def check_whole(player: Player) -> None:
    """A whole player decides by itself how it searches."""
    plain = Player(
        player.kind,
        player.choice,
        name=player.name,
        seconds=player.seconds,
        clock=player.clock,
        patience=player.patience,
    )
    if plain != replace(player, resolved=NOTHING):
        raise Refused(f"{player.choice} is a whole player; of limits and options it takes a time and patience= only")
