"""The rules of pebbles against the slow twin, over whole games."""

from __future__ import annotations

import random

import pytest

from plies import registry
from tests.oracles import pebbles as oracle
from tests.oracles.retrograde import solve
from tests.sizes import sample_and_all

#: boards whose random games end within some hundred plies, and larger ones whose games go on for thousands
SMALL = [(1, 1), (1, 2), (1, 9), (2, 1), (2, 2), (2, 3), (3, 1), (4, 1), (5, 1)]
LARGE = [(3, 7), (4, 2), (5, 2), (6, 2), (7, 3), (8, 4), (9, 1), (10, 2), (10, 204)]


def play_both(bins: int, pebbles: int, rng: random.Random, plies: int = 10**6) -> str | None:
    """One random game on both sides; the result."""
    position = registry.game(f"pebbles:{bins}x{pebbles}").start()
    slow = oracle.Play(oracle.start(bins, pebbles))
    for _ in range(plies):
        assert position.text == slow.table.text
        assert position.turn == slow.table.side
        result = slow.result
        if result is not None:
            assert position.outcome is not None
            assert (position.outcome.winner or "draw") == result
            assert position.moves == ()
            return result
        assert position.outcome is None
        columns = oracle.columns(slow.table)
        assert position.moves == tuple(map(str, columns))
        column = rng.choice(columns)
        passed = [f"{row}{at}" for row, at in oracle.path(slow.table, column)]
        last = f"{slow.table.side}{column}"
        slow.move(column)
        position = position.play(str(column))
        assert list(position.last_squares) == [last, *passed]
    return None


@sample_and_all(250, 1000)
def test_random_games_are_the_same_for_the_slow_twin(count: int) -> None:
    rng = random.Random(1)
    results = [play_both(*SMALL[game % len(SMALL)], rng) for game in range(count)]
    assert {"A", "B", "draw"} == set(results)


def test_openings_of_long_games_are_the_same_for_the_slow_twin() -> None:
    rng = random.Random(2)
    for game in range(9 * len(LARGE)):
        play_both(*LARGE[game % len(LARGE)], rng, plies=60)


@pytest.mark.slow
def test_long_random_games_are_the_same_for_the_slow_twin() -> None:
    rng = random.Random(3)
    for size in [(4, 2), (5, 2), (9, 1)] * 30:
        assert play_both(*size, rng) is not None


@sample_and_all(800, 3000)
def test_sowing_any_counts_is_the_same_pebble_by_pebble(count: int) -> None:
    """Large counts with many laps, in every bin of every board."""
    rng = random.Random(3)
    for _ in range(count):
        bins = rng.randint(1, 10)
        most = rng.choice([1, 3, 30, 4095 // (2 * bins)])
        rows = [tuple(rng.randint(0, most) for _ in range(bins)) for _ in "AB"]
        if not any(rows[0]) or not any(rows[1]):
            continue
        table = oracle.Table(rows[0], rows[1], rng.choice("AB"))
        position = registry.game(f"pebbles:{bins}x1").position(table.text)
        column = rng.choice(oracle.columns(table))
        assert position.play(str(column)).text == oracle.sow(table, column).text


def test_a_full_bin_alone_goes_round_the_whole_board() -> None:
    position = registry.game("pebbles:10x1").position("0,0,0,0,0,0,0,0,0,4094/1,0,0,0,0,0,0,0,0,0 A")
    after = position.play("10")
    assert after.text == oracle.sow(oracle.Table((0,) * 9 + (4094,), (1,) + (0,) * 9, "A"), 10).text
    assert sum(map(int, after.text[:-2].replace("/", ",").split(","))) == 4095


def test_known_sowing_of_three_bins_of_seven() -> None:
    assert registry.game("pebbles:3x7").start().play("1").text == "1,9,8/8,8,8 B"


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("4", "2,2,2,0/2,2,3,3 B"),
        ("3", "2,2,0,3/2,2,2,3 B"),
        ("2", "2,0,3,3/2,2,2,2 B"),
        ("1", "0,3,3,2/2,2,2,2 B"),
    ],
)
def test_first_moves_of_the_rules_page(column: str, text: str) -> None:
    assert registry.game("pebbles:4x2").start().play(column).text == text


def test_the_owner_of_an_empty_row_loses_whoever_emptied_it() -> None:
    game = registry.game("pebbles:2x1")
    own = game.position("0,1/1,0 A").play("2")
    assert own.text == "0,0/1,1 B"
    assert own.outcome is not None
    assert own.outcome.winner == "B"
    assert own.outcome.reason == "the row of A is empty"
    other = game.position("1,0/1,0 B").play("1")
    assert other.outcome is not None
    assert other.outcome.winner == "A"


def test_the_third_occurrence_is_a_draw_of_the_game_not_of_the_position() -> None:
    """One bin a side and two pebbles: after `2/2 A` it is `1/3 B`, `3/1 A`, `1/3 B` and so on for ever."""
    position = registry.game("pebbles:1x2").start()
    while position.outcome is None:
        position = position.play("1")
    assert position.outcome.winner is None
    assert position.outcome.reason == "third occurrence of the position"
    way = [position]
    while way[-1].parent is not None:
        way.append(way[-1].parent)
    assert sum(earlier == position for earlier in way) == 3
    fresh = position.game.position(position.text)
    assert fresh == position
    assert hash(fresh) == hash(position)
    assert fresh.outcome is None
    assert fresh.moves == ("1",)


def test_any_move_and_key_agree_with_the_lists() -> None:
    rng = random.Random(5)
    for bins, pebbles in SMALL + LARGE:
        game = registry.game(f"pebbles:{bins}x{pebbles}")
        keys: dict[int, tuple[int, ...]] = {}
        position = game.start()
        for _ in range(200):
            if position.outcome is not None:
                position = game.start()
            assert game.rules.any_move is not None
            assert game.rules.key is not None
            assert game.rules.any_move(position.state) == bool(position.legal)
            assert keys.setdefault(game.rules.key(position.state), position.state) == position.state
            position = position.after(rng.choice(position.legal))


def test_known_results_by_working_backwards() -> None:
    """N=2, k=1: the first player loses in 5 plies. N=3, k=1: a draw."""

    def ended(table: oracle.Table) -> int | None:
        won = oracle.winner(table)
        return None if won is None else 1 if won == table.side else -1

    def children(table: oracle.Table) -> list[oracle.Table]:
        return [oracle.sow(table, column) for column in oracle.columns(table)]

    assert solve(oracle.start(2, 1), children, ended)[oracle.start(2, 1)] == (-1, 5)
    assert solve(oracle.start(3, 1), children, ended)[oracle.start(3, 1)] == (0, None)
