"""The rules against their slow twin, the known perft, and the bounds that the engine relies on."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from plies.games.checkers import notation, rules
from plies.games.checkers.rules import State
from tests.games.checkers.helpers import GAME, random_state, twin
from tests.oracles.checkers import Checkers, square_number
from tests.sizes import sample_and_all

LEAVES = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680]


def numbers(path):
    return tuple(square_number(square) for square in path)


def same_moves(state, slow):
    """Compares the moves as a multiset of routes, and the position after each."""
    codes = notation.legal(state)
    slow_paths = {numbers(path): path for path in slow.moves()}
    assert Counter(map(notation.landings, codes)) == Counter(map(numbers, slow.moves()))
    assert len(set(codes)) == len(codes) <= rules.MOST_MOVES
    assert rules.any_move(state) == bool(codes)
    for code in codes:
        assert 0 <= code < rules.MOVE_CODES
        path = slow_paths[notation.landings(code)]
        after, slow_after = rules.play(state, code), slow.play(path)
        assert (twin(after).rows, "rb"[after.turn]) == (slow_after.rows, slow_after.turn)
        assert rules.progress(state, code) == slow.is_progress(path)
        assert (rules.noise(state, code) > 0) == (code >= rules.CAPTURE) == (abs(path[0][0] - path[1][0]) == 2)
    return codes, slow_paths


def play_out(seed, compare):
    """One random game on both boards with the draw rules counted by hand; returns what ended it and its plies."""
    rng = random.Random(seed)
    position, slow, seen, quiet = GAME.start(), Checkers(), Counter(), 0
    while True:
        seen[slow.rows, slow.turn] += 1
        moves = slow.moves()
        drawn = seen[slow.rows, slow.turn] == 3 or quiet >= 80
        ended = not moves or drawn
        assert (position.outcome is not None) == ended
        if ended:
            winner = {"r": "white", "b": "red"}[slow.turn] if not moves else None
            assert position.outcome.winner == winner
            return position.outcome.reason, len(position.line)
        codes, paths = compare(position.state, slow)
        code = rng.choice(codes)
        path = paths[notation.landings(code)]
        if slow.is_progress(path):
            quiet = 0
            seen.clear()
        else:
            quiet += 1
        position, slow = position.after(code), slow.play(path)


def test_start():
    position = GAME.start()
    assert set(position.moves) == {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}
    assert (position.turn, position.outcome) == ("red", None)
    assert twin(position.state).rows == Checkers().rows


def listed(state, slow):
    """Only the list of moves; the game played on compares the position after one of them."""
    codes, paths = notation.legal(state), {numbers(path): path for path in slow.moves()}
    assert sorted(map(notation.landings, codes)) == sorted(map(numbers, slow.moves()))
    assert twin(state).rows == slow.rows
    return codes, paths


@sample_and_all(80, 300)
def test_whole_random_games(count):
    ends = Counter(play_out(seed, listed)[0] for seed in range(count))
    assert len(ends) >= 3, ends


@pytest.mark.slow
def test_whole_random_games_every_position_after():
    for seed in range(300, 5000):
        play_out(seed, same_moves)


def test_positions_no_game_shows():
    rng = random.Random(1)
    longest = 0
    for _ in range(1500):
        state = random_state(rng)
        codes, _ = same_moves(state, twin(state))
        longest = max([longest, *(rules.taken_by(code).bit_count() for code in codes)])
    assert longest >= 4


@pytest.mark.parametrize("depth", range(1, 6))
def test_leaf_counts(depth):
    def leaves(state, depth):
        codes = notation.legal(state)
        return len(codes) if depth == 1 else sum(leaves(rules.play(state, code), depth - 1) for code in codes)

    assert leaves(GAME.first, depth) == LEAVES[depth - 1]


def test_the_slow_twin_knows_the_leaf_counts_too():
    assert [Checkers().leaves(depth) for depth in (1, 2, 3, 4)] == LEAVES[:4]


def test_no_piece_has_more_routes_than_the_bound():
    """Every set of pieces between the eight squares of a jumping king, from each of them: at most 16 routes."""
    most, longest = 0, 0
    for corner in (0, 1, 4, 5):
        squares, between = reachable(corner)
        assert (len(squares), len(between)) == (8, 9)
        for chosen in range(512):
            enemy = sum(1 << bit for index, bit in enumerate(between) if chosen >> index & 1)
            for start in squares:
                codes = notation.legal(State(1 << start, enemy, 1 << start, rules.RED))
                captures = [code for code in codes if code >= rules.CAPTURE]
                most = max(most, len(captures))
                longest = max([longest, *(rules.taken_by(code).bit_count() for code in captures)])
    assert (12 * most, longest) == (rules.MOST_MOVES, 9)


def reachable(bit):
    """The squares a king can reach by jumps alone, and the squares it jumps over on the way."""
    squares, between, todo = {bit}, set(), [bit]
    while todo:
        here = 1 << todo.pop()
        for direction in range(4):
            over = rules.step(here, direction)
            land = rules.step(over, direction) & rules.SQUARES
            if over & rules.SQUARES and land:
                between.add(over.bit_length() - 1)
                if land.bit_length() - 1 not in squares:
                    squares.add(land.bit_length() - 1)
                    todo.append(land.bit_length() - 1)
    return sorted(squares), sorted(between)


def test_a_crowned_man_stops():
    position = GAME.position("B:W26,27,19:B22")
    assert position.moves == ("22x31",)
    after = position.play("22x31")
    assert after.text == "W:W19,27:BK31"


def test_a_king_may_come_back_to_where_it_started():
    """Both ways round are moves of their own, though they lead to the same position."""
    position = GAME.position("W:WK14:B17,18,25,26")
    assert set(position.moves) == {"14x21x30x23x14", "14x23x30x21x14"}
    assert {position.play(word).text for word in position.moves} == {"B:WK14:B"}
    assert position.play("14x21x30x23x14").outcome.winner == "white"


def test_keys_differ():
    rng = random.Random(3)
    states = {random_state(rng) for _ in range(20_000)}
    assert len({rules.key(state) for state in states}) == len(states)


def test_draws_belong_to_games():
    position = GAME.position("B:WK1:BK32")
    for _ in range(2):
        for word in ("32-28", "1-6", "28-32", "6-1"):
            position = position.play(word)
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.reason) == (None, "third occurrence of the position")
    assert GAME.position(position.text).outcome is None


def test_draw_by_lack_of_progress():
    """Two kings walk around without meeting the same position three times within 80 plies."""
    position, rng = GAME.position("B:WK1,K5,K21:BK32,K28,K12"), random.Random(0)
    for attempt in range(200):
        rng.seed(attempt)
        here = position
        while here.outcome is None:
            here = here.after(rng.choice(here.legal))
        if here.outcome.reason.startswith("80 plies"):
            assert here.outcome.reason == "80 plies without a capture or a man's move"
            assert here.outcome.winner is None
            return
    raise AssertionError("no game ended by lack of progress")
