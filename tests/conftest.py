"""What all tests share: the data files, and one folder for compiled kernels in each test run."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture
def data() -> Path:
    """The folder of plain-text test data."""
    return HERE / "data"
