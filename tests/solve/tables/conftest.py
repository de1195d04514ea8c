"""The tables that tests look at are those of `tests/tables`."""

from __future__ import annotations

from tests.tables.conftest import folder, small

__all__ = ["folder", "small"]
