"""Which plain functions go into compiled code: found, made known to Numba, and named by a digest."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba.extending import register_jitable

from plies.compile import digests, intrinsics
from plies.games import bits

_NATIVE = {bits.u64, bits.i64, *bits.SHAPES, *(plain for pair in bits.SHAPES.values() for plain in pair), bits.mix}
_registered: set[Callable[..., Any]] = set(_NATIVE)
#: functions that are compiled for this process alone
_private: set[FunctionType] = set()


def reachable(roots: Iterable[Callable[..., Any]]) -> list[FunctionType]:
    """All plain Python functions that the roots use by name, but for those that the machine's instructions replace."""
    return digests.reachable(roots, _NATIVE)


def register(functions: Iterable[FunctionType], inlined: bool = True) -> None:
    """Lets compiled code call these plain functions, inlined by default.

    Left to itself LLVM keeps the larger ones as calls that hand over whole arrays field by field; inlining them made
    perft of checkers 1.8 times and the engine 1.1 to 1.2 times faster, at the same compile time. The solver of
    simultaneous games is as fast either way, but takes 12 instead of 8 seconds to compile when all is inlined.
    """
    for function in functions:
        if function not in _registered:
            _registered.add(function)
            register_jitable(forceinline=inlined)(function)


def register_private(functions: Iterable[FunctionType]) -> None:
    """Lets compiled code call plain functions that are not trusted. An index beyond an array is an error there, so
    that it cannot reach the memory of others; and what is compiled of them stays in this process."""
    for function in functions:
        if function not in _registered:
            _registered.add(function)
            _private.add(function)
            register_jitable(forceinline=True, boundscheck=True)(function)


def is_private(function: FunctionType) -> bool:
    return function in _private


def is_native(function: Callable[..., Any]) -> bool:
    """Whether the machine's instructions replace it."""
    return function in _NATIVE


@lru_cache(maxsize=1)
def _own_files() -> bytes:
    """The files of this package. Read once, when this module is imported: later edits are not what is in memory."""
    total = hashlib.sha256()
    for path in (*sorted(Path(__file__).parent.glob("*.py")), Path(bits.__file__)):
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.digest()


def digest_of(functions: Iterable[FunctionType], *extra: str) -> tuple[str, bool]:
    """A digest of the functions, of this package and of the Python and Numba that compile them.

    Also whether it covers all: a value without a lasting name (an object, a list) must not be kept on disk.
    """
    text, complete = digests.digest_of_functions(functions)
    total = hashlib.sha256(f"{sys.version_info[:2]} {numba.__version__} {text}".encode() + _own_files())
    for part in extra:
        total.update(b"\0" + part.encode())
    return total.hexdigest()[:20], complete


assert intrinsics  # imported for what it registers
_own_files()
