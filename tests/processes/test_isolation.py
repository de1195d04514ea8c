"""What was wished, and what this system can do."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from plies.errors import Refused
from plies.processes import bubblewrap, isolation, landlock


@pytest.fixture(autouse=True)
def _no_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(isolation.WISH, raising=False)


@pytest.mark.parametrize(
    ("version", "works", "found"),
    [(6, True, "landlock"), (1, False, "landlock"), (0, True, "bubblewrap"), (0, False, "none")],
)
def test_what_is_chosen(monkeypatch: pytest.MonkeyPatch, version: int, works: bool, found: str) -> None:
    monkeypatch.setattr(landlock, "version", lambda: version)
    monkeypatch.setattr(bubblewrap, "works", lambda: works)
    assert isolation.chosen() == found
    with isolation.wished(False):
        assert isolation.chosen() == "none"
    if found == "none":
        with pytest.raises(Refused, match=r"cannot be isolated on this system.*--no-isolate"), isolation.wished(True):
            pass
    else:
        with isolation.wished(True):
            assert isolation.chosen() == found
            assert os.environ[isolation.WISH] == isolation.INSIST  # for workers
    assert isolation.WISH not in os.environ
    with isolation.wished(None):
        assert isolation.WISH not in os.environ


def test_a_wish_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(isolation.WISH, "maybe")
    with pytest.raises(Refused, match=r"\$PLIES_ISOLATE is 'maybe'"):
        isolation.chosen()


def test_the_folder_of_a_script_is_not_among_what_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    found = isolation.programs()
    assert str(tmp_path) not in found
    assert sys.prefix in found
    assert any(Path(isolation.__file__).is_relative_to(path) for path in found)
