"""A course: what is refused, and which changes make it another."""

from __future__ import annotations

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
