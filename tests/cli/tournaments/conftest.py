"""A ledger for tests of tournaments."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of its own for each test."""
    path = tmp_path / "ledger.sqlite"
    monkeypatch.setenv("PLIES_LEDGER", str(path))
    return path
