"""How many files this process may have open: as many as the system lets it have, and some kept for other things than
connections. Otherwise a crowd of connections would keep the ledger, pages and child processes from being opened.
"""

from __future__ import annotations

import sys
from contextlib import suppress

if sys.platform != "win32":
    import resource

#: no more are asked for, however many the system would allow
MOST = 65_536
#: kept free: connections accepted before they are counted, the ledger in some threads, pages, pipes to children
RESERVE = 256


def raise_limit() -> int:
    """Raises the limit of open files as far as it goes; how many may be open now."""
    if sys.platform == "win32":  # there is no such limit
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST if soft == resource.RLIM_INFINITY else soft
    with suppress(ValueError, OSError):  # macOS refuses more than its own bound, whatever the hard limit is
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def room(files: int, wanted: int) -> int:
    """So many of the wanted connections fit beside everything else."""
    return max(1, min(wanted, files - min(RESERVE, files // 2)))
