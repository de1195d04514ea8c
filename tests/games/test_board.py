"""Boards as text and as a picture: pieces, shades of a game's own, marks and labels."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from plies.errors import InvalidGame
from plies.games.board import Board, Cell, Piece, Shade, text_width, to_svg, to_text

BOG = Shade("bog", "~", "≈", "#123456", 30, night="#654321")
MAN = Piece(0, "m", "♟", name="man")
CELLS = (
    Cell("a1", 0, 0, "dark", MAN),
    Cell("b1", 1, 0, "light"),
    Cell("a2", 0, 1, "bog"),
    Cell("b2", 1, 1, "off"),
)
BOARD = Board(2, 2, CELLS, ("a", "b"), ("1", "2"), shades=(BOG,))


def test_letters_of_pieces_and_shades() -> None:
    assert to_text(BOARD) == "2  ~\n1  m  .\n   a  b"
    assert text_width(BOARD) == len("1  m  . ")


def test_marks() -> None:
    assert to_text(BOARD, marked=["b1"], last=["a1"]).splitlines()[1] == "1 (m)[.]"


def test_colours_of_a_terminal() -> None:
    plain = to_text(BOARD, colour=True)
    assert "\x1b[48;5;30m\x1b[1;38;5;236m ≈ " in plain
    assert "\x1b[48;5;137m\x1b[1;38;5;231m ♟ " in plain
    last = to_text(BOARD, colour=True, last=["a2", "a1"])
    assert "\x1b[48;5;30m" in last, "a shade of the game's own stays visible under the last move"
    assert "\x1b[48;5;137m" not in last
    assert "•" in to_text(BOARD, colour=True, marked=["b1"])


def test_the_picture() -> None:
    picture = ET.fromstring(to_svg(BOARD, marked=["b1"], cell_size=50))
    assert (picture.get("viewBox"), picture.get("width")) == ("-2 -2 204 204", "102")
    cells = [one for one in picture if one.tag.endswith("}g")]
    places = [(one.get("transform"), [part.get("fill") for part in one if part.tag.endswith("rect")]) for one in cells]
    assert places == [
        ("translate(0 100)", ["#b9a688"]),
        ("translate(100 100)", ["#e9e2d0", "#7f8c8d"]),
        ("translate(0 0)", ["#123456"]),
        ("translate(100 0)", ["none"]),
    ]
    assert [one[0].get("stroke") is None for one in cells] == [False, False, False, True]  # cells of one shade differ
    assert [one.text for one in picture.iter() if one.tag.endswith("text")] == ["1", "2", "a", "b"]


def test_the_look_of_a_shade_and_things_that_can_be_counted() -> None:
    hole = BOG._replace(detail="M1 1z", detail_colour="#000000")
    cells = (CELLS[2], *(Cell(f"{count}", 0, 0, "plain", text=f"{count}") for count in (7, 21)))
    picture = ET.fromstring(to_svg(Board(1, 1, cells, ("",), ("",), shades=(hole,), counts=True)))
    first, seven, many = [one for one in picture if one.tag.endswith("}g")]
    assert first[1].get("d") == "M1 1z"
    heights = [one.get("cy") for one in seven if one.tag.endswith("circle")]
    assert [heights.count(height) for height in sorted(set(heights))] == [5, 2]
    assert [one.text for one in many if not one.tag.endswith("rect")] == ["21"]  # too many to be drawn


def test_a_shade_that_nobody_declares() -> None:
    board = BOARD._replace(shades=())
    said = re.escape("cell 'a2' has a shade 'bog' that its board does not declare; known: light, dark, plain, off")
    for draw in (to_text, to_svg):
        with pytest.raises(InvalidGame, match=said):
            draw(board)


def test_a_colour_that_there_is_not() -> None:
    board = BOARD._replace(colours=("mauve", "black"))
    for draw in (to_svg, lambda one: to_text(one, colour=True)):
        with pytest.raises(InvalidGame, match="a side has the colour 'mauve'; known: white, black, red"):
            draw(board)


def test_a_text_beside_a_piece_is_in_the_corner() -> None:
    board = BOARD._replace(cells=(CELLS[0]._replace(text="7"), *CELLS[1:]))
    assert to_text(board) == to_text(BOARD)  # a terminal has room for the piece alone
    number = next(one for one in ET.fromstring(to_svg(board)).iter() if one.text == "7")
    assert (number.get("x"), number.get("y")) == ("4", "20")
