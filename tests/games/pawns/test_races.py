"""What is decided at sight is right: against whole games solved backwards, plain and on every kind of board."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import plies
from plies.compile import build
from plies.games.pawns.blocked import cannot_arrive
from plies.games.pawns.races import breakthrough_proof, left_or_right, mirrored_bits, pawn_proof
from plies.solve.tables.builder.building import Wish, build_table
from tests.oracles.tables import values_of
from tests.search.positions import random_position

EVERY_POSITION = build.Template(
    "every_position", Path(__file__).with_name("every_position_kernel.py"), "the check of static proofs", ("compare",)
)


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
        cannot_win = game.solving.cannot_win
        for side in (0, 1) if cannot_win else ():
            if cannot_win(state, side):
                assert value * (1 if side == state.turn else -1) <= 0, plies.Position(game, state).text
    return running, decided


@pytest.mark.parametrize(("name", "share"), [("breakthrough:2x5", 0.4), ("pawns:3x4", 0.3)])
def test_all_positions_of_small_boards(name: str, share: float) -> None:
    running, decided = check(name)
    assert decided > share * running


@pytest.mark.slow
@pytest.mark.parametrize("name", ["breakthrough:3x5", "breakthrough:2x7", "breakthrough:4x4", "pawns:3x5", "pawns:4x4"])
def test_all_positions_of_larger_boards(name: str) -> None:
    check(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["breakthrough:2x7", "breakthrough:3x5", "breakthrough:4x4", "pawns:2x7", "pawns:3x5", "pawns:4x4"]
)
def test_every_placement_of_pawns(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that no game leads to, beside a table of the whole index."""
    monkeypatch.setenv("PLIES_TABLES", str(tmp_path))
    game = plies.game(name)
    build_table(Wish(game, part=0, audit=False))
    table, counts = plies.table(name), np.zeros(3, np.int64)
    listed = np.zeros(game.rules.most_moves, np.int32)
    kernel = build.kernel(EVERY_POSITION, game)
    assert kernel.compare(table.opened.view, table.header.positions, listed, counts) == -1
    running, decided, hopeless = (int(count) for count in counts)
    assert decided > 0.4 * running
    assert (hopeless > 0) == (game.solving.cannot_win is not None)


@pytest.mark.parametrize(
    ("text", "white", "black"),
    [
        ("4/4/b3/w3/4 w", True, True),
        ("4/4/b1w1/w2b/4 w", False, False),
        ("4/4/bw2/w3/4 b", False, True),
        ("4/3b/b3/w3/4 w", True, False),
        ("4/b3/bb2/ww2/4 w", False, False),
    ],
)
def test_who_can_no_longer_win(text: str, white: bool, black: bool) -> None:
    state = plies.game("pawns:4x5").position(text).state
    assert [cannot_arrive(state, side) for side in (0, 1)] == [white, black]


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
