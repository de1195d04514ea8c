"""What a game was played with, for its record: the versions of Plies, of its code, of Python and of Numba."""

from __future__ import annotations

import hashlib
import sys
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

import plies
from plies.arena.plan.schedule import identify
from plies.registry import file_of
from plies.user_files import files_of


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    root = Path(plies.__file__).parent
    total = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        total.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\1")
    python = ".".join(map(str, sys.version_info[:3]))
    return {
        "plies": plies.__version__,
        "code": total.hexdigest()[:16],
        "python": python,
        "numba": version("numba"),
    }


def versions_with(game: str) -> dict[str, str]:
    """Those of the code, and of a user-written game a digest of its file and of what it imports."""
    path = file_of(game)
    if path is None:
        return dict(versions())
    digests = list(files_of(path).values())
    digest = digests[0] if len(digests) == 1 else identify(*digests).hex()
    return versions() | {"game": digest[:16]}
