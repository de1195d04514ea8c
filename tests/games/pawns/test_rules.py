"""The bit rules of pawns and breakthrough beside the slow ones of tests/oracles, in whole games and perft."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

import plies
from plies.games.position import Position
from tests.oracles import pawns as slow
from tests.sizes import slow as slower

FAMILIES = ("pawns", "breakthrough")
#: the edges of what is allowed, of one word (8x8) and of a pair of words, and the boards played most
SIZES = ("2x4", "2x10", "3x5", "3x6", "4x4", "5x5", "6x6", "8x4", "10x4", "8x8", "9x4", "4x9", "9x7", "9x9", "10x10")
ALL_SIZES = tuple(f"{width}x{height}" for width, height in product(range(2, 11), range(4, 11)))


def oracle_start(name: str) -> slow.Board:
    family, _, size = name.partition(":")
    width, height = map(int, size.split("x"))
    return slow.start(family, width, height)


def compare(position: Position, board: slow.Board) -> None:
    """The same text, turn, moves and outcome with its reason."""
    assert position.text == slow.text(board)
    assert position.turn == {"w": "white", "b": "black"}[board.turn]
    ended = slow.outcome(board)
    assert (position.outcome and (position.outcome.winner, position.outcome.reason)) == ended
    assert sorted(position.moves) == sorted(slow.moves(board))


def play_random_games(name: str, games: int, seed: str) -> int:
    """Random games from the start to the end, compared at every move; how many positions were seen."""
    chance = random.Random(f"{name} {seed}")
    seen = 0
    for _ in range(games):
        position, board = plies.game(name).start(), oracle_start(name)
        compare(position, board)
        while position.outcome is None:
            move = chance.choice(position.moves)
            position, board = position.play(move), slow.play(board, move)
            compare(position, board)
            seen += 1
        assert not position.moves
    return seen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("family", FAMILIES)
def test_random_games_are_as_the_slow_rules_have_them(family: str, size: str) -> None:
    width, height = map(int, size.split("x"))
    assert play_random_games(f"{family}:{size}", max(4, 400 // (width * height)), "quick") > 30


@pytest.mark.slow
@pytest.mark.parametrize("size", ALL_SIZES)
@pytest.mark.parametrize("family", FAMILIES)
def test_many_random_games_on_every_board(family: str, size: str) -> None:
    assert play_random_games(f"{family}:{size}", 200, "slow") > 200


def read_suite(file: Path) -> list[tuple[str, str, list[tuple[int, int]]]]:
    lines = [line.split(";") for line in file.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return [
        (game.strip(), text.strip(), [(int(d), int(n)) for d, _, n in (pair.partition(":") for pair in counts.split())])
        for game, text, counts in lines
    ]


SUITE = read_suite(Path(__file__).parents[2] / "data" / "leaf_counts.txt")


@pytest.mark.parametrize("bulk", [True, False])
@pytest.mark.parametrize(("name", "text", "counts"), SUITE, ids=[f"{name} {text}" for name, text, _ in SUITE])
def test_known_leaf_counts(name: str, text: str, counts: list[tuple[int, int]], bulk: bool) -> None:
    game = plies.game(name)
    position = game.start() if text == "start" else game.position(text)
    assert [plies.perft(position, depth, bulk) for depth, _ in counts] == [count for _, count in counts]


@pytest.mark.parametrize("family", FAMILIES)
def test_leaf_counts_of_every_board(family: str) -> None:
    """All 63 boards, compiled and slow, three plies deep on the small ones."""
    for size in ALL_SIZES:
        name = f"{family}:{size}"
        width, height = map(int, size.split("x"))
        depth = 3 if width * height <= (64 if family == "pawns" else 25) else 2
        expected = slow.count_leaves(oracle_start(name), depth)
        for bulk in (True, False):
            assert plies.perft(plies.game(name).start(), depth, bulk) == expected, (name, depth, bulk)


def test_a_leaf_count_ends_where_a_game_ends() -> None:
    """A finished game is a leaf only at the full depth, and a side without moves has none."""
    game = plies.game("pawns:3x5")
    won = game.position("w2/3/3/2b/3 b")
    assert [plies.perft(won, depth) for depth in range(3)] == [1, 0, 0]
    stuck = game.position("3/b2/w2/3/3 w")
    assert stuck.outcome is not None
    assert stuck.outcome.winner is None
    assert plies.perft(stuck, 1) == 0


@pytest.mark.parametrize(
    ("name", "text", "winner", "reason"),
    [
        ("pawns:3x5", "w2/3/3/2b/3 b", "white", "a pawn reached the far row"),
        ("pawns:3x5", "3/w2/3/3/2b w", "black", "a pawn reached the far row"),
        ("pawns:3x5", "3/3/w2/3/3 b", None, "black has no legal move"),
        ("pawns:3x5", "3/b2/w2/3/3 b", None, "black has no legal move"),
        ("breakthrough:3x5", "3/3/w2/3/3 b", "white", "the last pawn was taken"),
        ("breakthrough:3x5", "3/3/b2/3/3 w", "black", "the last pawn was taken"),
        ("breakthrough:3x5", "3/3/b2/3/3 b", "black", "the last pawn was taken"),
        ("breakthrough:3x5", "3/b2/w2/3/3 b", None, None),
    ],
)
def test_ends(name: str, text: str, winner: str | None, reason: str | None) -> None:
    outcome = plies.game(name).position(text).outcome
    assert (outcome and (outcome.winner, outcome.reason)) == ((winner, reason) if reason else None)


@pytest.mark.parametrize(
    "name", ["pawns:2x4", "pawns:2x5", "pawns:3x4", "breakthrough:2x4", "breakthrough:2x5", slower("breakthrough:3x4")]
)
def test_exact_values_of_small_boards(name: str) -> None:
    """What the engine proves is what the slow rules say."""
    known: dict[str, int] = {}

    def value(board: slow.Board) -> int:
        text = slow.text(board)
        if text not in known:
            ended = slow.outcome(board)
            if ended is not None:
                known[text] = 0 if ended[0] is None else (1 if ended[0][0] == board.turn else -1)
            else:
                known[text] = max(-value(slow.play(board, move)) for move in slow.moves(board))
        return known[text]

    proof = plies.analyse(plies.game(name).start(), depth=40).proof
    assert proof is not None
    assert proof[0] == {1: "win", 0: "draw", -1: "loss"}[value(oracle_start(name))]
    if name == "pawns:3x4":
        assert proof[0] == "draw"
