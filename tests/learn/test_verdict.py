"""The verdict: a match that a sequential test ends, and that resumes from its ledger."""

from __future__ import annotations

from pathlib import Path

import pytest

from plies.arena.numbers.sprt import Sprt
from plies.learn import verdict
from plies.learn.verdict import Match, judge


def test_a_better_candidate_is_taken_and_pairs_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict, "TEST", Sprt(-600.0, -300.0))  # which an equal one passes soon
    shown: list[tuple[int, ...]] = []
    match = Match("breakthrough:4x5", "ari", "hoddi", "nodes=60", 80, 3)
    found = judge(match, tmp_path / "ledger.sqlite", shown.append)
    assert found.decision == "H1"
    assert sum(found.pentanomial) < 40
    assert sum(shown[-1]) > 0
    assert found.estimate.samples == sum(found.pentanomial)
    played = len(shown)
    assert judge(match, tmp_path / "ledger.sqlite", shown.append) == found
    assert len(shown) == played  # nothing was played again


def test_a_verdict_without_time_is_undecided(tmp_path: Path) -> None:
    match = Match("breakthrough:4x5", "ari", "hoddi", "nodes=60", 60, 3)
    found = judge(match, tmp_path / "ledger.sqlite", lambda pairs: None, seconds=0.0)
    assert found.decision == "continue"
    assert sum(found.pentanomial) < 30
