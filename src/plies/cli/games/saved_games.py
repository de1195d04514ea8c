"""Games on disk, as JSON: where the game began, its moves, who played.

    {"schema": "plies-game", "version": 1, "game": "pawns:6x6", "start": "bbbbbb/... w",
     "moves": ["b2-b3", "b5-b4"], "players": ["human", "ari"], "outcome": null}

A file is written beside its place and then moved there, so a file is always whole. Reading checks everything, down to
the legality of each move and the outcome. The game is only compared by name: a saved game can never load code.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plies.errors import InvalidFile, PliesError, Refused
from plies.games.contract import Game
from plies.games.position import Outcome, Position

SCHEMA, VERSION = "plies-game", 1
#: a longer file is no saved game
MOST_BYTES = 4_000_000
_KEYS = {"schema": str, "version": int, "game": str, "start": str, "moves": list, "players": list}


def root_of(position: Position) -> Position:
    """The position where the moves began."""
    while position.parent is not None:
        position = position.parent
    return position


def record(position: Position, players: tuple[str, str], outcome: Outcome | None = None) -> dict[str, Any]:
    """A game as data; `outcome` is given where it does not follow from the moves (a resignation)."""
    ended = outcome or position.outcome
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "game": position.game.name,
        "start": root_of(position).text,
        "moves": list(position.line),
        "players": list(players),
        "outcome": None if ended is None else {"winner": ended.winner, "reason": ended.reason},
    }


def save(path: Path, position: Position, players: tuple[str, str], outcome: Outcome | None = None) -> None:
    """Writes a game; the file is either the old one or the whole new one, whatever happens."""
    data = record(position, players, outcome)
    start = root_of(position)
    if position.game.position(data["start"]) != start:
        raise Refused(f"{position.game.name} cannot read back its own text {data['start']!r}, so it cannot be saved")
    write_whole(path, json.dumps(data, indent=1) + "\n")


def write_whole(path: Path, text: str) -> None:
    """The whole file or none of it, whatever happens."""
    write_lines(path, [text])


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """The same for a text that comes piece by piece."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=".plies-", delete=False
        ) as file:
            temporary = Path(file.name)
            try:
                file.writelines(lines)
                file.flush()
                os.fsync(file.fileno())
                temporary.chmod(0o644)
                temporary.replace(path)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise InvalidFile(f"cannot write {path}: {error.strerror}") from None


def load(path: Path, game: Game) -> tuple[Position, tuple[str, str], Outcome | None]:
    """A saved game of `game`: its last position with the moves to it, its players, and an outcome by resignation."""
    saved = _read(path)
    if saved.game != game.name:
        raise InvalidFile(f"{path} holds a game of {saved.game!r}, but this is {game.name}")
    position = _replay(path, game, saved)
    return position, saved.players, _outcome(path, position, saved.outcome)


@dataclass(frozen=True)
class _SavedGame:
    """The fields of a file. The moves and the outcome are not checked yet."""

    game: str
    start: str
    moves: tuple[str, ...]
    players: tuple[str, str]
    outcome: Outcome | None


def _read(path: Path) -> _SavedGame:
    data = _read_json(path)
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise InvalidFile(f'{path} is no saved game: it lacks "schema": "{SCHEMA}"')
    if data.get("version") != VERSION:
        raise InvalidFile(f"{path} has version {data.get('version')!r}; this Plies reads version {VERSION}")
    for key, kind in _KEYS.items():
        if not isinstance(data.get(key), kind):
            raise InvalidFile(f"{path}: {key!r} is missing or not a {'text' if kind is str else kind.__name__}")
    claimed = data.get("outcome", ...)
    if not isinstance(claimed, dict | None):
        raise InvalidFile(f"{path}: 'outcome' is null, or an object with winner and reason")
    unknown = sorted(data.keys() - _KEYS.keys() - {"outcome"})
    if unknown:
        raise InvalidFile(f"{path}: unknown key {unknown[0]!r}; known: {', '.join([*_KEYS, 'outcome'])}")
    if claimed is not None and not _is_outcome(claimed):
        raise InvalidFile(f"{path}: 'outcome' has a winner and a reason")
    players = data["players"]
    if len(players) != 2 or not all(isinstance(player, str) for player in players):
        raise InvalidFile(f"{path}: 'players' are two names")
    outcome = None if claimed is None else Outcome(claimed["winner"], claimed["reason"])
    return _SavedGame(data["game"], data["start"], tuple(data["moves"]), (players[0], players[1]), outcome)


def _is_outcome(claimed: dict[str, Any]) -> bool:
    is_whole = claimed.keys() == {"winner", "reason"}
    return is_whole and isinstance(claimed["winner"], str | None) and isinstance(claimed["reason"], str)


def _read_json(path: Path) -> Any:
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InvalidFile(f"cannot read {path}: {error.strerror}") from None
    if len(raw) > MOST_BYTES:
        raise InvalidFile(f"{path} is longer than {MOST_BYTES:,} bytes; it is no saved game")
    try:
        return json.loads(raw.decode("utf-8"))
    except json.JSONDecodeError as error:
        raise InvalidFile(f"{path} is not JSON: {error.msg}", error.lineno, error.colno) from None
    except (UnicodeDecodeError, RecursionError):
        raise InvalidFile(f"{path} is not JSON in UTF-8") from None


def _replay(path: Path, game: Game, saved: _SavedGame) -> Position:
    try:
        position = game.position(saved.start)
    except PliesError as error:
        raise InvalidFile(f"{path}, start: {error}") from None
    for number, word in enumerate(saved.moves, 1):
        try:
            position = position.play(word)
        except PliesError as error:
            raise InvalidFile(f"{path}, move {number}: {error}") from None
    return position


def _outcome(path: Path, position: Position, claimed: Outcome | None) -> Outcome | None:
    """The outcome in the file, if the moves do not have it already; it must not contradict them."""
    if claimed is None:
        if position.outcome is not None:
            raise InvalidFile(f"{path}: the moves end the game ({position.outcome.reason}), but 'outcome' is null")
        return None
    winner = claimed.winner
    if winner is not None:
        side = position.game.side(winner)
        if side is None:
            raise InvalidFile(f"{path}: the winner {winner!r} is not {' or '.join(position.game.sides)}")
        winner = position.game.sides[side]
    if position.outcome is None:
        return Outcome(winner, claimed.reason)
    if position.outcome.winner != winner:
        raise InvalidFile(f"{path}: 'outcome' names {winner!r}, but the moves give {position.outcome.winner!r}")
    return None
