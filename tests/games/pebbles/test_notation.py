"""Pebbles as text: names of games, positions, moves, and every error."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plies import registry
from plies.errors import IllegalMove, InvalidMove, InvalidPosition, PliesError, UnknownName

GAME = registry.game("pebbles:4x2")


def test_names() -> None:
    assert registry.game("pebbles").name == "pebbles:4x2"
    assert registry.game("pebbles:1x1").start().text == "1/1 A"
    assert registry.game("pebbles:10x204").start().moves == tuple(str(column) for column in range(1, 11))


@pytest.mark.parametrize(
    "options", ["0x2", "11x1", "4x0", "4", "x", "4x2x1", "04x2", "4x-1", "four", "4x1234567", "٤x٢"]
)
def test_names_that_are_no_board(options: str) -> None:
    with pytest.raises(UnknownName, match=r"1 to 10 bins a row and at least 1 pebble a bin, such as pebbles:4x2"):
        registry.game(f"pebbles:{options}")


def test_a_board_with_too_many_pebbles_is_refused_with_the_most_that_fit() -> None:
    with pytest.raises(UnknownName, match=r"pebbles:10x205: 4100 pebbles in all, .* at most 4095; .* 204 a bin"):
        registry.game("pebbles:10x205")
    assert registry.game("pebbles:1x2047").start().play("1").play("1").outcome is None


@pytest.mark.parametrize(
    "text", ["2,2,2,2/2,2,2,2 A", "0,0,0,16/0,0,0,0 B", "4095,0,0,0/0,0,0,0 A", "0,0,0,0/1,0,0,0 B"]
)
def test_positions_both_ways(text: str) -> None:
    assert GAME.position(text).text == text
    assert GAME.position(f"  {text}  ") == GAME.position(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position is two rows and the side to move, 'A' or 'B'"),
        ("2,2,2,2/2,2,2,2", "the side to move, 'A' or 'B'"),
        ("2,2,2,2/2,2,2,2 C", "the side to move, 'A' or 'B'"),
        ("2,2,2,2/2,2,2,2 A A", "the side to move, 'A' or 'B'"),
        ("2,2,2,2 A", "1 rows, but a board has two, top/bottom"),
        ("2,2,2,2/2,2,2,2/2,2,2,2 A", "3 rows, but a board has two"),
        ("2,2,2/2,2,2,2 A", "top row: 3 bins in '2,2,2', but the board has 4"),
        ("2,2,2,2/2,2,2,2,2 A", "bottom row: 5 bins in '2,2,2,2,2', but the board has 4"),
        ("2,2,x,2/2,2,2,2 A", "top row, bin 3, character 5: 'x' is not a number of pebbles (0 to 4095)"),
        ("2,2,2,2/2,10,,2 A", "bottom row, bin 3, character 6: '' is not a number of pebbles"),
        ("2,02,2,2/2,2,2,2 A", "top row, bin 2, character 3: '02' is not a number"),
        ("2,-2,2,2/2,2,2,2 A", "top row, bin 2, character 3: '-2' is not a number"),
        ("2,٢,2,2/2,2,2,2 A", "top row, bin 2, character 3"),
        ("12345,2,2,2/2,2,2,2 A", "top row, bin 1, character 1: '12345' is not a number of pebbles"),
        ("4000,0,0,0/0,0,0,96 A", "4096 pebbles, but a board holds at most 4095"),
        ("0,0,0,0/0,0,0,0 A", "no pebbles on the board"),
    ],
)
def test_positions_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidPosition) as error:
        GAME.position(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_moves_that_are_refused() -> None:
    position = GAME.position("2,0,2,2/2,2,2,2 A")
    with pytest.raises(InvalidMove, match=r"'0' is not a move; a move looks like 1 \(a column from 1 to 4\)"):
        position.play("0")
    with pytest.raises(InvalidMove, match="'A1' is not a move"):
        position.play("A1")
    for word in ("2", "5", "10"):
        with pytest.raises(IllegalMove, match=f"{word} is not legal here; legal: 1 3 4"):
            position.play(word)
    with pytest.raises(IllegalMove, match=r"the game is over \(the row of A is empty\)"):
        GAME.position("0,0,0,0/2,2,2,2 B").play("1")


def test_the_board_is_drawn_with_counts_in_line() -> None:
    position = registry.game("pebbles:3x7").start().play("2")
    assert str(position) == "A→ (8)(1)(9)\nB← (8)(8)(8)\n    1  2  3\nB to move"
    wide = registry.game("pebbles:2x1").position("10,2/0,3 A")
    assert str(wide) == "A→  10   2\nB←   0   3\n    1   2\nA to move"
    assert wide.svg().count(">10<") == 1
    assert "\x1b[48;5;180m" in wide.draw(colour=True)


def check_text(name: str, text: str) -> bool:
    """Only errors of the project come out, and what parses prints back to the same position."""
    game = registry.game(name)
    try:
        position = game.position(text)
    except PliesError:
        return False
    assert game.position(position.text) == position
    assert game.position(position.text).text == position.text
    assert position.outcome is not None or position.moves
    return True


#: texts near the notation (most of them wrong in one place), and anything at all
ROW = st.lists(st.sampled_from(["0", "1", "2", "17", "400", "4095", "4096", "-1", "x", ""]), min_size=1, max_size=5)
NEAR = st.builds(
    lambda rows, side: "/".join(map(",".join, rows)) + side,
    st.lists(ROW, min_size=1, max_size=3),
    st.sampled_from([" A", " B", " C", "", " A B"]),
)
TEXTS = st.one_of(NEAR, st.text(alphabet="0123456789,/ ABxx-", max_size=24), st.text(max_size=24))
GAMES = st.sampled_from(["pebbles:1x1", "pebbles:2x1", "pebbles:3x1", "pebbles:4x2", "pebbles:5x1"])


@settings(max_examples=300, deadline=None)
@given(GAMES, TEXTS)
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    check_text(name, text)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=6) | st.from_regex(r"\d{1,2}x\d{1,4}", fullmatch=True), st.text(max_size=3))
def test_any_name_and_any_word_is_read_or_refused(options: str, word: str) -> None:
    check_name_and_word(options, word)


def check_name_and_word(options: str, word: str) -> None:
    try:
        game = registry.game(f"pebbles:{options}")
    except PliesError:
        game = GAME
    try:
        after = game.start().play(word)
    except PliesError:
        return
    assert after.line == (word.strip(),)


@pytest.mark.slow
@settings(max_examples=1_000_000, deadline=None, database=None)
@given(GAMES, TEXTS)
def test_a_million_texts_are_read_or_refused(name: str, text: str) -> None:
    check_text(name, text)


@pytest.mark.slow
@settings(max_examples=100_000, deadline=None, database=None)
@given(st.text(max_size=6) | st.from_regex(r"\d{1,2}x\d{1,4}", fullmatch=True), st.text(max_size=3))
def test_many_names_and_words_are_read_or_refused(options: str, word: str) -> None:
    check_name_and_word(options, word)
