"""What Landlock does not deny: a filter of system calls (seccomp), and the privileges of root.

The filter denies sockets of every kind; what changes the rights, owners and times of files that cannot be opened; and
what reaches into other processes, their limits and their places on the processor. A denied call fails as one without
permission. There is no way back. Landlock would let all this through: it watches opened files, TCP and signals.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
from collections.abc import Iterator
from typing import NamedTuple

from plies.processes.landlock import give_up_new_privileges


class _Machine(NamedTuple):
    """A kind of machine: what the kernel calls it, and its numbers of system calls."""

    code: int
    denied: tuple[int, ...]
    clone: int
    prlimit: int


#: numbers that all machines share: io_uring (which would pass by the filter), pidfd_getfd, process_madvise,
#: process_mrelease, fchmodat2, setxattrat, removexattrat, file_setattr
_COMMON = (425, 426, 427, 438, 440, 448, 452, 463, 466, 469)
_CLONE3 = 435

_MACHINES = {
    "x86_64": _Machine(
        0xC000003E,
        (
            41,  # socket; socketpair reaches nobody else
            *(76, 90, 91, 268),  # truncate, chmod, fchmod, fchmodat
            *(92, 93, 94, 260),  # chown, fchown, lchown, fchownat
            *(132, 235, 261, 280),  # utime, utimes, futimesat, utimensat
            *(188, 189, 190, 197, 198, 199),  # setxattr, removexattr and their kin
            *(101, 310, 311, 312),  # ptrace, process_vm_readv, process_vm_writev, kcmp
            *(141, 142, 144, 203, 251, 314),  # setpriority, sched_set..., ioprio_set
            *(256, 279),  # migrate_pages, move_pages
            *(29, 64, 68, 240),  # shmget, semget, msgget, mq_open: they outlive processes
            *(248, 249, 250),  # add_key, request_key, keyctl
            *(272, 308, 321, 298, 323),  # unshare, setns, bpf, perf_event_open, userfaultfd
        ),
        clone=56,
        prlimit=302,
    ),
    "aarch64": _Machine(
        0xC00000B7,
        (
            198,
            *(45, 52, 53),  # truncate, fchmod, fchmodat
            *(54, 55),
            88,
            *(5, 6, 7, 14, 15, 16),
            *(117, 270, 271, 272),
            *(140, 118, 119, 122, 30, 274),
            *(238, 239),
            *(194, 190, 186, 180),
            *(217, 218, 219),
            *(97, 268, 280, 241, 282),
        ),
        clone=220,
        prlimit=261,
    ),
}

#: flags of clone that make namespaces, in which a process has privileges that it has not outside
_NAMESPACES = 0x7E020000
_SET_SECCOMP, _FILTER = 22, 2
_DROP_FROM_BOUNDING_SET = 24
_CAPABILITIES_VERSION = 0x20080522
#: the right to lift limits
LIFT_LIMITS = 24

# the small machine language of filters: load a word of the call's data, compare and jump, return
_LOAD, _JUMP_EQUAL, _JUMP_MASK, _JUMP_AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_X32 = 0x40000000

_Step = tuple[int, int, int, int]


def is_known_machine() -> bool:
    return sys.platform == "linux" and platform.machine() in _MACHINES and sys.maxsize > 1 << 32


def deny() -> None:
    """Denies the calls above to this thread and to what it starts. On other machines there is no filter."""
    if not is_known_machine():
        return
    steps = b"".join(struct.pack("=HBBI", *step) for step in _program(_MACHINES[platform.machine()]))
    held = ctypes.create_string_buffer(steps, len(steps))
    program = struct.pack("@HP", len(steps) // 8, ctypes.addressof(held))
    give_up_new_privileges()
    if _prctl(_SET_SECCOMP, _FILTER, ctypes.cast(ctypes.c_char_p(program), ctypes.c_void_p).value or 0) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _program(machine: _Machine) -> Iterator[_Step]:
    denied = _ERROR | errno.EPERM
    yield _LOAD, 0, 0, _ARCHITECTURE
    yield _JUMP_EQUAL, 1, 0, machine.code
    yield _RETURN, 0, 0, _KILL
    yield _LOAD, 0, 0, _NUMBER
    yield from _unless(_JUMP_AT_LEAST, _X32, denied)  # the same calls under other numbers
    for number in (*machine.denied, *_COMMON):
        yield from _unless(_JUMP_EQUAL, number, denied)
    yield from _unless(_JUMP_EQUAL, _CLONE3, _ERROR | errno.ENOSYS)  # its flags are hidden; libraries use clone then
    yield from _by_argument(machine.clone, ((_JUMP_MASK, 0, 1, _NAMESPACES), (_RETURN, 0, 0, denied)))
    yield from _by_argument(machine.prlimit, ((_JUMP_EQUAL, 1, 0, 0), (_RETURN, 0, 0, denied)))  # of others
    yield _RETURN, 0, 0, _ALLOW


def _unless(jump: int, number: int, answer: int) -> Iterator[_Step]:
    yield jump, 0, 1, number
    yield _RETURN, 0, 0, answer


def _by_argument(number: int, steps: tuple[_Step, ...]) -> Iterator[_Step]:
    """Steps for one call that look at its first argument."""
    yield _JUMP_EQUAL, 0, len(steps) + 2, number
    yield _LOAD, 0, 0, _FIRST_ARGUMENT
    yield from steps
    yield _LOAD, 0, 0, _NUMBER


# -- privileges ------------------------------------------------------------------------------------------------------


def drop_privileges(only: int | None = None) -> None:
    """Gives up what root may do and others may not, or one such right, for good."""
    if not is_known_machine():
        return
    libc = ctypes.CDLL(None, use_errno=True)
    for number in range(64) if only is None else (only,):
        _prctl(_DROP_FROM_BOUNDING_SET, number)  # not root: there is nothing to drop
    header = ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITIES_VERSION, 0), 8)
    data = ctypes.create_string_buffer(24)
    if only is not None:
        libc.capget(header, data)
        words = list(struct.unpack("=6I", data.raw))
        at = only // 32 * 3
        words[at : at + 3] = [word & ~(1 << only % 32) for word in words[at : at + 3]]
        data = ctypes.create_string_buffer(struct.pack("=6I", *words), 24)
    if libc.capset(header, data) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _prctl(option: int, *arguments: int) -> int:
    words = [ctypes.c_ulong(one) for one in (*arguments, 0, 0, 0, 0)[:4]]
    return int(ctypes.CDLL(None, use_errno=True).prctl(ctypes.c_int(option), *words))
