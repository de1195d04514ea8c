"""Tables that several tests look at, each built once."""

from __future__ import annotations

from pathlib import Path

import pytest

import plies
from plies.solve.tables.builder.building import Wish, build_table
from plies.tables.table import Table, open_table


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Pebbles 3x1: 583 positions, all results, distances up to 13."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLIES_TABLES", str(tmp_path_factory.mktemp("small")))
        game = plies.game("pebbles:3x1")
        build_table(Wish(game))
        return open_table(game)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of tables of its own."""
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"
