"""A server whose editor is open to whoever has the secret, and a folder for what is saved."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from plies import game_files
from plies.web.server.settings import Settings
from tests.web.serving import serving

SECRET = "a-secret-of-this-test"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The files that are known before and afterwards are the same."""
    before = os.environ.pop(game_files.VARIABLE, None)
    yield tmp_path_factory.mktemp("edited")
    os.environ.pop(game_files.VARIABLE, None)
    if before is not None:
        os.environ[game_files.VARIABLE] = before


@pytest.fixture(scope="module")
def visitor(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Without the secret."""
    ledger = tmp_path_factory.mktemp("ledger") / "ledger.sqlite"
    settings = Settings(secret=SECRET, folder=folder, ledger=ledger, draft_seconds=60.0)
    with serving(settings) as client:
        yield client


@pytest.fixture(scope="module")
def writer(visitor: httpx.Client) -> Iterator[httpx.Client]:
    """With it, as a browser has it that opened the printed address."""
    with httpx.Client(base_url=visitor.base_url, timeout=120) as client:
        reply = client.get(f"/edit?token={SECRET}")
        assert reply.status_code == 303
        assert reply.headers["location"] == "/edit"
        assert "HttpOnly; SameSite=Strict" in reply.headers["set-cookie"]
        yield client
