"""The compiled engine on wumpus: perft, exact values of endings, and the two draw rules."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import plies
from plies.games.position import Position
from plies.search.engine.analysis import Engine, Options
from plies.search.limits import Limits
from tests.oracles import wumpus as oracle
from tests.oracles.retrograde import solve

EXACT = Options(selective=False)


def ended(board: oracle.Field) -> int | None:
    result = oracle.result_of(board)
    return None if result is None else 0 if result == "draw" else 1 if result == board.side else -1


def children(board: oracle.Field) -> list[oracle.Field]:
    return [oracle.step(board, move) for move in oracle.moves_of(board, board.side)]


def slow_leaves(board: oracle.Field, depth: int) -> int:
    if depth == 0:
        return 1
    return 0 if ended(board) is not None else sum(slow_leaves(child, depth - 1) for child in children(board))


@pytest.mark.parametrize(
    ("name", "leaves"),
    [
        ("wumpus:3", [7, 49, 420, 3365, 26410]),
        ("wumpus:6,pits=none", [16, 256, 4800, 90000]),
        ("wumpus:3,directions=6", [7, 49, 298, 1685, 9846]),
    ],
)
def test_leaf_counts_of_the_rules_page(name: str, leaves: list[int]) -> None:
    start = plies.game(name).start()
    assert [plies.perft(start, depth) for depth in range(1, len(leaves) + 1)] == leaves
    assert plies.perft(start, len(leaves), bulk=False) == leaves[-1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("wumpus:6", "5W/H4M/1O4/2O1h1/w1O3/m5 upper"),
        ("wumpus:6,directions=6", "W5/6/1Om3/2H3/w4O/6 lower"),
        ("wumpus:9", "8W/H8/1OO6/2m3M2/9/3hH4/9/O7w/9 upper"),
    ],
)
def test_leaf_counts_with_fights_and_pits(name: str, text: str) -> None:
    position = plies.game(name).position(text)
    board = oracle.read(text, position.state.directions)
    assert plies.perft(position, 3) == slow_leaves(board, 3)
    assert plies.perft(position, 3, bulk=False) == slow_leaves(board, 3)


def test_three_by_three_is_a_draw() -> None:
    """That every line ends in a draw takes a search to depth 132; the slow solver agrees (in the slow tests)."""
    found = plies.analyse(plies.game("wumpus:3").start(), depth=150)
    assert found.value == 0
    assert found.proof is not None
    assert found.proof[0] == "draw"


@pytest.mark.parametrize("text", ["W2/3/h1w lower", "W1M/3/h2 upper", "W1H/3/1m1 lower"])
def test_endings_have_their_exact_values_on_one_table(text: str) -> None:
    """Every third position that can arise, in random order, on one engine: no wrong win, and none missed."""
    truth = solve(oracle.read(text), children, ended)
    game = plies.game("wumpus:3")
    boards = sorted((board for board in truth if ended(board) is None), key=lambda board: board.text)
    random.Random(1).shuffle(boards)
    engine = Engine(game, entries=1 << 16, options=EXACT)
    kinds = set()
    for board in boards[:200]:
        value, length = truth[board]
        found = engine.analyse(game.position(board.text), Limits(depth=12))
        expected = None if value == 0 else ("win" if value > 0 else "loss", length)
        kinds.add(value)
        assert (found.proof if found.proof is None or found.proof[0] != "draw" else None) == expected, board.text
    assert kinds >= {1, -1}


# -- a hundred plies without a piece lost ----------------------------------------------------------------------------

HUNT = "W8/9/2h6/9/9/9/9/9/m8 lower"
"""The hero steps to b8; the wumpus on a9 can go nowhere that is not beside it, and is taken: a win in 3.

9  W . .            Before, the wumpus walks along the top row and back (16 plies of its own), the mage
8  . . .            round the two bottom rows (18), so no position of the walk occurs twice within 100 plies.
7  . . h
"""


def walk(moves_each: int) -> Position:
    """The hunt with so many moves of each side behind it; the wumpus is back on a9 after every 16."""
    position = plies.game("wumpus:9,pits=none").position(HUNT)
    columns = oracle.LETTERS
    mage = [f"{column}1" for column in columns] + [f"{column}2" for column in reversed(columns)]
    wumpus = [f"{column}9" for column in columns] + [f"{column}9" for column in reversed(columns[1:-1])]
    for step in range(moves_each):
        for way in (mage, wumpus):
            here, there = way[step % len(way)], way[(step + 1) % len(way)]
            position = position.play(f"{here}-{there}")
    return position


@pytest.mark.parametrize("options", [EXACT, Options()])
def test_a_win_that_comes_too_late_is_a_draw_and_the_table_keeps_them_apart(options: Options) -> None:
    in_time, too_late = walk(48), walk(49)
    fresh = [position.game.position(position.text) for position in (in_time, too_late)]
    assert len(in_time.reversible_states) == 96
    assert len(too_late.reversible_states) == 98
    engine = Engine(in_time.game, options=options)
    for _ in range(2):
        for position in (*fresh, in_time):
            assert engine.analyse(position, Limits(depth=7)).proof == ("win", 3)
        found = engine.analyse(too_late, Limits(depth=7))
        assert found.value == 0
        assert found.proof is None or found.proof[0] == "draw"


def test_the_last_quiet_move_saves_the_side_that_is_lost() -> None:
    """After the hero's step the wumpus is lost, unless its own step is the hundredth quiet ply."""
    engine = Engine(walk(0).game, options=EXACT)
    assert engine.analyse(walk(48).play("c7-b8"), Limits(depth=4)).proof == ("loss", 2)
    assert engine.analyse(walk(49).play("c7-b8"), Limits(depth=4)).value == 0
    assert engine.analyse(walk(0).play("c7-b8"), Limits(depth=4)).proof == ("loss", 2)


# -- repetition ------------------------------------------------------------------------------------------------------


def shuffle(position: Position, words: tuple[str, ...], rounds: int) -> Position:
    for _ in range(rounds):
        for word in words:
            position = position.play(word)
    return position


def test_a_winning_move_that_repeats_for_the_third_time_is_not_taken_for_a_win() -> None:
    """The hero on c1 takes the wumpus on a3 after b2 (it can only stay beside it). Once b2 has been reached twice, that
    way is a draw, and the engine must see it; without the history it is a win again, from the same table.
    """
    game = plies.game("wumpus:3")
    start = game.position("W2/3/2h lower")
    engine = Engine(game, options=EXACT)
    assert engine.analyse(start, Limits(depth=6)).proof == ("win", 3)
    quiet = ("c1-b2", "a3-b3", "b2-c1", "b3-a3")
    words = tuple(f"{a}-{b}" for a, b in pairwise(("c1", "b2"))) + quiet[1:]
    twice = shuffle(start, words, 1)
    assert twice == start
    found = engine.analyse(twice, Limits(depth=6))
    assert found.proof == ("win", 3)  # b2 would be reached for the second time only
    thrice = twice.play("c1-b2").play("a3-b3").play("b2-c1")
    lost = engine.analyse(thrice, Limits(depth=6))
    assert lost.move == "b3-a3"  # the third time on that square: a draw at once
    assert lost.value == 0
    fresh = game.position(thrice.text)
    assert engine.analyse(fresh, Limits(depth=6)).proof is not None
    assert engine.analyse(fresh, Limits(depth=6)).value < 0
