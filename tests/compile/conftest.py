"""A cache of compiled code that other processes have filled."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import plies
from plies.compile import build
from plies.search.engine.worker import KERNEL as ENGINE
from tests.compile.elsewhere import fill_at_once


@pytest.fixture(scope="session")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the engine, whose evaluator two processes have compiled at once."""
    cache = tmp_path_factory.mktemp("cache")
    plies.analyse(plies.game("pawns:3x5").start(), "ari", depth=1)  # unless another test has compiled it
    engine = Path(build.kernel(ENGINE, plies.game("pawns:3x5")).__file__).parent
    shutil.copytree(engine, cache / engine.name)
    fill_at_once(cache)
    assert len(list(cache.iterdir())) > 1
    return cache
