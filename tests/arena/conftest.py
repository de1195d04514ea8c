"""What the tests of tournaments share: workers that find the stand-in, a ledger, small tournaments."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from plies.arena.ledger import Ledger
from tests.arena import standin


@pytest.fixture
def workers_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes can import the stand-in."""
    before = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", str(standin.ROOT) + (os.pathsep + before if before else ""))


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "ledger.sqlite") as made:
        yield made
