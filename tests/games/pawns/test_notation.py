"""Positions and moves of the pawn game as text: errors that point at the place, and what parses prints back."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plies
from plies.games.pawns.notation import format_coordinates

GAME = plies.game("pawns:3x5")
WIDE = plies.game("breakthrough:10x4")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "rows and the side to move"),
        ("bbb/bbb/3/www/www", "rows and the side to move"),
        ("bbb/bbb/3/www/www x", "'w' or 'b'"),
        ("bbb/bbb/3/www/www w w", "rows and the side to move"),
        ("bbb/bbb/www/www w", "4 rows, but the board has 5"),
        ("bbb/bbb/3/www/www/3 w", "6 rows, but the board has 5"),
        ("bbb/bqb/3/www/www w", "row 4, character 2: 'q' is not 'w', 'b' or a number"),
        ("bbb/bbb/3/ww1w/www w", "row 2, character 4: more than 3 squares"),
        ("bbb/bbb/2/www/www w", "row 3: 2 squares in '2', but the board has 3"),
        ("bbb/bbb//www/www w", "row 3: 0 squares in '', but the board has 3"),
        ("bbb/bbb/03/www/www w", "row 3, character 1: '03' is not"),
        ("bbb/bbb/0/www/www w", "row 3, character 1: '0' is not"),
        ("bbb/bbb/٣/www/www w", "row 3, character 1: '٣' is not"),
        ("bbb/bbb/999999999999/www/www w", "row 3, character 1"),
        ("bbb/bbb/1w1/www/www w", "7 pawns 'w', but a side has at most 6"),
        ("w2/3/3/3/b2 w", "both sides have arrived"),
    ],
)
def test_a_bad_position_is_told_where_it_is_bad(text: str, said: str) -> None:
    with pytest.raises(plies.InvalidPosition, match=re.escape(said)) as caught:
        GAME.position(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "rows"),
    [("10/10/10/w9 b", ["10", "10", "10", "w9"]), ("10/4b5/10/w9 w", ["10", "4b5", "10", "w9"])],
)
def test_ten_empty_squares(text: str, rows: list[str]) -> None:
    assert WIDE.position(text).text.split()[0].split("/") == rows


@pytest.mark.parametrize(
    "word", ["", "b2", "b2-", "k2-k3", "b0-b1", "b11-b12", "b2 b3", "(move 1 2 3)", "(move a b c d)"]
)
def test_words_that_are_no_moves(word: str) -> None:
    with pytest.raises(plies.InvalidMove, match="a move looks like b2-b3 or b2xc3"):
        GAME.start().play(word)
    with pytest.raises(plies.InvalidMove):
        GAME.start().play(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "word", ["b2-b4", "b2-c3", "b2xc3", "b2xb3", "a1-a2", "b4-b3", "j9-j10", "(move 2 2 2 4)", "(move 99 2 2 3)"]
)
def test_moves_that_are_not_legal(word: str) -> None:
    with pytest.raises(plies.IllegalMove, match="not legal here; legal: a2-a3 b2-b3 c2-c3"):
        GAME.start().play(word)


def test_other_forms_of_a_move() -> None:
    start = GAME.start()
    expected = start.play("b2-b3")
    for word in ("b2b3", " b2-b3 ", "(move 2 2 2 3)", "( MOVE 2 2 2 3 )", "move 2 2 2 3"):
        assert start.play(word) == expected, word
    capture = expected.play("a4xb3")
    assert expected.play("a4b3") == capture
    for word in ("a4-b3", "c4-b3"):
        with pytest.raises(plies.IllegalMove):
            expected.play(word)
    assert format_coordinates(expected.state, expected.read("a4xb3")) == "(move 1 4 2 3)"
    assert expected.play(format_coordinates(expected.state, expected.read("a4xb3"))) == capture


def test_no_move_after_the_end() -> None:
    with pytest.raises(plies.IllegalMove, match=r"the game is over \(a pawn reached the far row\)"):
        GAME.position("w2/3/3/2b/3 b").play("c2-c1")


def test_an_unknown_side() -> None:
    with pytest.raises(plies.InvalidPosition, match=r"no side 'red' in pawns:3x5; the sides are white"):
        plies.evaluate(GAME.start(), me="red")


@pytest.mark.parametrize("size", ["1x4", "2x3", "11x4", "4x11", "8", "8x", "8x8x8", "axb", "-3x5"])
def test_sizes_outside_the_rules(size: str) -> None:
    with pytest.raises(plies.UnknownName, match="2 to 10 wide and 4 to 10 high"):
        plies.game(f"pawns:{size}")


letters = st.text(alphabet="wb123456789/ 0x-", max_size=40)


@st.composite
def nearly_positions(draw: st.DrawFn) -> str:
    """Texts that are positions of 3x5, or nearly so."""
    rows = draw(st.lists(st.text(alphabet="wb.", min_size=3, max_size=3), min_size=5, max_size=5))
    joined = "/".join(re.sub(r"\.+", lambda run: str(len(run.group())), row) for row in rows)
    text = f"{joined} {draw(st.sampled_from('wb'))}"
    if draw(st.booleans()):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(st.text(max_size=2)) + text[place + draw(st.integers(0, 2)) :]
    return text


@settings(max_examples=600, deadline=None)
@given(text=st.one_of(nearly_positions(), letters, st.text(max_size=30)))
def test_any_text_is_a_position_or_an_error_of_ours(text: str) -> None:
    said = ""
    try:
        position = GAME.position(text)
    except plies.InvalidPosition as error:
        said = str(error)
    if said:
        assert len(said.splitlines()) == 1
        return
    assert GAME.position(position.text) == position
    assert GAME.position(position.text).text == position.text


words = st.one_of(
    st.from_regex(r"[a-k][0-9]{1,2}[-x]?[a-k][0-9]{1,2}", fullmatch=True),
    st.from_regex(r"\(?move( [0-9]{1,3}){3,5}\)?", fullmatch=True),
    st.text(max_size=12),
)


@settings(max_examples=600, deadline=None)
@given(text=nearly_positions(), word=words)
def test_any_word_is_a_legal_move_or_an_error_of_ours(text: str, word: str) -> None:
    said = ""
    try:
        position = GAME.position(text)
        after = position.play(word)
    except plies.PliesError as error:
        said = str(error)
    if said:
        assert len(said.splitlines()) == 1
        return
    assert after.line[0] in position.moves
    assert position.play(after.line[0]) == after
