"""Files of games on the command line: which format reads one, the list of its games, and a position out of one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from plies.cli import common
from plies.errors import InvalidFile, Refused
from plies.games.contract import Format, Game
from plies.games.position import Position
from plies.games.records import GameFile, Played, Record, Setup


def read_text(path: str) -> str:
    """The text of a file, or one line about why there is none."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidFile(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidFile(f"{path} is not a text file") from None


def format_of(game: Game, path: str) -> Format:
    """The game's format for this file: the one with its ending, or the only one."""
    known = list(game.formats.values())
    if not known:
        raise Refused(f"{game.name} has no files of games")
    matching = [one for one in known if path.endswith(one.suffix)]
    if not matching and len(known) > 1:
        endings = ", ".join(one.suffix for one in known)
        raise Refused(f"{path}: the games of {game.name} are in files ending in {endings}")
    return (matching or known)[0]


def position_in(game: Game, record: Record, plies: int | None) -> Position:
    """The position of a recorded game after so many plies, or at its end."""
    position = game.position(record.start)
    played = 0
    for item in record.items:
        if played == plies:
            break
        if isinstance(item, Setup):
            position = game.position(item.text)
        elif isinstance(item, Played):
            position = position.play(item.word)
            played += 1
    if plies is not None and played < plies:
        raise Refused(f"the game has {played} plies, so there is no position after {plies}")
    return position


def choose(file: GameFile, number: int, path: str) -> Record:
    """A game by its number, counted from 1."""
    if not 1 <= number <= len(file.records):
        raise Refused(
            f"{path} has games 1 to {len(file.records)}, so there is no game {number}"
            if file.records
            else f"no games in {path}"
        )
    return file.records[number - 1]


def tell(file: GameFile, path: str, as_json: bool) -> int:
    """All games of a file; 2 when it breaks off, after the games before the mistake."""
    if as_json:
        common.print_json({"games": [record_data(one) for one in file], "problem": _problem(file)})
    else:
        rows = [
            [str(index), one.tag("Event"), one.tag("Black"), one.tag("White"), one.result, str(len(one.moves))]
            for index, one in enumerate(file, 1)
        ]
        common.print_table([">game", "event", "PDN black", "PDN white", "result", ">plies"], rows)
    if not file.records and file.problem is None and not as_json:
        print(f"no games in {path}")
    if file.problem is not None:
        print(f"plies: {path}: {file.problem}", file=sys.stderr)
        return 2
    return 0


def record_data(record: Record) -> dict[str, Any]:
    return {
        "tags": dict(record.tags),
        "start": record.start,
        "moves": list(record.moves),
        "result": record.result,
    }


def _problem(file: GameFile) -> dict[str, Any] | None:
    if file.problem is None:
        return None
    return {"message": str(file.problem), "line": file.problem.line, "column": file.problem.column}
