"""What is decided at sight is right: against whole games solved backwards, plain and on every kind of board."""

from __future__ import annotations

import random

import pytest

import plies
from plies.games.pawns.races import breakthrough_proof, left_or_right, mirrored_bits, pawn_proof
from tests.oracles.tables import values_of
from tests.search.positions import random_position


def check(name: str) -> tuple[int, int]:
    """How many running positions there are, and how many of them are decided at sight."""
    game = plies.game(name)
    proof = game.solving.static_proof
    assert proof is not None
    running = decided = 0
    for state, (value, distance) in values_of(game).items():
        if not plies.Position(game, state).listed:
            continue
        claimed = proof(state)
        running += 1
        if claimed:
            decided += 1
            assert (claimed > 0) == (value > 0), plies.Position(game, state).text
            assert value and distance is not None and distance <= abs(claimed), plies.Position(game, state).text  # noqa: PT018
    return running, decided


@pytest.mark.parametrize(("name", "share"), [("breakthrough:2x5", 0.4), ("pawns:3x4", 0.3)])
def test_all_positions_of_small_boards(name: str, share: float) -> None:
    running, decided = check(name)
    assert decided > share * running


@pytest.mark.slow
@pytest.mark.parametrize("name", ["breakthrough:3x5", "breakthrough:2x7", "breakthrough:4x4", "pawns:3x5", "pawns:4x4"])
def test_all_positions_of_larger_boards(name: str) -> None:
    check(name)


def test_large_boards_are_judged_alike() -> None:
    """A pair of words says what a word says: the same pawns in the middle of a larger board's columns."""
    small, large = plies.game("breakthrough:4x8"), plies.game("breakthrough:4x10")
    assert small.solving.static_proof is large.solving.static_proof is breakthrough_proof
    lone = small.position("4/4/4/4/4/w3/3b/4 w"), large.position("4/4/4/4/4/4/4/w3/3b/4 w")
    assert [breakthrough_proof(one.state) for one in lone] == [-2, -2]
    first = small.position("4/w3/4/4/4/4/3b/4 w"), large.position("4/w3/4/4/4/4/4/4/3b/4 w")
    assert [breakthrough_proof(one.state) for one in first] == [1, 1]
    assert [breakthrough_proof(one._replace(turn=1)) for one in (first[0].state, first[1].state)] == [1, 1]


def test_a_draw_by_the_lack_of_moves_is_not_overlooked() -> None:
    blocked = plies.game("pawns:3x5").position("3/3/b2/w2/3 w")
    assert pawn_proof(blocked.state) == 0
    assert blocked.outcome is not None


def test_boards_of_two_words_have_no_index() -> None:
    """Its numbers are made of words; a board of 2x9 was taken for a small one."""
    for name in ("pawns:2x9", "breakthrough:2x10"):
        assert plies.game(name).solving.index is None
    assert plies.game("pawns:2x8").solving.index is not None


def test_mirror_images_share_one() -> None:
    game, rng = plies.game("pawns:5x6"), random.Random(2)
    for _ in range(60):
        state = random_position(game, rng, 20).state
        image = state._replace(white=mirrored_bits(state.white, 5), black=mirrored_bits(state.black, 5))
        assert left_or_right(state) == left_or_right(image) in (state, image)
        rows = game.format(state).split()[0].split("/")
        assert game.format(image).split()[0].split("/") == [row[::-1] for row in rows]
