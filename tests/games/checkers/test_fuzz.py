"""Whatever is thrown at the readers, only the project's own errors come out, and what parses prints back the same."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plies.errors import PliesError
from plies.games.checkers import notation, pdn
from plies.games.contract import Puzzle
from plies.games.records import Comment, Played, Record, Variation
from tests.games.checkers.helpers import GAME, random_state

few = settings(max_examples=150, deadline=None)
#: the slow check: each example is a seed for BATCH damaged texts, many times faster than drawing them one by one
BATCH, BATCHES = 250, 1040
many = settings(max_examples=BATCHES, deadline=None, database=None, suppress_health_check=list(HealthCheck))

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


def sound(rng, kind):
    """A text that parses."""
    if kind == "position":
        return notation.format_position(random_state(rng))
    if kind == "board":
        state = random_state(rng)
        return GAME.puzzles.write(Puzzle(state, rng.random() < 0.5), [state])
    position, items = GAME.start(), []
    for _ in range(rng.randint(1, 8)):
        move = Played(rng.choice(position.moves), rng.choice(("", "", "!")))
        items += [move] + [Comment("as ever")] * (rng.random() < 0.1) + [Variation((move,))] * (rng.random() < 0.2)
        position = position.play(move.word)
    if kind == "word":
        return position.line[-1]
    return pdn.write([Record((("Event", "?"),), GAME.start().text, tuple(items))] * rng.randint(1, 2))


def damaged(rng, text):
    """The text with up to four characters or stretches lost, doubled, changed or moved."""
    for _ in range(rng.randint(0, 4)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((0, 1, 1, 2, 5)))
        new = rng.choice(
            ("", text[start:end] * 2, rng.choice(SIGNS), chr(rng.randrange(1, 0x3000)), text[end : end + 3])
        )
        text = text[:start] + new + text[end:]
    return text


SIGNS = 'BWKrbRB.:,-x0123456789()[]{}/$!?*% \n"'


@pytest.mark.slow
@pytest.mark.parametrize("kind", CHECKS)
def test_a_million_inputs(kind):
    _, check = CHECKS[kind]

    def batch(seed):
        rng = random.Random(seed)
        for _ in range(BATCH):
            check(damaged(rng, sound(rng, kind)))

    many(given(st.integers(0, 2**64 - 1))(batch))()
