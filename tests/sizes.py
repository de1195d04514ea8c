"""How much a test compares: a sample in `make test`, the full number in `make slow`."""

from __future__ import annotations

from typing import Any

import pytest


def slow(*values: Any) -> Any:
    """A case of a parametrised test that has cheaper siblings: it runs in `make slow`."""
    return pytest.param(*values, marks=pytest.mark.slow)


def sample_and_all(sample: int, full: int) -> Any:
    """Parametrises `count`."""
    return pytest.mark.parametrize("count", [sample, pytest.param(full, marks=pytest.mark.slow)])
