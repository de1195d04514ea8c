"""Whatever is thrown at the readers, only the project's own errors come out, and what parses prints back the same."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plies.errors import PliesError
from plies.games.checkers import pdn
from tests.games.checkers.helpers import GAME

few = settings(max_examples=150, deadline=None)
many = settings(max_examples=260_000, deadline=None, suppress_health_check=list(HealthCheck))

squares = st.integers(0, 34).map(str)
lists = st.lists(st.tuples(st.sampled_from(["", "", "K", "k"]), squares, st.sampled_from(["", "", "-12"])), max_size=14)
pieces = lists.map(lambda found: ",".join("".join(piece) for piece in found))
colours = st.sampled_from(["B", "W", "b", ""])
positions = st.one_of(
    st.text(max_size=40),
    st.text("BWK:,-.0123456789 ", max_size=40),
    st.builds("{}:{}{}:{}{}".format, colours, colours, pieces, colours, pieces),
)
words = st.one_of(
    st.text(max_size=12),
    st.text("0123456789x-:", max_size=12),
    st.lists(squares, min_size=1, max_size=5).flatmap(
        lambda some: st.sampled_from("-x:").map(lambda sign: sign.join(some))
    ),
)
rows = st.text(".rbRB", min_size=8, max_size=8)
light = st.lists(st.text("....rbRB", min_size=4, max_size=4), min_size=8, max_size=8)


def board(quads, mirrored):
    """Pieces on the squares of one colour only."""
    lines = ["".join(f".{c}" if row % 2 == 0 else f"{c}." for c in quad) for row, quad in enumerate(quads)]
    return "\n".join(line[::-1] if mirrored else line for line in lines)


boards = st.one_of(
    st.text(max_size=80),
    st.lists(rows, min_size=7, max_size=9).map("\n".join),
    st.builds(board, light, st.booleans()),
)
tags = ['[Event "a"]', '[Result "1-0"]', '[FEN "B:W8,K4:BK7"]', '/FEN "W:W8,K4:BK7"/']
played = ["11-15", "22-18", "15x22", "25x18", "9-14", "8-11", "4-8", "23-19", "24-20", "12-16", "16x23", "27x18", "7-3"]
played += ["1.", "1...", "..."]
marks = ["(", ")", "{a b}", "{", "}", "$1", "!", "(?)", "*", "1-0", "1/2-1/2", "\n", "%x\n"]
tokens = st.sampled_from([*tags, *played, *marks])
files = st.one_of(st.text(max_size=60), st.lists(tokens, max_size=25).map(" ".join))


def check_position(text):
    try:
        position = GAME.position(text)
    except PliesError:
        return
    again = GAME.position(position.text)
    assert again == position
    assert again.text == position.text


def check_word(text):
    for position in (GAME.start(), GAME.position("W:W13,30:B15,17,18,22,25,26,28,K31")):
        try:
            after = position.play(text)
        except PliesError:
            continue
        assert position.play(after.line[-1]) == after


def check_board(text):
    try:
        puzzle = GAME.puzzles.read(text)
    except PliesError:
        return
    written = GAME.puzzles.write(puzzle, [puzzle.state])
    assert written.rstrip() == text.replace("\r\n", "\n").rstrip("\r\n")
    assert GAME.puzzles.read(written) == puzzle


def check_file(text):
    file = pdn.read(text)
    written = pdn.write(file.records)
    again = pdn.read(written)
    assert again.problem is None
    assert again.records == file.records
    assert pdn.write(again.records) == written


CHECKS = {"position": (positions, check_position), "word": (words, check_word)}
CHECKS |= {"board": (boards, check_board), "file": (files, check_file)}


@pytest.mark.parametrize("kind", CHECKS)
def test_a_few_inputs(kind):
    inputs, check = CHECKS[kind]
    few(given(inputs)(check))()


@pytest.mark.slow
@pytest.mark.parametrize("kind", CHECKS)
def test_a_million_inputs(kind):
    inputs, check = CHECKS[kind]
    many(given(inputs)(check))()
