"""The filter of system calls and the privileges of root, seen from inside; and the numbers beside the system's own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from plies.processes import system_calls

pytestmark = pytest.mark.skipif(
    not system_calls.is_known_machine(), reason="there is a filter for two kinds of machine"
)

CODE = """
import os, resource, socket, sys, threading, subprocess
from plies.processes import system_calls
{first}
def tried(call):
    try:
        call()
        return True
    except (PermissionError, ValueError):
        return False
file, parent = sys.argv[1], os.getppid()
limit = resource.getrlimit(resource.RLIMIT_NOFILE)
print([tried(call) for call in (
    lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
    lambda: os.chmod(file, 0o600),
    lambda: os.utime(file),
    lambda: os.truncate(file, 0),
    lambda: os.setxattr(file, "user.x", b"1"),
    lambda: resource.prlimit(parent, resource.RLIMIT_NOFILE, resource.prlimit(parent, resource.RLIMIT_NOFILE)),
    lambda: os.sched_setaffinity(parent, os.sched_getaffinity(parent)),
)], [tried(call) for call in (
    lambda: socket.socketpair(),
    lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limit),
    lambda: open(file, "w").truncate(0),
    lambda: subprocess.run(["true"], check=True),
    lambda: threading.Thread(target=int).start(),
)])
print(open("/proc/self/status").read())
"""


def seen(tmp_path: Path, first: str) -> str:
    (tmp_path / "file").write_text("text")
    words = [sys.executable, "-c", CODE.format(first=first), str(tmp_path / "file")]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def test_what_is_denied(tmp_path: Path) -> None:
    text = seen(tmp_path, "system_calls.deny()")
    assert f"{[False] * 7} {[True] * 5}" in text
    assert "NoNewPrivs:\t1" in text
    assert f"{[True] * 7} {[True] * 5}" in seen(tmp_path, "")


@pytest.mark.skipif(hasattr(os, "getuid") and os.getuid() != 0, reason="others than root have none")
def test_privileges(tmp_path: Path) -> None:
    def capabilities(text: str) -> tuple[int, int]:
        found = dict(re.findall(r"(Cap\w+):\s+([0-9a-f]+)", text))
        return int(found["CapEff"], 16), int(found["CapBnd"], 16)

    before = capabilities(seen(tmp_path, ""))
    assert capabilities(seen(tmp_path, "system_calls.drop_privileges()")) == (0, 0)
    without = ~(1 << system_calls.LIFT_LIMITS)
    after = capabilities(seen(tmp_path, "system_calls.drop_privileges(system_calls.LIFT_LIMITS)"))
    assert after == (before[0] & without, before[1] & without)


#: what is denied, by name; the machine's own list may lack a few
NAMES = {
    "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    "aarch64": "/usr/include/asm-generic/unistd.h",
}
DENIED = """socket truncate chmod fchmod fchmodat chown fchown lchown fchownat utime utimes futimesat utimensat setxattr
    lsetxattr fsetxattr removexattr lremovexattr fremovexattr ptrace process_vm_readv process_vm_writev kcmp setpriority
    sched_setparam sched_setscheduler sched_setaffinity ioprio_set sched_setattr migrate_pages move_pages shmget semget
    msgget mq_open add_key request_key keyctl unshare setns bpf perf_event_open userfaultfd"""


@pytest.mark.parametrize("machine", NAMES)
def test_the_numbers_are_those_of_the_system(machine: str) -> None:
    file = Path(NAMES[machine])
    if not file.exists():
        pytest.skip(f"no {file}")
    known = {name: int(number) for name, number in re.findall(r"__NR(?:3264)?_(\w+)\s+(\d+)\b", file.read_text())}
    ours = system_calls._MACHINES[machine]
    assert set(ours.denied) == {known[name] for name in DENIED.split() if name in known}
    assert (ours.clone, ours.prlimit) == (known["clone"], known["prlimit64"])
    newer = ("io_uring_setup", "io_uring_enter", "io_uring_register", "pidfd_getfd", "process_madvise")
    assert {known[name] for name in newer if name in known} <= set(system_calls._COMMON)
