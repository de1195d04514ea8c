"""What the tests of child processes share: children that find the parrot, and whether a process is alive."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _children_find_the_parrot(monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", str(ROOT) + (os.pathsep + before if before else ""))
