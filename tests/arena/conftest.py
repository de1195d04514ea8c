"""What the tests of tournaments share: workers that find the stand-in."""

from __future__ import annotations

import os

import pytest

from tests.arena import standin


@pytest.fixture
def workers_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes can import the stand-in."""
    before = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", str(standin.ROOT) + (os.pathsep + before if before else ""))
