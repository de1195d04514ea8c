"""User-written heuristics, asked in processes of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

import plies
from plies.errors import InvalidFile
from plies.web.own import judging
from plies.web.own.judging import Judge


@pytest.mark.slow
def test_the_number_is_that_of_the_slow_twin_and_an_edit_is_another_heuristic(announced: Path) -> None:
    position = plies.game("pawns:4x5").start().play("a2-a3").play("b4xa3")
    judge = Judge.of("pawns:4x5", f"{announced}/mine.py:parts")
    found = judge.ask(position, 0)
    assert (float(found), found.terms[0].mine, found.terms[0].theirs) == (48.0, 7.0, 8.0)
    text = (announced / "mine.py").read_bytes().replace(b"(2.0,)", b"(3.0,)")
    other = Judge.of("pawns:4x5", f"{announced}/mine.py:parts", {f"{announced}/mine.py": text})
    assert other.asked != judge.asked
    assert float(other.ask(position, 0)) == 47.0
    judge.close()
    other.close()


def test_one_that_never_returns_is_ended(announced: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "READY", 4.0)
    text = b"def endless(state, me):\n    while True:\n        pass\n"
    path = f"{announced}/endless.py"
    endless = Judge.of("pawns:4x5", f"{path}:endless", {path: text})
    with pytest.raises(InvalidFile, match="no answer within"):
        endless.ask(plies.game("pawns:4x5").start(), 0)
    assert endless.link is None
