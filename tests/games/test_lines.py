"""Games with variations as one line of text: read, written, played."""

from __future__ import annotations

import random

import pytest

import plies
from plies.errors import InvalidMove
from plies.games.checkers import pdn
from plies.games.lines import DEEPEST, count, format_line, parse_line, walk
from plies.games.position import Position
from plies.games.records import Comment, Glyph, Item, Played, Record, Variation

TEXT = "{an open game} 11-15 23-19 ( 22-18 15x22 {taken} ( 8-11 ) ) 8-11 ! 22-17 $2"


def test_a_text_and_its_items() -> None:
    items = parse_line(TEXT)
    inner = Variation((Played("8-11"),))
    assert items == (
        Comment("an open game"),
        Played("11-15"),
        Played("23-19"),
        Variation((Played("22-18"), Played("15x22"), Comment("taken"), inner)),
        Played("8-11", "!"),
        Played("22-17"),
        Glyph(2),
    )
    assert format_line(items) == TEXT
    assert count(items) == 7
    assert parse_line("") == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("( 11-15 )", "stands after the move"),
        ("11-15 )", "closes no variation"),
        ("11-15 ( 10-15", "never closed"),
        ("11-15 {open", "no closing brace"),
        ("a " + "( b " * (DEEPEST + 1), "inside each other"),
    ],
)
def test_what_is_no_such_text(text: str, problem: str) -> None:
    with pytest.raises(InvalidMove, match=problem):
        parse_line(text)


def test_each_line_is_played_as_far_as_it_goes() -> None:
    start = plies.game("checkers").start()
    walked = walk(start, parse_line("11-15 23-19 ( 22-18 15:22 1-32 9-14 ) 8-11 ( 3-32 ) 99-1 22-17"))
    assert format_line(walked.items) == "11-15 23-19 ( 22-18 15x22 ) 8-11"  # in the game's own words
    assert walked.position == start.play("11-15").play("23-19").play("8-11")
    assert str(walked.problem).startswith("move 4: ")


def grown(here: Position, choose: random.Random, depth: int) -> tuple[Item, ...]:
    """A line of random moves with random variations and comments."""
    items: list[Item] = []
    for _ in range(choose.randrange(1, 8)):
        if here.outcome is not None:
            break
        items.append(Played(choose.choice(here.moves), choose.choice(("", "", "!"))))
        if choose.random() < 0.3:
            items.append(Comment(choose.choice(("good", "two words"))))
        if depth and choose.random() < 0.4:
            items.append(Variation(grown(here, choose, depth - 1)))
        here = here.play(next(item.word for item in reversed(items) if isinstance(item, Played)))
    return tuple(items)


@pytest.mark.parametrize("seed", range(20))
def test_there_and_back_also_through_pdn(seed: int) -> None:
    start = plies.game("checkers").start()
    items = grown(start, random.Random(seed), 3)
    assert parse_line(format_line(items)) == items
    walked = walk(start, items)
    assert walked.problem is None
    assert tuple(walked.items) == items
    assert pdn.read(pdn.write([Record((), start.text, items)])).records[0].items == items
