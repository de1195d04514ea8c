"""Private copies of user-written files: a player is what its files were before any player's file was run.

    with taken(players):        # copies the files of all of them, and the files beside that they import
        ...                     # then looks at the players, which runs their files

A copy is kept under its digest, in memory and in a folder of the process that took it first ($PLIES_COPIES), where its
workers find it. Whatever is taken from there is checked against the digest. A process that runs a file is handed its
text. So a file that is edited, also by another player, changes nothing in a tournament that has begun.
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FOLDER = "PLIES_COPIES"
#: files beside a file that are copied at the most, and bytes of them together
MOST_FILES, MOST_BYTES = 500, 16 << 20

Texts = dict[str, bytes]

_kept: dict[str, bytes] = {}
#: by the full path of a player's file: it and the files beside it, while they are `taken`
_taken: dict[str, Texts] = {}


def digest_of(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


@contextmanager
def taken(paths: Iterable[str]) -> Iterator[None]:
    """While it lasts, these files and those beside them are what they were when it began."""
    before = dict(_taken)
    try:
        for path in paths:
            with suppress(OSError):  # whoever looks at that player reports it
                _taken[os.path.realpath(path)] = texts_of(path)
        yield
    finally:
        _taken.clear()
        _taken.update(before)


def texts_of(path: str, text: bytes | None = None) -> Texts:
    """A file and the files beside it that it seems to import, by their full paths; OSError if it cannot be read. `text`
    stands for the file itself, which need not be there."""
    main = os.path.realpath(path)
    if main in _taken and text is None:
        return _taken[main]
    found = {main: Path(main).read_bytes() if text is None else text}
    waiting = [main]
    while waiting:
        for file in _beside(found[waiting.pop()], Path(main).parent):
            if file not in found and len(found) < MOST_FILES:
                with suppress(OSError):
                    text = Path(file).read_bytes()
                    if sum(map(len, found.values())) + len(text) <= MOST_BYTES:
                        found[file] = text
                        waiting.append(file)
    return found


def _beside(text: bytes, folder: Path) -> Iterator[str]:
    """The files of a folder that a text may import: whose names it imports, or has as a text, for `import_module`."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(aliases):
                names |= {alias.name.partition(".")[0] for alias in aliases}
            case ast.ImportFrom(module, aliases, level):
                names |= {alias.name for alias in aliases} if level else set()
                names |= {module.partition(".")[0]} if module else set()
            case ast.Constant(str(name)) if name.replace(".", "_").isidentifier():
                names.add(name.partition(".")[0])
    for name in sorted(names - {"plies", *sys.stdlib_module_names}):
        package = folder / name
        if (package / "__init__.py").is_file():
            yield from (str(file) for file in sorted(package.rglob("*.py")))
        elif package.with_suffix(".py").is_file():
            yield str(package.with_suffix(".py"))


# -- keeping ---------------------------------------------------------------------------------------------------------


def keep(text: bytes) -> str:
    """Keeps a copy, for this process and those that it starts; its digest."""
    digest = digest_of(text)
    if digest not in _kept:
        _kept[digest] = text
        with suppress(OSError):  # no room: then this process alone has it
            file = Path(_folder()) / digest
            if not file.exists():
                handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o400)
                with os.fdopen(handle, "wb") as stream:
                    stream.write(text)
    return digest


def text_of(path: str, digest: str) -> bytes | None:
    """The text of this digest: a copy, else the file itself; None where neither is it any more."""
    if digest in _kept:
        return _kept[digest]
    for file in (Path(os.environ.get(FOLDER, os.devnull)) / digest, Path(path)):
        with suppress(OSError):
            text = file.read_bytes()
            if digest_of(text) == digest:
                _kept[digest] = text
                return text
    return None


def _folder() -> str:
    """Our own, or that of the process which started us."""
    known = os.environ.get(FOLDER)
    if known is None or not os.path.isdir(known):
        known = os.environ[FOLDER] = tempfile.mkdtemp(prefix="plies-copies-")
        atexit.register(_remove, known, os.getpid())
    return known


def _remove(folder: str, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
