"""What a record says it was played with."""

from __future__ import annotations

from plies.arena.run.versions import versions


def test_versions_name_the_code() -> None:
    assert set(versions()) == {"plies", "code", "python", "numba"}
    assert len(versions()["code"]) == 16
