"""Runs as whoever looks at them sees them: finished, going on, stopped, damaged."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from plies.errors import InvalidFile, UnknownName
from plies.learn.course import Course
from plies.learn.runs import SILENCE, look, looks
from plies.learn.stored import COURSE, Now, Round, Run
from tests.games.test_learned import TEXT
from tests.learn.test_stored import TRIAL


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    monkeypatch.setenv("PLIES_LEARNED", str(tmp_path))
    return Course.of("pawns:3x5", "ari", games=100, nodes=50, rounds=1)


def begun(course: Course) -> Run:
    run = Run(course.folder)
    run.store_course(course)
    return run


def test_a_run_is_seen_as_it_goes(course: Course) -> None:
    assert looks() == []
    run = begun(course)
    run.note(Now("round 1: 40 games", 1, 0.0))
    (going,) = looks()
    assert (going.course, going.state, going.parent) == (course, "running", "ari")
    assert going.now is not None
    assert going.now.text == "round 1: 40 games"
    assert going.child_file is None
    assert going.result().text is None
    made = Round(1, 50, 100, (TRIAL,), TRIAL.file, 0.0)
    run.write(TRIAL.file, TEXT)
    run.store_partial(replace(made, best=""))
    assert look(going.name).rounds[0].trials == (TRIAL,)
    run.store_round(made)
    done = look(going.name)
    assert (done.state, done.rounds, done.now) == ("finished", (made,), None)
    parent, child = done.heuristics()
    assert parent.name == "ari"
    assert child is not None
    assert child.patterns is not None


def test_a_run_without_a_word_has_stopped(course: Course) -> None:
    run = begun(course)
    run.note(Now("round 1: 40 games", 1, 0.0))
    before = time.time() - SILENCE - 10
    for file in run.folder.iterdir():
        os.utime(file, (before, before))
    assert looks()[0].state == "stopped"


def test_a_run_that_was_stopped_is_known_at_once(course: Course) -> None:
    run = begun(course)
    run.note_stop()
    run.note(Now("round 1: 40 games", 1, 3.0))
    run.note_stop()
    (one,) = looks()
    assert one.state == "stopped"
    assert one.now == Now("round 1: 40 games", 1, 3.0)  # whose time counts when it goes on


def test_what_is_no_run(course: Course) -> None:
    run = begun(course)
    for name in ("nobody", "../runs", ".", "a/b", ""):
        with pytest.raises(UnknownName, match="no such run"):
            look(name)
    (run.folder / COURSE).write_text("[]")
    with pytest.raises(InvalidFile, match="not what plies learn was asked for"):
        look(run.folder.name)
    assert looks() == []  # the others would still be there
