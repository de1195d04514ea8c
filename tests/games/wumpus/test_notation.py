"""Wumpus as text: names of games, pits from seeds, positions, moves, and every error."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plies import registry
from plies.errors import IllegalMove, InvalidMove, InvalidPosition, PliesError, UnknownName
from plies.games.wumpus.options import seeded_pits

GAME = registry.game("wumpus:6")


@pytest.mark.parametrize(
    ("name", "full", "text"),
    [
        ("wumpus", "wumpus:6", "WHMWHM/1O4/2O3/4O1/5O/whmwhm lower"),
        ("wumpus:6,seed=0", "wumpus:6", "WHMWHM/1O4/2O3/4O1/5O/whmwhm lower"),
        ("wumpus:6,directions=8,seed=7", "wumpus:6,seed=7", "WHMWHM/O5/3O2/O5/1O4/whmwhm lower"),
        ("wumpus:3,seed=5", "wumpus:3", "WHM/3/whm lower"),
        ("wumpus:3,pits=none", "wumpus:3", "WHM/3/whm lower"),
        ("wumpus:3,directions=6", "wumpus:3,directions=6", "WHM/3/whm lower"),
        ("wumpus:3,pits=b2", "wumpus:3,pits=b2", "WHM/1O1/whm lower"),
        ("wumpus:6,pits=none", "wumpus:6,pits=none", "WHMWHM/6/6/6/6/whmwhm lower"),
        ("wumpus:6,pits=e3,b2,directions=6", "wumpus:6,directions=6,pits=b2,e3", "WHMWHM/6/6/4O1/1O4/whmwhm lower"),
    ],
)
def test_names(name: str, full: str, text: str) -> None:
    game = registry.game(name)
    assert game.name == full
    assert game.start().text == text
    assert registry.game(full).start() == game.start()
    assert game.start().turn == "lower"


@pytest.mark.parametrize("size", [3, 6, 9])
def test_seeds_fill_every_row_but_the_back_rows(size: int) -> None:
    boards = set()
    for seed in range(50):
        pits = seeded_pits(size, seed)
        assert len(pits) == len(set(pits))
        for row in range(size):
            expected = 0 if row in (0, size - 1) else size // 3 - 1
            assert sum(pit[1] == row for pit in pits) == expected
        boards.add(tuple(pits))
    assert len(boards) == 1 if size == 3 else len(boards) > 40


def test_a_seed_is_a_board_for_good() -> None:
    """Written down once; a change of Python or of the drawing of lots must not change it."""
    assert seeded_pits(6, 42) == [(3, 1), (0, 2), (1, 3), (1, 4)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("4", "no size '4'; sizes are 3, 6, 9"),
        ("", "sizes are"),
        ("6x6", "no size '6x6'"),
        ("6,seed", "'seed' is not a setting"),
        ("6,b2", "'b2' is not a setting"),
        ("6,seed=x", "seed=x is not a whole number"),
        ("6,seed=-1", "seed=-1 is not a whole number"),
        ("6,seed=1,2", "'2' is not a setting"),
        ("6,seed=1234567890123456789", "of up to 18 digits"),
        ("6,seed=1,seed=2", "seed is given twice"),
        ("6,size=3", "no setting 'size'"),
        ("6,directions=7", "directions=7 is neither 8 nor 6"),
        ("6,seed=1,pits=b2", "give a seed or pits, not both"),
        ("6,pits=", "pit '' is not a square of the board, a1 to f6"),
        ("6,pits=g2", "pit 'g2' is not a square of the board, a1 to f6"),
        ("6,pits=b2,c9", "pit 'c9' is not a square"),
        ("6,pits=b2,none", "pit 'none' is not a square"),
        ("6,pits=b1", "pit 'b1' is on a back row; pits are on rows 2 to 5"),
        ("3,pits=b3", "pit 'b3' is on a back row; pits are on rows 2 to 2"),
        ("6,pits=b2,b2", "pit 'b2' is given twice"),
    ],
)
def test_names_that_are_refused(options: str, message: str) -> None:
    with pytest.raises(UnknownName) as error:
        registry.families()["wumpus"].make(options)
    assert message in str(error.value)
    assert f"wumpus:{options}" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    ["WHMWHM/6/6/6/6/whmwhm lower", "5W/OOOOOO/6/6/O4O/w5 upper", "6/6/6/6/6/6 lower", "wwwwww/6/6/6/6/MMMMMM upper"],
)
def test_positions_both_ways(text: str) -> None:
    assert GAME.position(text).text == text
    assert GAME.position(text.replace("6", "123")) == GAME.position(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position is rows and the side to move, 'lower' or 'upper'"),
        ("WHMWHM/6/6/6/6/whmwhm", "the side to move"),
        ("WHMWHM/6/6/6/6/whmwhm white", "the side to move"),
        ("WHMWHM/6/6/6/whmwhm lower", "5 rows, but the board has 6"),
        ("WHMWHM/6/6/6/6/whxwhm lower", "row 1, character 3: 'x' is none of w h m W H M"),
        ("WHMWHM/6/6/06/6/whmwhm lower", "row 3, character 1: '0' is none of"),
        ("WHMWHM/6/6/٣3/6/whmwhm lower", "row 3, character 1"),
        ("WHMWHM/6/6/33w/6/whmwh1 lower", "row 3, character 3: more than 6 squares in '33w'"),
        ("WHMWHM/7/6/6/6/whmwh1 lower", "row 5, character 1: more than 6 squares in '7'"),
        ("WHMWHM/6/6/5/6/whmwh1 lower", "row 3: 5 squares in '5', but the board has 6"),
        ("WHMWHM/6/6//6/whmwh1 lower", "row 3: 0 squares in '', but the board has 6"),
        ("WHMWHM/6/6/6/6/Ohmwhm lower", "row 1, character 1: a pit on a back row; pits are on rows 2 to 5"),
        ("WHMWHO/6/6/6/6/whmwhm lower", "row 6, character 6: a pit on a back row"),
        ("WHMWHM/6/6/6/w5/whmwhm lower", "7 pieces of lower, but a side has at most 6"),
        ("WHMWHM/M5/6/6/6/whmwhm lower", "7 pieces of upper, but a side has at most 6"),
    ],
)
def test_positions_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidPosition) as error:
        GAME.position(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_moves_as_words() -> None:
    position = GAME.position("6/6/6/6/W1O3/1h4 lower")
    assert set(position.moves) == {"b1-a1", "b1-c1", "b1xa2", "b1-b2", "b1-c2"}
    assert position.play("b1a2") == position.play("b1xa2") == position.play(" b1xa2 ")
    assert position.play("b1-c2").text == "6/6/6/6/W1O3/6 upper"
    for word in ("b1-a2", "b1xb2", "b1-b3", "a2-a3", "b1-b1", "i9-i8"):
        with pytest.raises(IllegalMove, match=f"{word} is not legal here; legal: b1"):
            position.play(word)
    for word in ("b1", "b1-j1", "b0-b1", "b1--b2", "b1=b2", ""):
        with pytest.raises(InvalidMove, match="is not a move; a move looks like a1-b2 or a1xb2"):
            position.play(word)
    six = registry.game("wumpus:6,directions=6").position(position.text)
    assert set(six.moves) == {"b1xa2", "b1-b2", "b1-c2"}
    with pytest.raises(IllegalMove, match="the game is over"):
        GAME.position("6/6/6/6/6/1h4 lower").play("b1-b2")


def test_the_board_shows_pieces_pits_and_the_last_move() -> None:
    position = registry.game("wumpus:3,pits=b2").start().play("a1-a2")
    assert str(position) == "3  W  H  M\n2 (w) O  .\n1 (.) h  m\n   a  b  c\nupper to move"
    assert "#a2937a" in position.svg()
    assert "\x1b[48;5;124m" in position.draw(colour=True)


def check_text(name: str, text: str) -> None:
    """Only errors of the project come out, and what parses prints back to the same position."""
    game = registry.game(name)
    try:
        position = game.position(text)
    except PliesError:
        return
    assert game.position(position.text) == position
    assert game.position(position.text).text == position.text
    assert position.outcome is not None or position.moves


CELL = st.sampled_from([*"whmWHMO123", "1", "2", "3", "x"])
NEAR = st.builds(
    lambda rows, side: "/".join(rows) + side,
    st.lists(st.lists(CELL, min_size=1, max_size=3).map("".join), min_size=3, max_size=3),
    st.sampled_from([" lower", " upper", " lower", " upper", "", " white"]),
)
TEXTS = st.one_of(NEAR, st.text(alphabet="whmWHMO123456789/ lowerupper", max_size=40), st.text(max_size=30))
NAMES = st.one_of(
    st.text(max_size=12),
    st.from_regex(r"[369](,seed=\d{1,3}|,directions=[678]|,pits=([a-i][1-9],?){1,4}|,pits=none)*", fullmatch=True),
)
WORDS = st.one_of(st.text(max_size=6), st.from_regex(r"[a-i][1-9][-x]?[a-i][1-9]", fullmatch=True))
GAMES = st.sampled_from(["wumpus:3", "wumpus:3,directions=6", "wumpus:6", "wumpus:9"])


def check_name_and_word(options: str, word: str) -> None:
    try:
        game = registry.game(f"wumpus:{options}")
    except PliesError:
        game = GAME
    assert registry.game(game.name).start() == game.start()
    try:
        after = game.start().play(word)
    except PliesError:
        return
    assert after.line[0].replace("-", "") == word.strip().replace("-", "")


@settings(max_examples=300, deadline=None)
@given(GAMES, TEXTS)
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    check_text(name, text)


@settings(max_examples=200, deadline=None)
@given(NAMES, WORDS)
def test_any_name_and_any_word_is_read_or_refused(options: str, word: str) -> None:
    check_name_and_word(options, word)


@pytest.mark.slow
@settings(max_examples=1_000_000, deadline=None, database=None)
@given(GAMES, TEXTS)
def test_a_million_texts_are_read_or_refused(name: str, text: str) -> None:
    check_text(name, text)


@pytest.mark.slow
@settings(max_examples=100_000, deadline=None, database=None)
@given(NAMES, WORDS)
def test_many_names_and_words_are_read_or_refused(options: str, word: str) -> None:
    check_name_and_word(options, word)
