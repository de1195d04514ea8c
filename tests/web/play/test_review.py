"""Verdicts on moves."""

from __future__ import annotations

import pytest

from plies.values import Result
from plies.web.play.review import Point, exact_point, share_of, verdict


def test_a_share_grows_with_the_value_and_ends_at_certainty() -> None:
    shares = [share_of(value, 0) for value in (-1000.0, -3.0, -0.1, 0.0, 0.1, 3.0, 1000.0)]
    assert shares == sorted(shares)
    assert shares[1:6:2] == [0.25, 0.5, 0.75]
    assert (share_of(0.0, -1), share_of(0.0, 1)) == (0.0, 1.0)
    assert share_of(300.0, 0, unit=100.0) == share_of(3.0, 0)


@pytest.mark.parametrize(
    ("had", "left_to_the_other", "name"),
    [
        ("win", "loss", ""),
        ("win", "draw", "mistake"),
        ("win", "win", "blunder"),
        ("draw", "draw", ""),
        ("draw", "win", "mistake"),
        ("loss", "win", ""),
    ],
)
@pytest.mark.parametrize("mover", [0, 1])
def test_exact_verdicts(had: Result, left_to_the_other: Result, name: str, mover: int) -> None:
    before, after = exact_point(had, mover, ("other",)), exact_point(left_to_the_other, 1 - mover)
    assert verdict(before, after, mover, "this") == name


@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize(
    ("given", "name"), [(-0.2, ""), (0.05, ""), (0.1, "inaccuracy"), (0.2, "mistake"), (0.4, "blunder")]
)
def test_estimated_verdicts_are_by_what_the_mover_gave_away(given: float, name: str, mover: int) -> None:
    sign = 1 if mover == 0 else -1
    before, after = Point(0.5, None, ("best",)), Point(0.5 - sign * given)
    assert verdict(before, after, mover, "other") == name
    assert verdict(before, after, mover, "best") == "", "what the search would have played is not blamed"
