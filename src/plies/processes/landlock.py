"""Landlock: the Linux kernel confines a process and all that it starts, without any privilege (5.13 and later).

What a process may reach is a list of paths; everything else in the file system is denied to it, whatever its user may
do. There is no way back. The numbers are those of `linux/landlock.h`; what a kernel knows depends on its version.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
import sys
from collections.abc import Iterable
from functools import lru_cache

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same on every kind of machine
_ASK_VERSION, _PATH_BENEATH = 1, 1
_NO_NEW_PRIVILEGES = 38

_EXECUTE, _WRITE, _READ, _READ_FOLDER = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_MAKE_DEVICES = 1 << 6 | 1 << 11
_TRUNCATE, _CONTROL_DEVICES = 1 << 14, 1 << 15
#: rights that a rule for a single file may give
_OF_FILES = _EXECUTE | _WRITE | _READ | _TRUNCATE | _CONTROL_DEVICES
#: how many rights on files each version of the kernel's interface knows; later ones know all of these
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
_TCP = 1 << 0 | 1 << 1
_ABSTRACT_SOCKETS, _SIGNALS = 1 << 0, 1 << 1
#: versions that know networks; and limits of what signals and abstract sockets reach
_KNOWS_TCP, _KNOWS_SCOPES = 4, 6


@lru_cache(maxsize=1)
def version() -> int:
    """Which version of Landlock this kernel has; 0: none."""
    if sys.platform != "linux":
        return 0
    return max(0, _call(_CREATE, None, 0, _ASK_VERSION))


def can_scope_signals() -> bool:
    return version() >= _KNOWS_SCOPES


def confine(reads: Iterable[str], writes: Iterable[str]) -> None:
    """This thread, and what it starts from now on, reaches these files and folders and no others, no TCP, and no
    process outside by signals, as far as this kernel can deny that. What does not exist is left out."""
    here = version()
    handled = (1 << _RIGHTS.get(here, 16)) - 1
    ruleset = _ruleset(handled, _TCP if here >= _KNOWS_TCP else 0, _ABSTRACT_SOCKETS | _SIGNALS)
    try:
        for path in reads:
            _allow(ruleset, path, handled & (_EXECUTE | _READ | _READ_FOLDER))
        for path in writes:
            _allow(ruleset, path, handled & ~_MAKE_DEVICES)
        _restrict(ruleset)
    finally:
        os.close(ruleset)


def scope_signals() -> bool:
    """This thread, and what it starts from now on, can send signals among themselves only. False where this kernel
    cannot do that."""
    if not can_scope_signals():
        return False
    ruleset = _ruleset(0, 0, _SIGNALS)
    try:
        _restrict(ruleset)
    finally:
        os.close(ruleset)
    return True


def _ruleset(files: int, network: int, scopes: int) -> int:
    fields = [files, network, scopes][: 1 if version() < _KNOWS_TCP else 2 if version() < _KNOWS_SCOPES else 3]
    data = struct.pack(f"={len(fields)}Q", *fields)
    return _checked(_call(_CREATE, data, len(data), 0))


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= _OF_FILES
        _checked(_call(_ADD, ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0))
    finally:
        os.close(place)


def _restrict(ruleset: int) -> None:
    give_up_new_privileges()
    _checked(_call(_RESTRICT, ruleset, 0))


def give_up_new_privileges() -> None:
    """No program that it starts has more rights than itself, as by `sudo`. The kernel demands it of whoever confines
    itself."""
    _checked(ctypes.CDLL(None, use_errno=True).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))


def _call(number: int, *arguments: int | bytes | None) -> int:
    call = ctypes.CDLL(None, use_errno=True).syscall
    call.restype = ctypes.c_long
    words = [ctypes.c_long(one) if isinstance(one, int) else ctypes.c_char_p(one) for one in arguments]
    return int(call(ctypes.c_long(number), *words))


def _checked(result: int) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
