"""Jobs that confine themselves before a user-written heuristic runs in them."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from plies.processes.isolation import available
from plies.web.own.confined import handed_over
from tests.web.own.conftest import SPY
from tests.web.serving import events


def test_only_labels_are_handed_over(announced: Path) -> None:
    choice, texts = handed_over("mine.py:lead")
    assert choice == f"{announced}/mine.py:lead"
    assert [path for path, _ in texts] == [f"{announced}/mine.py"]
    assert handed_over("ari") == ("ari", ())
    assert handed_over(None) == (None, ())


@pytest.mark.skipif(available() != "landlock", reason="this system cannot isolate")
def test_a_heuristic_in_a_recorded_search_reaches_no_files(own_client: httpx.Client, announced: Path) -> None:
    mark = announced / "written"
    (announced / "spy.py").write_text(SPY.format(folder=str(Path.home()), mark=str(mark)))
    subject = {"game": "pawns:4x5", "heuristic": "spy.py:spy", "depth": 0}
    done = events(own_client, "/api/trees", {"subject": subject})[-1]
    (announced / "spy.py").unlink()
    assert done["value"] == "-51.00"  # -1, less the centre of 50
    assert not mark.exists()
