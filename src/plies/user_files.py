"""User-written Python files, run as they stand now: an edit is always noticed, also in a file that they import.

A file runs with its own folder to import from, as a script does. The modules of that folder are compiled from their
text each time and belong to this file alone, so two files in two folders may each have a `helpers.py`, and nothing
of them stays among Python's modules. (Python's own byte code files would take a module that is edited twice within a
second, to the same length, for unchanged.)
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from plies.errors import InvalidFile

#: names that are never those of a file beside a user-written one
_TAKEN = {"plies", "__main__", *sys.stdlib_module_names}


class _Loaded(NamedTuple):
    """A file as it was run, and digests of it and of the files beside it that it imported."""

    module: ModuleType
    digests: dict[Path, bytes]


_loaded: dict[Path, _Loaded] = {}
_loading = threading.RLock()
#: the texts of files in place of what is on the disk
_handed_over: dict[Path, bytes] = {}


def hand_over(texts: dict[str, bytes]) -> None:
    """From now on these files, by their full paths, are what is given here, whatever is on the disk. A process that
    runs a player works on such copies."""
    _handed_over.update((Path(path), text) for path, text in texts.items())


def load_file(path: str) -> ModuleType:
    """A user-written file as a module, run again when it or a file beside it that it imports has changed.

    Its name carries a digest of its text, so that an edited file is another module.
    """
    file = Path(path).resolve()
    try:
        text = _text_of(file)
    except OSError as error:
        raise InvalidFile(f"cannot read {path}: {error.strerror}") from None
    with _loading:  # it changes what Python imports meanwhile, and servers have threads
        return _load(path, file, text)


def _load(path: str, file: Path, text: bytes) -> ModuleType:
    known = _loaded.get(file)
    if known is not None and all(_digest(part) == digest for part, digest in known.digests.items()):
        return known.module
    name = lasting_name(file, text)
    module = ModuleType(name)
    module.__file__ = str(file)
    sys.modules[name] = module
    try:
        with _folder_to_import_from(file.parent) as digests:
            exec(code_of(file, text), module.__dict__)  # the user's own file, read just now
    except SyntaxError as error:
        del sys.modules[name]
        raise InvalidFile(f"{error.filename or path}: {error.msg}", error.lineno or 0, error.offset or 0) from None
    except Exception as error:
        del sys.modules[name]
        raise InvalidFile(f"{path} stopped{_line_of(error, file)} with {type(error).__name__}: {error}") from error
    _loaded[file] = _Loaded(module, {**digests, file: hashlib.sha256(text).digest()})
    return module


def code_of(file: Path, text: bytes, *, beside: bool = False) -> CodeType:
    """A file compiled by Python, which runs nothing of it. A file that is named itself has its annotations left alone;
    one beside it is compiled as Python does it, because digests of its code are in old ledgers."""
    flags = 0 if beside else annotations.compiler_flag
    code: CodeType = compile(text, str(file), "exec", flags, dont_inherit=True)
    return code


def _text_of(file: Path) -> bytes:
    return _handed_over[file] if file in _handed_over else file.read_bytes()


def _line_of(error: Exception, file: Path) -> str:
    """Where in a file an error came up, in words."""
    lines = [part.lineno for part in traceback.extract_tb(error.__traceback__) if part.filename == str(file)]
    return f" in line {lines[-1]}" if lines else ""


def files_of(path: str) -> dict[str, str]:
    """The digests of a file that was loaded and of the files beside it that it imported, by their full paths."""
    known = _loaded[Path(path).resolve()]
    return {str(file): digest.hex() for file, digest in sorted(known.digests.items())}


@contextmanager
def _folder_to_import_from(folder: Path) -> Iterator[dict[Path, bytes]]:
    """While it lasts, modules of this folder are found first, afresh; gives the digests of those imported."""
    beside = [*folder.glob("*.py"), *folder.glob("*/__init__.py"), *(file for file in _handed_over)]
    names = {name for file in beside if (name := _imported_as(file, folder)) is not None}
    aside = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] in names}
    finder = _Finder(folder, names)
    sys.meta_path.insert(0, finder)
    importlib.invalidate_caches()
    try:
        yield finder.digests
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name.partition(".")[0] in names]:
            del sys.modules[name]
        sys.modules.update(aside)


def _imported_as(file: Path, folder: Path) -> str | None:
    """The name by which a file in a folder, or the package that it belongs to, is imported; None: by none."""
    if not file.is_relative_to(folder) or file.suffix != ".py":
        return None
    name = file.relative_to(folder).parts[0].removesuffix(".py")
    return None if name in _TAKEN else name


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of one folder, packages with their parts, and has them compiled from their text."""

    def __init__(self, folder: Path, names: set[str]) -> None:
        self.folder, self.names = folder, names
        self.digests: dict[Path, bytes] = {}

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        if fullname.partition(".")[0] not in self.names:
            return None
        places = [str(self.folder)] if path is None else list(path)
        spec = _handed_over_spec(fullname, places) or importlib.machinery.PathFinder.find_spec(fullname, places)
        if spec is not None and type(spec.loader) is importlib.machinery.SourceFileLoader:
            spec.loader = _FromText(spec.loader.name, spec.loader.path)
            file = Path(spec.loader.path)
            self.digests[file] = _digest(file)
        return spec


def _handed_over_spec(fullname: str, places: list[str]) -> importlib.machinery.ModuleSpec | None:
    """As Python's own finder has it, for a file that was handed over: a package before a module."""
    for place in places:
        base = Path(place) / fullname.rpartition(".")[2]
        for file, inside in ((base / "__init__.py", [str(base)]), (base.with_suffix(".py"), None)):
            if file in _handed_over:
                loader = importlib.machinery.SourceFileLoader(fullname, str(file))
                return importlib.util.spec_from_file_location(
                    fullname, file, loader=loader, submodule_search_locations=inside
                )
    return None


class _FromText(importlib.machinery.SourceFileLoader):
    """Compiles a module from its text, past the byte code that Python keeps."""

    def get_code(self, fullname: str) -> CodeType:
        return code_of(Path(self.path), self.get_data(self.path), beside=True)

    def get_data(self, path: str) -> bytes:
        return _text_of(Path(path))

    def exec_module(self, module: ModuleType) -> None:
        """Under a name that stays known: what Numba has kept on disk asks for its modules by name."""
        module.__name__ = lasting_name(Path(self.path), self.get_data(self.path))
        sys.modules[module.__name__] = module
        super().exec_module(module)


def lasting_name(file: Path, text: bytes) -> str:
    return f"plies_file_{file.stem}_{hashlib.sha256(str(file).encode() + text).hexdigest()[:16]}"


def _digest(file: Path) -> bytes:
    try:
        return hashlib.sha256(_text_of(file)).digest()
    except OSError:
        return b""  # gone, so changed
