"""A cache of compiled code that other processes have filled."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compile.elsewhere import finish, search, start_process


@pytest.fixture(scope="session")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that two processes have filled at once, both with success; the first run says that it compiles."""
    cache = tmp_path_factory.mktemp("cache")
    both = [start_process(cache), start_process(cache)]
    results = [finish(process) for process in both]
    assert results[0]["value"] == results[1]["value"]
    assert results[0]["nodes"] == results[1]["nodes"]
    assert any("compiling the engine of pawns" in result["stderr"] for result in results)
    search(cache)  # whatever the two have left half done is done now
    return cache
