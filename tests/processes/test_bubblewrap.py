"""Bubblewrap, where a trial run of it succeeds."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from plies.processes import bubblewrap, isolation
from plies.processes.allowance import Allowance
from plies.processes.link import Link
from tests.processes.conftest import ROOT
from tests.processes.parrot import MESSAGES, MODULE, Do, Say


def test_it_works_where_a_trial_run_succeeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "PROGRAM", "no-such-program")
    assert not bubblewrap.works.__wrapped__()
    monkeypatch.setattr(bubblewrap, "PROGRAM", "false")
    assert not bubblewrap.works.__wrapped__()
    monkeypatch.setattr(bubblewrap, "words", lambda reads: ["sleep"])
    monkeypatch.setattr(bubblewrap, "TRIAL", 0.01)
    assert not bubblewrap.works.__wrapped__()


@pytest.mark.skipif(not bubblewrap.works(), reason="bubblewrap does not work here")
def test_a_child_behind_its_walls(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    words = [*bubblewrap.words(isolation.programs()), "cat", str(tmp_path / "file")]
    assert subprocess.run(words, capture_output=True).returncode != 0
    allowance = Allowance(isolation="bubblewrap", reads=(*isolation.programs(), str(ROOT)), terminal=False)
    link = Link(MODULE, MESSAGES, allowance)
    try:
        assert link.ask(Say("hello"), 60) == Say("hello")
        assert link.ask(Do("session"), 60) == Say("False")  # its number is another one in there
    finally:
        link.close()
