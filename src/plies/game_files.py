"""Files whose games are known by their own names, in this process and in those that it starts.

`plies serve mine.py folder/` names files and folders in $PLIES_FILES. Those of them that declare a game, by a `GAME` or
a `FAMILY` at their top, are run wherever games are looked up: the rules of a game are trusted with everything
(SECURITY.md). Every other file is read here and never run. An edit is noticed at the next look.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from plies.errors import InvalidFile, InvalidGame, PliesError, UnknownName
from plies.games.contract import Family, Game
from plies.user_files import load_file

VARIABLE = "PLIES_FILES"
#: files of one folder that are looked at
MOST_FILES = 200
_NAME = re.compile(r"[a-z][a-z0-9_-]*")


class GameFile(NamedTuple):
    """A file that declares a game, and what came of running it."""

    path: Path
    family: Family | None
    problem: PliesError | None = None


#: the names that games in files had when they could be run, by the file
_names: dict[Path, str] = {}


def announce(paths: Iterable[str]) -> None:
    """From now on these files and folders are known, in this process and in those that it starts."""
    os.environ[VARIABLE] = os.pathsep.join(os.path.abspath(path) for path in paths)


def announce_also(path: Path) -> None:
    """One more file, unless it is known already."""
    if path.resolve() not in known_files():
        announce([*filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)), str(path)])


def known_files() -> list[Path]:
    """The files that were named, and all Python files of the folders that were."""
    found: dict[Path, None] = {}
    for word in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        path = Path(word).resolve()
        found.update(dict.fromkeys(_files_in(path) if path.is_dir() else [path]))
    return list(found)


def _files_in(folder: Path) -> Iterator[Path]:
    names = sorted(file.name for file in folder.glob("*.py") if file.name[0] not in "._")
    yield from (folder / name for name in names[:MOST_FILES])


def declares_game(file: Path) -> bool:
    """Whether a file has a GAME or a FAMILY at its top, by its text alone."""
    try:
        return text_declares_game(file.read_bytes())
    except OSError:
        return False


@lru_cache(maxsize=MOST_FILES)
def text_declares_game(text: bytes) -> bool:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return bool({"GAME", "FAMILY"} & set(_top_names(tree)))


def _top_names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.ImportFrom(names=aliases):
                yield from (alias.asname or alias.name for alias in aliases)


def game_files(taken: Iterable[str] = ()) -> list[GameFile]:
    """The files that declare games, with their families or what is wrong with them; `taken` are names of others."""
    found: list[GameFile] = []
    names = set(taken)
    for file in filter(declares_game, known_files()):
        try:
            family = family_of_file(str(file))
            _check_name(file, family, names)
        except PliesError as problem:
            found.append(GameFile(file, None, problem))
            continue
        names.add(family.name)
        _names[file] = family.name
        found.append(GameFile(file, family))
    return found


def problem_of(name: str, found: Iterable[GameFile]) -> PliesError | None:
    """Why a game that was known by this name is not known now."""
    return next((one.problem for one in found if one.problem is not None and _names.get(one.path) == name), None)


def family_of_file(path: str) -> Family:
    """The game or games of a file. One game alone is a family of one."""
    module = load_file(path)
    family, made = getattr(module, "FAMILY", None), getattr(module, "GAME", None)
    if isinstance(family, Family):
        return family
    if not isinstance(made, Game):
        raise InvalidGame(f"{path} defines neither GAME (a plies.Game) nor FAMILY (a plies.Family)")
    head, _, rest = made.name.partition(":")

    def make(options: str) -> Game:
        if options != rest:
            raise UnknownName(f"{path} is one game without options, but {options!r} was given")
        return made

    return Family(head, made.about, "nothing", rest, make, (made.name,))


def _check_name(file: Path, family: Family, taken: set[str]) -> None:
    """A game goes by its name in addresses and ledgers, so it must lead back to it."""
    if not _NAME.fullmatch(family.name):
        raise InvalidFile(f"{file.name}: its game is called {family.name!r}; a name has small letters and digits")
    if family.name in taken:
        raise InvalidFile(f"{file.name}: there is a game called {family.name!r} already; give it another name")
    try:
        name = family.make(family.default).name
    except PliesError:
        raise
    except Exception as error:
        raise InvalidFile(f"{file.name}: its FAMILY stopped with {type(error).__name__}: {error}") from error
    if name.partition(":")[0] != family.name:
        raise InvalidFile(f"{file.name}: a game of its FAMILY is called {name!r}; write {family.name}:{family.default}")
