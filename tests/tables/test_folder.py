"""The folder of tables: names of files, sizes in words."""

from __future__ import annotations

from pathlib import Path

import pytest

import plies
from plies.tables.folder import Scope, read_size


def test_different_scopes_have_different_files(folder: Path) -> None:
    scopes = [
        *(Scope("pebbles:4x2"), Scope("pebbles:4x2", "0,0/1,1 A"), Scope("pebbles:4x2", part="all")),
        *(Scope("checkers", part="pieces=4"), Scope("a/b"), Scope("a b"), Scope("a_b"), Scope("a:b")),
    ]
    assert len({scope.file for scope in scopes} | {scope.stages for scope in scopes}) == 2 * len(scopes)
    assert all(scope.file.parent == folder for scope in scopes)


def test_sizes() -> None:
    assert [read_size(text) for text in ("12", "4G", "500M", "1.5 kB")] == [12, 4_000_000_000, 500_000_000, 1500]
    with pytest.raises(plies.Refused, match="'lots' is not a size"):
        read_size("lots")
