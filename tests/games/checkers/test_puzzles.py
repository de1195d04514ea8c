"""Puzzle files: boards both ways round, and every complaint with its line and column."""

from __future__ import annotations

import random

import pytest

from plies.errors import InvalidFile
from plies.games.checkers import notation
from plies.games.contract import Puzzle
from tests.games.checkers.helpers import GAME, random_state

PUZZLES = GAME.puzzles
EMPTY = ["........"] * 8
FIRST = "......../......../......../......../......../......../.b.R..../B.......".replace("/", "\n")


def test_a_board_without_a_last_newline():
    puzzle = PUZZLES.read(FIRST)
    assert puzzle == PUZZLES.read(FIRST + "\n") == PUZZLES.read(FIRST.replace("\n", "\r\n") + "\r\n")
    assert (GAME.format(puzzle.state), puzzle.mirrored) == ("B:W8,K4:BK7", False)
    assert PUZZLES.write(puzzle, [puzzle.state]) == FIRST + "\n"


def test_a_mirrored_board_goes_back_mirrored():
    mirrored = "\n".join(line[::-1] for line in FIRST.split("\n"))
    puzzle = PUZZLES.read(mirrored)
    assert puzzle.mirrored
    assert puzzle.state == PUZZLES.read(FIRST).state
    assert PUZZLES.write(puzzle, [puzzle.state] * 2) == mirrored + "\n\n" + mirrored + "\n"


def test_any_board_round_trips():
    rng = random.Random(6)
    for _ in range(500):
        state = random_state(rng)._replace(turn=0)
        for mirrored in (False, True):
            puzzle = Puzzle(state, mirrored)
            assert PUZZLES.read(PUZZLES.write(puzzle, [state])) == puzzle


def test_an_empty_board_is_a_board():
    assert GAME.format(PUZZLES.read("\n".join(EMPTY)).state) == "B:W:B"


def with_line(number, text):
    return "\n".join([*EMPTY[: number - 1], text, *EMPTY[number:]])


@pytest.mark.parametrize(
    ("text", "line", "column", "complaint"),
    [
        ("", 1, 1, "this one ends after 0"),
        ("\n".join(EMPTY[:7]), 8, 1, "a board has 8 lines, but this one ends after 7"),
        ("\n".join([*EMPTY, "", "x"]), 9, 1, "one more"),
        (with_line(3, "......."), 3, 8, "this one ends after 7"),
        (with_line(3, "........."), 3, 9, "one more"),
        (with_line(5, "..x....."), 5, 3, "'x' is not one of"),
        (with_line(5, "r..r...."), 5, 4, "'r' is on a dark square, but the pieces before it are on light ones"),
        (with_line(1, ".r......"), 1, 2, "a man 'r' on its last row would be a king 'R'"),
        (with_line(8, "b......."), 8, 1, "a man 'b' on its last row would be a king 'B'"),
        (
            "\n".join([*EMPTY[:2], ".b.b.b.b", "b.b.b.b.", ".b.b.b.b", "b.......", *EMPTY[6:]]),
            6,
            1,
            "more than 12 pieces 'b'",
        ),
    ],
)
def test_boards_refused(text, line, column, complaint):
    with pytest.raises(InvalidFile, match=complaint) as caught:
        PUZZLES.read(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


def test_squares_agree_with_the_notation():
    for square in range(1, 33):
        assert notation.square_of(1 << notation.bit_of(square)) == square
