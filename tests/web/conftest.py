"""One server, and where it is needed one browser, for all web tests of a test process."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page

from plies.web.server.settings import Settings
from tests.web.serving import looking, serving


@pytest.fixture(scope="session")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of the shared server, which has a ledger of its own: the user's games are left alone."""
    with serving(Settings(ledger=tmp_path_factory.mktemp("shared") / "ledger.sqlite")) as client:
        yield client


@pytest.fixture(scope="module")
def shared_page(shared_client: httpx.Client) -> Iterator[Page]:
    """A page of a browser at the shared server; at the end its console must be empty of errors."""
    with looking(str(shared_client.base_url)) as page:
        yield page
