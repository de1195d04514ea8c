"""Whether user-written players are isolated: what was wished, and what this system can do.

The wish is in the environment ($PLIES_ISOLATE), so that workers have it too: `yes` insists, `no` switches it off, and
otherwise players are isolated where that works. Landlock comes first; bubblewrap where there is no Landlock.
"""

from __future__ import annotations

import os
import site
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from plies.errors import Refused
from plies.processes import bubblewrap, landlock
from plies.processes.allowance import Isolation

WISH = "PLIES_ISOLATE"
INSIST, OFF = "yes", "no"

#: what programs and libraries of the system read
_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/sbin", "/opt", "/nix/store")
_FILES = (
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/timezone", "/etc/ssl/openssl.cnf"),
    *("/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu"),
    *("/dev/zero", "/dev/random", "/dev/urandom"),
)
#: to be written, too
NOWHERE = "/dev/null"

#: for whoever meets an isolated player that wants more
HINT = "players are isolated from files and the network (see --no-isolate)"
NOT_HERE = "user-written players cannot be isolated on this system: they run with your own rights (see SECURITY.md)"


def available() -> Isolation:
    """What this system can do."""
    if landlock.version():
        return "landlock"
    return "bubblewrap" if bubblewrap.works() else "none"


def denials(means: Isolation) -> tuple[type[OSError], ...]:
    """How it shows that something was out of reach: behind bubblewrap's walls there are no other files."""
    return {"none": (), "landlock": (PermissionError,), "bubblewrap": (PermissionError, FileNotFoundError)}[means]


def is_wished() -> bool:
    return os.environ.get(WISH, "") != OFF


def chosen() -> Isolation:
    """What isolates user-written players; Refused where it was insisted on and nothing works."""
    wish = os.environ.get(WISH, "")
    if wish not in ("", INSIST, OFF):
        raise Refused(f"${WISH} is {wish!r}; it can be {INSIST} or {OFF}, or not set")
    if not is_wished():
        return "none"
    found = available()
    if wish == INSIST and found == "none":
        raise Refused(
            "players cannot be isolated on this system: that takes Linux with Landlock (5.13 or later) or bubblewrap; "
            "--no-isolate runs them with your own rights"
        )
    return found


@contextmanager
def wished(isolate: bool | None) -> Iterator[None]:
    """While it lasts, isolation is insisted on, switched off, or, with None, as it was wished before."""
    before = os.environ.get(WISH)
    try:
        if isolate is not None:
            os.environ[WISH] = INSIST if isolate else OFF
            chosen()
        yield
    finally:
        if before is None:
            os.environ.pop(WISH, None)
        else:
            os.environ[WISH] = before


def programs() -> tuple[str, ...]:
    """What any Python program reads: the system's libraries, this Python, what it can import, Plies itself. A child
    imports from nowhere else (`-P`); its parent may be a script in a folder that is nobody else's business."""
    here = [sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix, *site.getsitepackages()]
    here += [os.path.dirname(os.path.realpath(sys.executable)), site.getusersitepackages()]
    imports = sys.path if sys.flags.safe_path else os.environ.get("PYTHONPATH", "").split(os.pathsep)
    plies = str(Path(__file__).resolve().parents[1])
    return tuple(dict.fromkeys(map(os.path.abspath, filter(None, (*_SYSTEM, *_FILES, *here, *imports, plies)))))
