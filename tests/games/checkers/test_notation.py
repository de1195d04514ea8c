"""Positions and moves as text, both ways, and every complaint."""

from __future__ import annotations

import random

import pytest

import plies
from plies import errors
from plies.games.checkers import notation
from tests.games.checkers.helpers import GAME, random_state


def test_positions_round_trip():
    rng = random.Random(2)
    for _ in range(2000):
        state = random_state(rng)
        text = notation.format_position(state)
        assert notation.parse_position(text) == state
        assert notation.format_position(notation.parse_position(text)) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("B:B12,16,20,K22:W18,24,27,28,K10,K15", "B:W18,24,27,28,K10,K15:B12,16,20,K22"),
        ("B:W21-32:B1-12.", GAME.start().text),
        ("W:WK31-32,5:B", "W:W5,K31,K32:B"),
        ("  B:W:B \n", "B:W:B"),
    ],
)
def test_positions_written_otherwise(text, same):
    assert GAME.position(text).text == same


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "TURN:PIECES:PIECES"),
        ("R:W1:B2", "TURN:PIECES:PIECES"),
        ("B:W1:B2:B3", "TURN:PIECES:PIECES"),
        ("B:W9:W2", "begin with B and those of the other with W"),
        ("B:W33:B2", "character 4: '33' is not a square"),
        ("B:W9,x:B2", "character 6: 'x' is not a square"),
        ("B:W9:B2,0", "character 9: '0' is not a square"),
        ("B:W9:B12-10", "character 7: '12-10' is not a square"),
        ("B:W9:B2,9", "character 9: square 9 is taken twice"),
        ("B:W4:B2", "character 4: a man on 4 would be a king, K4"),
        ("B:W9:B31", "character 7: a man on 31 would be a king, K31"),
        ("B:W9-21:B2", "13 pieces W, but a side has at most 12"),
    ],
)
def test_positions_refused(text, complaint):
    with pytest.raises(errors.InvalidPosition, match=complaint):
        GAME.position(text)


def test_the_puzzle_of_the_rules():
    position = GAME.position("B:W8,K4:BK7")
    after = position.play("7-3")
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.reason) == ("red", "white has no legal move")


def test_words_round_trip():
    rng = random.Random(4)
    captures = 0
    for _ in range(3000):
        position = GAME.position(notation.format_position(random_state(rng)))
        words = position.moves
        assert len(set(words)) == len(words)
        for word, move in zip(words, position.legal, strict=True):
            assert position.read(word) == move
            assert position.read("x".join(notation.squares_of(position.state, move)) if "x" in word else word) == move
            captures += "x" in word
    assert captures > 1000


def test_short_and_long_captures():
    position = GAME.position("W:W13,30:B15,17,18,22,25,26,28,K31")
    assert position.moves == ("30x23x14", "30x21x14")
    with pytest.raises(errors.AmbiguousMove, match="30x14 may mean any of 30x23x14, 30x21x14"):
        position.play("30x14")
    single = GAME.position("B:W26,27,19,18:B22")
    assert single.moves == ("22x31",)
    double = GAME.position("B:W18,26:B14")
    assert double.moves == ("14x30",)
    assert double.play("14x23x30") == double.play("14x30")
    circle = GAME.position("B:W7,K14,K18,K19,K21,K25,K26,K27:BK29")
    assert circle.play("29x31x15x22") == circle.play("29x22x31x24x15x22")
    assert circle.play("29:15:24:31:22") == circle.play("29x22x15x24x31x22")


@pytest.mark.parametrize("word", ["11-15", " 11-15 ", "11-15\n"])
def test_moves_with_blanks(word):
    assert GAME.start().play(word).line == ("11-15",)


@pytest.mark.parametrize("word", ["", "a", "11", "11-", "0-1", "11-15-18", "11x15-18", "11--15", "111-15", "١١-15"])
def test_words_that_are_no_moves(word):
    with pytest.raises(errors.InvalidMove, match="a move looks like 11-15"):
        GAME.start().play(word)


@pytest.mark.parametrize("word", ["11-14", "11x15", "22-18", "40-41", "11x18x25"])
def test_moves_that_are_not_legal(word):
    with pytest.raises(errors.IllegalMove, match="is not legal here"):
        GAME.start().play(word)


def test_squares_and_options():
    position = GAME.position("W:WK14:B17,18,25,26")
    assert position.play("14x21x30x23x14").last_squares == ("14", "21", "30", "23", "14")
    with pytest.raises(errors.UnknownName, match="checkers has no options"):
        plies.game("checkers:8x8")


def test_the_board_in_a_terminal():
    lines = str(GAME.position("B:W8,K4:BK7")).splitlines()
    assert lines[0].split() == ["32", "31", "30", "29"]
    assert lines[6].split() == ["w", "R", "6", "5"]
    assert lines[7].split() == ["W", "3", "2", "1"]
    assert lines[8] == "red to move"
    assert "♚" in GAME.position("B:W8,K4:BK7").draw(colour=True)


def test_the_board_as_a_picture():
    from xml.etree import ElementTree

    after = GAME.start().play("11-15")
    root = ElementTree.fromstring(after.svg())
    pieces = [node for node in root.iter() if node.tag.endswith("path") and node.get("stroke")]
    assert len(pieces) == 24
    assert len({node.get("fill") for node in pieces}) == 2
    kings = ElementTree.fromstring(GAME.position("B:W8,K4:BK7").svg())
    details = [node.get("d") for node in kings.iter() if node.tag.endswith("path") and not node.get("stroke")]
    assert sorted(details.count(detail) for detail in set(details)) == [1, 2]  # a man, and two kings with crowns


def test_the_old_name_of_the_second_side_is_read():
    position = GAME.start()
    assert position.side("black") == position.side("white") == 1
    assert plies.evaluate(position, "zhao", me="black") == plies.evaluate(position, "zhao", me="white")
    with pytest.raises(errors.InvalidPosition, match="the sides are red and white"):
        position.side("blue")


def test_whoever_can_capture_must() -> None:
    assert notation.compulsion(notation.parse_position("B:W18:B15")) == "a capture is compulsory"
    assert notation.compulsion(notation.parse_position("B:W18:B1")) == ""
