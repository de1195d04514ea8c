"""Learned heuristics as files: the way there and back, and everything that is refused. Nothing of a file is run."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

import plies
from plies.errors import InvalidFile
from plies.games.learned import (
    MOST_BYTES,
    TO_MOVE,
    Learned,
    features_of,
    format_learned,
    known_as,
    parse_learned,
    read_learned,
    words_of,
)
from plies.values import Unit
from tests.games.test_patterns import PATTERNS

GAME = plies.game("pawns:3x5")
FOUND = Learned(
    GAME.name,
    replace(
        plies.Heuristic("mine", 'it "says" so', (TO_MOVE, features_of(GAME)["pawns"]), (0.1, -2.5), centre=50.0),
        patterns=PATTERNS,
        unit=Unit("pawns", 2.5),
    ),
    (("verdict", "H1 at 20ms\n"),),
)
TEXT = format_learned(FOUND)


def test_a_file_gives_the_same_heuristic_back(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXT)
    assert read_learned(file, GAME) == FOUND
    assert format_learned(read_learned(file, GAME)) == TEXT


def test_being_on_the_move_is_a_feature_of_every_game() -> None:
    start = GAME.start()
    assert [TO_MOVE.count(start.state, side) for side in (0, 1)] == [1, 0]


def changed(pattern: str, by: str) -> bytes:
    text, count = re.subn(pattern, lambda _: by, TEXT, count=1)
    assert count == 1
    return text.encode()


BOMB = base64.b64encode(zlib.compress(bytes(10_000_000), 9)).decode()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\xff", "no TOML"),
        (b"weights = [", "no TOML"),
        (b"a = 1", "does not begin with"),
        (changed("version = 1", "version = 2"), "does not begin with"),
        (changed("pawns:3x5", "pawns:4x5"), "a heuristic of pawns:4x5, not of pawns:3x5"),
        (changed('"pawns" = ', '"__import__" = '), "no feature '__import__'; known: to move, pawns,"),
        (changed("-2.5", "nan"), "where a number should be"),
        (changed("-2.5", "1e300"), "where a number should be"),
        (changed("-2.5", "true"), "where a number should be"),
        (changed("-2.5", "9" * 5000), "no TOML"),
        (b"a" + b".a" * 50_000 + b" = 1", "keys of more than 20 parts"),
        (b'x = ["""\n\'""", {a' + b".a" * 50_000 + b' = 1}, "\'"]', "texts of several lines"),
        (changed('game = "', 'game = "\\u001b'), "where a line of at most 60 characters should be"),
        (changed('about = "', 'about = "\\u001b'), "where a line of at most 200 characters should be"),
        (changed("worth = 2.5", "worth = 1e-320"), "a word, and a number above 0"),
        (changed("worth = 2.5", "worth = -1.0"), "a word, and a number above 0"),
        (changed(r"rows = \[0", "rows = [7"), "not in the rows of pawns:3x5"),
        (changed(r'"\+0 a1 b1"', '""'), "is no window"),
        (changed('name = "pawns"', 'name = ""'), "a word, and a number above 0"),
        (changed(r'"to move" = 0.1\n"pawns" = -2.5', ""), "no weights"),
        (changed(r'\["white", "black"\]', '["white", "nothing"]'), "not boards of bits"),
        (changed(r'\["white", "black"\]', '["white", "turn"]'), "not boards of bits"),
        (changed(r"\[0, 1, 8, 9\]", "[0, 1, 8, 64]"), "beyond the boards"),
        (changed(r"\[0, 1, 8, 9\]", "[0, 1, 8, 40]"), "do not show the first position"),
        (changed(r"\[0, 1, 8, 9\]", "[0, 1, 8, 9.0]"), "where a whole number should be"),
        (changed(r"\+0 a1 b1", "0 a1 b1"), "is no window"),
        (changed(r"\+0 a1 b1", "+0 a1 z9"), "is no window"),
        (changed("count = 9", "count = 8"), "damaged"),
        (changed("count = 9", "count = 99999999"), "at most"),
        (changed(r'weights = "[^"]*"\n', 'weights = "!"\n'), "damaged"),
        (changed(r'weights = "[^"]*"\n', f'weights = "{BOMB}"\n'), "damaged"),
        (changed('digest = "..', 'digest = "zz'), "damaged"),
        (changed(r"quantum = .*\n", ""), "KeyError 'quantum'"),
        (changed("centre", 'features = "x.py:f"\ncentre'), "name that yourself, as x.py:f(to move=0.1,pawns=-2.5)"),
        (changed("centre", "features = 1\ncentre"), "where a text should be"),
        (changed(r'\["white", "black"\]', '["white", "count"]'), "not boards of bits"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: bytes, message: str) -> None:
    with pytest.raises(InvalidFile, match=re.escape(message)):
        parse_learned(text, GAME, "mine.toml", "mine")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match="cannot read"):
        read_learned(tmp_path / "none.toml", GAME)
    with (tmp_path / "large.toml").open("wb") as stream:
        stream.truncate(MOST_BYTES + 1)
    with pytest.raises(InvalidFile, match="too many"):
        read_learned(tmp_path / "large.toml", GAME)


def test_weights_for_a_python_file_go_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(format_learned(replace(FOUND, features="/x/parts.py:pairs")))
    assert words_of(file) == "/x/parts.py:pairs(to move=0.1,pawns=-2.5)"
    file.write_text(TEXT)
    assert words_of(file) == str(file)
    for text in ("a = [", 'features = "x.py:y"', 'features = "x.py:y"\n[weights]\na = "b"'):
        file.write_text(text)
        with pytest.raises(InvalidFile, match="damaged"):
            words_of(file)


def test_two_features_of_one_name_are_told_apart() -> None:
    """`home row` is men on the home row for one heuristic of checkers, and all pieces there for the other."""
    game = plies.game("checkers")
    known = features_of(game)
    assert {"home row", "home row (zhao)"} <= set(known)
    zhao = {one.name: known_as(game, one) for one in game.heuristic("zhao").features}
    assert zhao["home row"] == known["home row (zhao)"]
    assert zhao["men"] == known["men"]
    assert known_as(game, plies.Feature("men", lambda state, side: 1)) is None
