"""What all tests share: the data files, and one folder for compiled kernels in each test run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import plies.football
from plies.arena.store.ledger import Ledger
from plies.players import copies
from tests.sizes import is_long

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Before pytest chooses by marks."""
    for item in items:
        if is_long(item.nodeid):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def _tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables and learned heuristics of the tests, never those of the person who runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLIES_TABLES", str(tmp_path_factory.mktemp("tables")))
        patch.setenv("PLIES_LEARNED", str(tmp_path_factory.mktemp("learned")))
        yield


@pytest.fixture
def data() -> Path:
    """The folder of plain-text test data."""
    return HERE / "data"


@pytest.fixture
def forget_copies(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """forget_copies() -> as in another process, later: only the files themselves are there."""

    def forget() -> None:
        monkeypatch.setattr(copies, "_kept", {})
        monkeypatch.delenv(copies.FOLDER, raising=False)

    return forget


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "ledger.sqlite") as made:
        yield made


@pytest.fixture(scope="session")
def minute() -> plies.football.FootballSolution:
    """Every situation of up to a minute."""
    return plies.football.solve(ticks=12)


@pytest.fixture(scope="session")
def usual() -> plies.football.FootballSolution:
    """What can arise from the usual start."""
    return plies.football.solve(start=plies.football.START)
