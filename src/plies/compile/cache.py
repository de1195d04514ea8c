"""The cache on disk: a folder for each text that is compiled, named after a digest of everything that went in.

Numba's own cache looks only at the file of the function it caches: edit a rule or a heuristic in another file and the
old code runs. So a text is compiled from a copy in a folder of its own. An edit is another folder; an old folder is
never wrong. At most KEPT folders stay, the least recently used go.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from types import ModuleType

#: a folder has 0.2 MB on average. Heuristics that are edited make a new one each time, and must not push out engines,
#: which take long to compile
KEPT = 400


def cache_folder() -> Path:
    """Where compiled code lives: $PLIES_CACHE, else the user's cache folder."""
    chosen = os.environ.get("PLIES_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "plies"


def compiled_functions(name: str, digest: str) -> set[str]:
    """The functions of a text that Numba has compiled and kept on disk."""
    kept = (cache_folder() / f"{name}-{digest}").rglob("*.nbi")
    return {file.name.partition("-")[0].removeprefix(f"{name}.") for file in kept}


def import_text(text: str, name: str, digest: str, lasting: bool = True) -> ModuleType:
    """Imports a generated text from its own folder in the cache, writing it there first if need be."""
    folder = cache_folder() / f"{name}-{digest}" if lasting else _own_folder()
    file = folder / f"{name}.py"
    try:
        if not file.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _write_whole(file, text)
            _prune(folder.parent)
        os.utime(folder)
    except OSError:  # a home without room or rights
        kept, folder = folder, _own_folder()
        file = folder / f"{name}.py"
        _write_whole(file, text)
        _borrow(kept, folder)
    spec = importlib.util.spec_from_file_location(f"plies_{name}_{digest}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def _borrow(kept: Path, folder: Path) -> None:
    """Takes over what Numba has compiled into a folder that can be read only. It goes by the time of the text's file,
    so that file is the kept one."""
    with suppress(OSError):
        inside = folder / "__pycache__"
        inside.mkdir()
        for compiled in (kept / "__pycache__").iterdir():
            shutil.copyfile(compiled, inside / compiled.name)
        file = next(kept.glob("*.py"))
        (folder / file.name).unlink()
        (folder / file.name).symlink_to(file)


def _own_folder() -> Path:
    """A folder of this process alone, gone when it ends."""
    folder = tempfile.mkdtemp(prefix="plies-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _write_whole(file: Path, text: str) -> None:
    handle, temporary = tempfile.mkstemp(dir=file.parent)
    with os.fdopen(handle, "w") as stream:
        stream.write(text)
    os.replace(temporary, file)


def _prune(root: Path) -> None:
    folders = sorted((f for f in root.iterdir() if f.is_dir()), key=_last_used, reverse=True)
    for old in folders[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process has pruned it
        return 0.0
