"""A course: what is refused, and which changes make it another."""

from __future__ import annotations

from pathlib import Path

import pytest

from plies.errors import Refused, UnknownName
from plies.learn.course import NODES, Course


def test_a_course_that_only_grows_is_the_same() -> None:
    course = Course.of("pawns:4x5", "ari", games=100, nodes=50)
    assert course.id == Course.of("pawns:4x5", "ari", games=100, nodes=50, rounds=9).id
    assert course.id != Course.of("pawns:4x5", "ari", games=100, nodes=50, seed=1).id
    assert course.id != Course.of("pawns:4x5", "hoddi", games=100, nodes=50).id
    assert course.verdict == "nodes=50"  # so that the same seed gives the same file
    assert course.rounds == 3
    assert [Course.of("pawns:4x5", None, minutes=time).rounds for time in (0.5, 3, 5, 20)] == [1, 1, 2, 3]
    assert Course.of("pawns:4x5", None, minutes=1, rounds=2).rounds == 2
    timed = Course.of("pawns:4x5", None, minutes=5)
    assert (timed.parent, timed.verdict) == ("ari", "20ms")
    assert timed.id == Course.of("pawns:4x5", None, minutes=9).id
    assert [timed.nodes_of(round_) for round_ in (1, 2, 3, 4)] == [*NODES, NODES[-1]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({}, "say how long"),
        ({"games": 100, "minutes": 1.0}, "say how long"),
        ({"games": 5}, "at least 20"),
        ({"games": 100, "nodes": 2}, "at least 10"),
        ({"games": 100, "verdict_games": 20}, "at least 46"),
        ({"games": 100, "rounds": 0}, "at least 1"),
        ({"minutes": -1.0}, "at least 0.05"),
        ({"minutes": 1e99}, "too many"),
        ({"games": 100, "kinds": ("guess",)}, "'guess' is no kind"),
        ({"games": 100, "verdict_games": 101}, "an even number"),
        ({"games": 100, "parent": "binni"}, "other weights for the first side"),
        ({"games": 100, "verdict": "soon"}, "no limit"),
    ],
)
def test_what_cannot_be_learned_is_refused(words: dict[str, object], message: str) -> None:
    parent = words.pop("parent", "ari")
    with pytest.raises((Refused, UnknownName), match=message):
        Course.of("pawns:4x5", parent, **words)  # type: ignore[arg-type]


PARTS = """
import plies
from plies.games.bits import count
def lead(state, side):
    return count(state.white if side == 0 else state.black)
lead_only = plies.Heuristic("lead", "", (plies.Feature("lead", lead),), (2.0,), centre=50.0)
odd = plies.Heuristic("odd", "", (plies.Feature("lead (own)", lead),), (2.0,), centre=50.0)
def bare(state, me):
    return 50
"""


def test_heuristics_of_a_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "parts.py").write_text(PARTS)
    monkeypatch.chdir(tmp_path)
    course = Course.of("pawns:4x5", "parts.py:lead_only(lead=3)", games=100)
    assert course.parent == f"{tmp_path}/parts.py:lead_only(lead=3)"
    assert (course.source, course.kinds) == (f"{tmp_path}/parts.py:lead_only", ("own", "all", "patterns"))
    assert Course.of("pawns:4x5", "parts.py:bare", games=100).kinds == ("all", "patterns")
    for parent, kind, message in (
        ("lead_only", "both", "stand in none beside patterns"),
        ("odd", "own", "give that feature another name"),
        ("bare", "own", "one function without features"),
    ):
        with pytest.raises(Refused, match=message):
            Course.of("pawns:4x5", f"parts.py:{parent}", games=100, kinds=(kind,))
