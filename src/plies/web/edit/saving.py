"""Heuristics as files of one folder: never outside it, and never over a file that the writer has not seen."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from plies.errors import Refused, StorageFailed
from plies.game_files import announce_also, declares_game, known_files
from plies.players.copies import digest_of

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,59}\.py", re.ASCII)
#: names that would hide what files and Plies itself import
TAKEN = {"plies", "numpy", "numba", *sys.stdlib_module_names}


@dataclass(frozen=True)
class Saved:
    """Whether a text was saved, and the digest of what is in the file now; empty: there is none."""

    done: bool
    version: str


def path_in(folder: Path, name: str) -> Path:
    """Where a file of this name is; Refused unless it is a plain name of a Python file."""
    if not _NAME.fullmatch(name):
        raise Refused("a name has letters, digits and _, begins with a letter and ends with .py, such as mine.py")
    if name.removesuffix(".py") in TAKEN:
        raise Refused("that name belongs to a module of Python or Plies; take another, such as mine.py")
    path = folder.resolve() / name
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise Refused("there is something of that name that is no plain file; take another name")
    return path


def save(folder: Path, name: str, text: str, over: str = "") -> Saved:
    """Writes a file whole or not at all. One that is there already is replaced only if `over` is its digest."""
    path, data = path_in(folder, name), text.encode()
    try:
        there = digest_of(path.read_bytes()) if path.exists() else ""
        if there not in ("", over, digest_of(data)):
            return Saved(False, there)
        if there and declares_game(path):
            raise Refused("that file declares a game; the editor is for heuristics alone")
        _write(path, data, replacing=bool(there))
    except FileExistsError:
        return Saved(False, digest_of(path.read_bytes()))
    except OSError as error:
        raise StorageFailed(f"it cannot be saved: {error.strerror}") from None
    announce_also(path)
    return Saved(True, digest_of(data))


def _write(path: Path, data: bytes, replacing: bool) -> None:
    beside = path.with_name(f".{path.name}.{token_hex(8)}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        if replacing:
            os.replace(beside, path)
        else:
            os.link(beside, path)  # fails where there is a file by now
    finally:
        beside.unlink(missing_ok=True)


def editable(folder: Path) -> list[str]:
    """The files of the server that are in the folder and have no game."""
    here = folder.resolve()
    return sorted(
        path.name
        for path in known_files()
        if path.parent == here and path.is_file() and _NAME.fullmatch(path.name) and not declares_game(path)
    )
