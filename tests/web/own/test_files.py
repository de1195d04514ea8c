"""The files that the server was given."""

from __future__ import annotations

from pathlib import Path

import pytest

import plies
from plies.errors import InvalidFile, UnknownName
from plies.web.own import files
from tests.web.own.conftest import SPY


def test_what_is_in_each_file_and_what_is_wrong_with_it(announced: Path) -> None:
    found = {one.label: one for one in files.own_files()}
    assert found["nim.py"].game == "nim"
    assert [one.name for one in found["mine.py"].heuristics] == ["lead", "slow", "parts"]
    assert (found["broken.py"].line, found["broken.py"].problem) == (
        2,
        "line 2, column 12: broken.py: '(' was never closed",
    )
    labels = [one.label for one in files.heuristics_for(plies.game("pawns:4x5"))]
    assert labels == ["mine.py:lead", "mine.py:slow", "mine.py:parts"]


def test_labels_and_choices(announced: Path) -> None:
    found = files.find("mine.py:lead")
    assert found.choice == f"{announced}/mine.py:lead"
    assert files.labelled(f"{announced}/mine.py:parts(pawns=3)") == "mine.py:parts(pawns=3)"
    assert files.labelled("/elsewhere/mine.py:parts") == "/elsewhere/mine.py:parts"
    assert files.labelled("ari") == "ari"
    assert not files.is_label(f"{announced}/mine.py:lead")
    with pytest.raises(UnknownName, match="known: lead, slow"):
        files.find("mine.py:none")
    with pytest.raises(InvalidFile, match="never closed"):
        files.find("broken.py:bad")
    with pytest.raises(UnknownName, match=r"plies serve mine\.py"):
        files.find("gone.py:bad")


def test_edits_and_files_of_the_same_name_are_noticed(announced: Path, tmp_path: Path) -> None:
    late = announced / "late.py"
    late.write_text("def first(state, me):\n    return 0\n")
    before = next(one for one in files.own_files() if one.path == late)
    late.write_text("def other(state, me):\n    return 1 / 0\n")
    after = next(one for one in files.own_files() if one.path == late)
    assert [one.name for one in after.heuristics] == ["other"]
    assert before.version != after.version
    assert after.heuristics[0].games == ()
    late.unlink()
    assert late not in [one.path for one in files.own_files()]


def test_a_file_of_heuristics_is_run_in_isolation(announced: Path) -> None:
    mark = announced / "written"
    (announced / "spy.py").write_text(SPY.format(folder=str(Path.home()), mark=str(mark)))
    found = next(one for one in files.own_files() if one.label == "spy.py")
    (announced / "spy.py").unlink()
    assert [one.name for one in found.heuristics] == ["spy"]
    assert not mark.exists()
