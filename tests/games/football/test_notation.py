from __future__ import annotations

import pytest

from plies.errors import InvalidPosition
from plies.football import Situation, format_situation, situation


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2nd and 11 from the 45, 60 seconds left", (45, 3, 11, 12)),
        ("1st and 5 from the 5, 20 seconds left", (5, 4, 5, 4)),
        ("1st and goal from the 5, 20 seconds left", (5, 4, 5, 4)),
        ("FOURTH & 1 at the 30-yard line; 1:04 left.", (30, 1, 1, 12)),
        ("third down and 7 yards to go on their own 20 with 2 minutes left", (80, 2, 7, 24)),
        ("3 and 7 from 33, 1 minute 30 seconds", (33, 2, 7, 18)),
        ("1st and 10 from the 80, 64s", (80, 4, 10, 12)),
        ("1st and 10 from the 80, 904 seconds left", (80, 4, 10, 180)),
    ],
)
def test_what_people_say(text: str, expected) -> None:
    assert situation(text) == expected


def test_round_trip() -> None:
    for yards in range(1, 100, 7):
        for downs in range(1, 5):
            for to_go in range(1, yards + 1, 5):
                for ticks in (1, 12, 60, 180):
                    here = Situation(yards, downs, to_go, ticks)
                    assert situation(format_situation(here, 5)) == here


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5th and 3 from the 20, 60 seconds left", "down 5 is impossible"),
        ("fifth and 3 from the 20, 60 seconds left", "down 5 is impossible"),
        ("2nd and 3 from the 0, 60 seconds left", "touchdown already"),
        ("2nd and 11 from the 10, 60 seconds left", "11 yards to a first down from 10 yards out"),
        ("2nd and 0 from the 10, 60 seconds left", "first down already"),
        ("2nd and 3 from the 100, 60 seconds left", "off the field"),
        ("2nd and 3 from the 20, 4 seconds left", "4 seconds is less than one tick of 5 seconds"),
        ("2nd and 3 from the 20, 9999 seconds left", "the coach knows 5 to 900"),
        ("hello", "column 1: a down such as 2nd should stand here, not 'hello'"),
        ("2nd", 'column 4: "and" with the yards'),
        ("2nd and 3 near the goal", 'column 10: "from the"'),
        ("2nd and 3 from the 20", "column 22: the time .* but the text ends there"),
        ("2nd and 3 from the 20, 60 seconds left or so", "column 34: .*nothing more.* not 'left or so'"),
    ],
)
def test_what_cannot_be(text: str, said: str) -> None:
    with pytest.raises(InvalidPosition, match=said) as caught:
        situation(text)
    assert "\n" not in str(caught.value)
