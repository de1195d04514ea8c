"""Open files: the limit is raised as far as it goes, and some are kept for other things than connections."""

from __future__ import annotations

import subprocess
import sys

import pytest

from plies.web.server.descriptors import RESERVE, room


@pytest.mark.parametrize(
    ("files", "wanted", "fit"),
    [(20_000, 2000, 2000), (1024, 2000, 1024 - RESERVE), (256, 2000, 128), (1, 2000, 1), (1024, 10, 10)],
)
def test_some_are_kept(files: int, wanted: int, fit: int) -> None:
    assert room(files, wanted) == fit


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
@pytest.mark.parametrize(("soft", "hard", "raised"), [(64, 512, 512), (512, 512, 512)])
def test_the_limit_is_raised(soft: int, hard: int, raised: int) -> None:
    program = (
        f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))\n"
        "from plies.web.server.descriptors import raise_limit\n"
        "print(raise_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stdout.split() == [str(raised), str(raised), str(hard)], ran.stderr
