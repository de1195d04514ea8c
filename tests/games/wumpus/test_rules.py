"""The rules of wumpus against the slow twin, over whole games."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from plies import registry
from tests.oracles import wumpus as oracle
from tests.oracles.retrograde import solve

NAMES = [
    "wumpus:3",
    "wumpus:3,directions=6",
    "wumpus:3,pits=b2",
    "wumpus:6",
    "wumpus:6,directions=6",
    "wumpus:6,pits=none",
]
LARGE = ["wumpus:9", "wumpus:9,directions=6,seed=3", "wumpus:9,pits=none"]


def play_both(name: str, rng: random.Random, eager: float) -> tuple[str, str]:
    """One random game on both sides; the result and the reason. `eager`: how often a fight is taken if there is one."""
    position = registry.game(name).start()
    directions = 6 if "directions=6" in name else 8
    slow = oracle.Play(oracle.read(position.text, directions))
    while True:
        assert position.text == slow.board.text
        assert position.turn == slow.board.side
        result = slow.result
        if result is not None:
            assert position.outcome is not None
            assert (position.outcome.winner or "draw") == result
            assert position.moves == ()
            return result, position.outcome.reason
        assert position.outcome is None
        words = {oracle.word(slow.board, move): move for move in oracle.moves_of(slow.board, slow.board.side)}
        assert sorted(position.moves) == sorted(words)
        fights = sorted(word for word in words if "x" in word)
        word = rng.choice(fights if fights and rng.random() < eager else sorted(words))
        slow.move(words[word])
        position = position.play(word)
        assert position.last_squares == tuple(word.replace("x", "-").split("-"))


def test_random_games_are_the_same_for_the_slow_twin() -> None:
    rng = random.Random(1)
    ends = [play_both(NAMES[0 if game % 4 else game // 4 % len(NAMES)], rng, 0.5) for game in range(1000)]
    ends += [play_both(name, rng, 0.9) for name in LARGE]
    assert {result for result, _ in ends} == {"lower", "upper", "draw"}
    assert {reason for _, reason in ends} >= {
        "lower has no piece left",
        "upper has no piece left",
        "neither side has a piece left",
        "third occurrence of the position",
    }


@pytest.mark.slow
def test_many_random_games_are_the_same_for_the_slow_twin() -> None:
    rng = random.Random(2)
    for game in range(3000):
        play_both((NAMES + LARGE)[game % 9], rng, rng.random())


@pytest.mark.parametrize(
    ("name", "leaves"),
    [
        ("wumpus:3", [7, 49, 420, 3365]),
        ("wumpus:6,pits=none", [16, 256, 4800]),
        ("wumpus:3,directions=6", [7, 49, 298, 1685]),
    ],
)
def test_leaf_counts_of_the_rules_page(name: str, leaves: list[int]) -> None:
    layer = [registry.game(name).start()]
    for expected in leaves:
        layer = [position.after(move) for position in layer for move in position.legal]
        assert len(layer) == expected


@pytest.mark.parametrize(("mover", "enemy"), [(mover, enemy) for mover in "whm" for enemy in "WHM"])
def test_fights(mover: str, enemy: str) -> None:
    """Hero beats wumpus, mage beats hero, wumpus beats mage; two of a kind are both gone."""
    position = registry.game("wumpus:3").position(f"2W/1{enemy}1/{mover}2 lower")
    after = position.play("a1xb2")
    held = {"hW": "h", "mH": "m", "wM": "w", "wH": "H", "hM": "M", "mW": "W"}.get(mover + enemy, "")
    assert after.text == f"2W/{'1' + held + '1' if held else '3'}/3 upper"


def test_a_piece_that_enters_a_pit_is_destroyed_and_the_pit_stays() -> None:
    position = registry.game("wumpus:6").position("5W/6/1O4/6/6/w5 lower")
    position = position.play("a1-a2").play("f6-f5").play("a2-a3").play("f5-f6")
    after = position.play("a3-b4")
    assert after.text == "5W/6/1O4/6/6/6 upper"
    assert after.outcome is not None
    assert after.outcome.winner == "upper"
    assert after.outcome.reason == "lower has no piece left"


def test_both_sides_empty_at_once_is_a_draw() -> None:
    after = registry.game("wumpus:3").position("3/1H1/h2 lower").play("a1xb2")
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.reason) == (None, "neither side has a piece left")


@pytest.mark.parametrize("name", ["wumpus:3", "wumpus:3,directions=6"])
def test_a_side_with_pieces_always_has_a_move(name: str) -> None:
    """Every way to place one to three pieces on nine squares; the rule that no move is a loss never comes to bear."""
    game = registry.game(name)
    squares = range(9)
    for number in (1, 2, 3):
        for places in combinations(squares, number):
            letters = ["w" if square in places else "1" for square in squares]
            text = "/".join("".join(letters[row : row + 3]) for row in (0, 3, 6)) + " lower"
            state = game.position(text).state
            assert game.rules.any_move is not None
            assert game.rules.any_move(state)
            assert game.rules.moves(state, [0] * game.rules.most_moves) > 0


def test_draw_by_a_hundred_plies_without_a_piece_lost() -> None:
    """Two lone wumpuses walk rounds of different lengths, so that no position comes back three times before ply 100."""
    position = registry.game("wumpus:9,pits=none").position("8W/9/9/9/9/9/9/9/w8 lower")
    rounds = {
        0: [(c, 1) for c in range(1, 9)] + [(c, 2) for c in range(8, 0, -1)],
        1: [(c, 9) for c in range(9, 1, -1)] + [(c, 8) for c in range(2, 10)] + [(9, 7), (9, 8)],
    }
    names = {side: [f"{oracle.LETTERS[c - 1]}{r}" for c, r in squares] for side, squares in rounds.items()}
    for ply in range(100):
        assert position.outcome is None
        side, step = ply % 2, ply // 2
        way = names[side]
        position = position.play(f"{way[step % len(way)]}-{way[(step + 1) % len(way)]}")
    assert position.outcome is not None
    assert position.outcome.winner is None
    assert position.outcome.reason == "100 plies without a piece lost"
    assert position.game.position(position.text).outcome is None


def test_noise_progress_key_and_any_move() -> None:
    rng = random.Random(4)
    for name in NAMES + LARGE:
        game = registry.game(name)
        rules = game.rules
        assert rules.any_move is not None
        assert rules.noise is not None
        assert rules.progress is not None
        assert rules.key is not None
        keys: dict[int, object] = {}
        position = game.start()
        for _ in range(40):
            if position.outcome is not None:
                position = game.start()
            state = position.state
            assert rules.any_move(state) == bool(position.legal)
            assert keys.setdefault(rules.key(state), state) == state
            slow = oracle.read(position.text, 6 if "directions=6" in name else 8)
            for move in position.legal:
                after = oracle.read(position.after(move).text)
                lost = [oracle.pieces(slow, side) - oracle.pieces(after, side) for side in (position.turn, *game.sides)]
                mine, theirs = lost[0], sum(lost[1:]) - lost[0]
                assert rules.progress(state, move) == (mine + theirs > 0)
                fight = "x" in game.word(state, move)
                assert rules.noise(state, move) == ((2 if not mine else 1) if fight and theirs else 0)
            position = position.after(rng.choice(position.legal))


@pytest.mark.slow
def test_three_by_three_is_a_draw_by_working_backwards() -> None:
    start = oracle.read("WHM/3/whm lower")

    def ended(board: oracle.Field) -> int | None:
        result = oracle.result_of(board)
        return None if result is None else 0 if result == "draw" else 1 if result == board.side else -1

    def children(board: oracle.Field) -> list[oracle.Field]:
        return [oracle.step(board, move) for move in oracle.moves_of(board, board.side)]

    assert solve(start, children, ended)[start] == (0, None)
