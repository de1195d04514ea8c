"""The compiled engine on pebbles: perft, forced results, and what repetition does to both sides.

The truth comes from the slow twin: by working backwards where no history matters, and by trying everything under the
rule of the third occurrence where it does.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import plies
from plies.games.position import Position
from plies.search.engine.analysis import Engine, Options
from plies.search.limits import Limits
from plies.values import is_decided, won_in
from tests.oracles import pebbles as oracle
from tests.oracles.retrograde import solve

Value = tuple[int, int | None]
EXACT = Options(selective=False)


def ended(table: oracle.Table) -> int | None:
    won = oracle.winner(table)
    return None if won is None else 1 if won == table.side else -1


def children(table: oracle.Table) -> list[oracle.Table]:
    return [oracle.sow(table, column) for column in oracle.columns(table)]


def slow_leaves(table: oracle.Table, depth: int) -> int:
    if depth == 0:
        return 1
    return 0 if ended(table) is not None else sum(slow_leaves(child, depth - 1) for child in children(table))


def kind(proof: tuple[str, int] | None) -> int:
    return 0 if proof is None else {"win": 1, "loss": -1, "draw": 0}[proof[0]]


@pytest.mark.parametrize(("name", "depth"), [("1x1", 3), ("2x1", 6), ("3x7", 6), ("4x2", 6), ("6x2", 4), ("10x204", 3)])
def test_leaf_counts(name: str, depth: int) -> None:
    start = plies.game(f"pebbles:{name}").start()
    table = oracle.start(*map(int, name.split("x")))
    for bulk in (True, False):
        assert plies.perft(start, depth, bulk) == slow_leaves(table, depth)


@pytest.mark.parametrize(("name", "proof"), [("2x1", ("loss", 5)), ("4x1", ("loss", 35)), ("5x1", ("loss", 29))])
def test_forced_results_from_the_start(name: str, proof: tuple[str, int]) -> None:
    """The distances are those of the slow solver (that of 5x1 is checked by it in the slow tests)."""
    found = plies.analyse(plies.game(f"pebbles:{name}").start(), depth=40)
    assert found.proof == proof
    assert len(found.line) == proof[1]


def test_three_bins_are_a_draw() -> None:
    found = plies.analyse(plies.game("pebbles:3x1").start(), depth=60)
    assert found.value == 0
    assert kind(found.proof) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("bins", "plies_to_end"), [(4, 35), (5, 29)])
def test_forced_results_by_working_backwards(bins: int, plies_to_end: int) -> None:
    start = oracle.start(bins, 1)
    assert solve(start, children, ended)[start] == (-1, plies_to_end)


@pytest.mark.parametrize(("bins", "pebbles", "depth"), [(2, 1, 30), (2, 2, 30), (3, 1, 30), (4, 1, 16)])
def test_one_table_for_many_positions_tells_no_wrong_win_and_misses_none(bins: int, pebbles: int, depth: int) -> None:
    """Positions in random order on one engine, so that each search meets what others left in the table."""
    truth = solve(oracle.start(bins, pebbles), children, ended)
    game = plies.game(f"pebbles:{bins}x{pebbles}")
    tables = [table for table in truth if ended(table) is None]
    random.Random(bins).shuffle(tables)
    exact, selective = (Engine(game, entries=1 << 16, options=options) for options in (EXACT, Options()))
    for table in tables[:200]:
        value, length = truth[table]
        position = game.position(table.text)
        within = length is not None and length <= depth
        found = exact.analyse(position, Limits(depth=depth))
        assert kind(found.proof) == (value if within else 0), table.text
        if within:
            assert found.proof is not None
            assert found.proof[1] == length, table.text
        # with reductions a win may be seen later, but what is called proven is so
        quick = selective.analyse(position, Limits(depth=depth))
        assert kind(quick.proof) in (0, value), table.text
        if length is not None and length <= depth // 2:
            assert kind(quick.proof) == value, table.text


def minimax(table: oracle.Table, depth: int, path: tuple[oracle.Table, ...] = ()) -> float:
    """The value for the mover without any table: a position that stands on the way here already is a draw."""
    end = ended(table)
    if end is not None:
        return end * won_in(len(path))
    if table in path:
        return 0.0
    if depth == 0:
        other = "B" if table.side == "A" else "A"
        return oracle.security(table, table.side) - oracle.security(table, other)
    return max(-minimax(child, depth - 1, (*path, table)) for child in children(table))


@pytest.mark.parametrize(("name", "depth"), [("2x2", 9), ("2x2", 12), ("3x1", 8), ("3x2", 6)])
def test_the_table_turns_no_value_into_a_draw_and_no_draw_into_a_value(name: str, depth: int) -> None:
    """Draws by repetition on the way are not kept in the table. (If they were, three values of 2x2 at depth 12 would
    come out as draws.) What is kept may be used on a way on which a line of it would repeat, which is no draw yet.
    """
    game = plies.game(f"pebbles:{name}")
    truth = solve(oracle.start(*map(int, name.split("x"))), children, ended)
    tables = [table for table in truth if ended(table) is None]
    random.Random(2).shuffle(tables)
    engine = Engine(game, entries=1 << 16, options=EXACT)
    same = 0
    for table in tables[:60]:
        slow = minimax(table, depth)
        found = engine.analyse(game.position(table.text), Limits(depth=depth))
        assert (found.value == 0) == (slow == 0), table.text
        assert found.value == slow or not is_decided(slow), table.text
        same += found.value == slow
    assert same >= min(60, len(tables)) - 1


# -- the history of a game -------------------------------------------------------------------------------------------


def decided(table: oracle.Table, seen: Counter[oracle.Table], depth: int) -> Value:
    """(+1 or -1, plies) for the mover if somebody can force the end within `depth` plies, else (0, None).

    Everything is tried under the rule that a third occurrence ends the game as a draw.
    """
    end = ended(table)
    if end is not None:
        return end, 0
    if seen[table] >= 3 or depth == 0:
        return 0, None
    best: Value = (-1, 0)
    for child in children(table):
        seen[child] += 1
        value, length = decided(child, seen, depth - 1)
        seen[child] -= 1
        mine: Value = (-value, None if length is None else length + 1)
        best = max(best, mine, key=rank)
    return best


def rank(value: Value) -> float:
    sign, length = value
    return 0 if length is None else sign * (1000 - length)


@pytest.mark.parametrize("name", ["2x2", "2x3", "3x1"])
def test_history_makes_draws_and_the_table_does_not_mix_histories(name: str) -> None:
    """Decided positions, with a game behind them that has been twice where one of their lines leads.

    Each is searched with that history and without, in any order, on one engine. Where the two answers differ, a table
    that mixed them would turn a win into a draw or a draw into a win.
    """
    game = plies.game(f"pebbles:{name}")
    rng = random.Random(7)
    truth = solve(oracle.start(*map(int, name.split("x"))), children, ended)
    near = [table for table, (_, length) in truth.items() if length is not None and 1 <= length <= 6]
    near += near
    engine = Engine(game, entries=1 << 14, options=EXACT)
    depth, changed = 7, Counter[int]()
    for table in rng.sample(near, min(150, len(near))):
        position = came_twice(game, table, rng)
        if position is None:
            continue
        seen = Counter(table_of(one) for one in way_to(position))
        with_history, without = decided(table, seen, depth), decided(table, Counter([table]), depth)
        changed[without[0]] += with_history != without
        fresh = game.position(table.text)
        for one, expected in rng.sample([(position, with_history), (fresh, without), (position, with_history)], 3):
            found = engine.analyse(one, Limits(depth=depth))
            assert kind(found.proof) == expected[0], (one.text, one.line)
            if expected[0]:
                assert found.proof is not None
                assert found.proof[1] == expected[1], (one.text, one.line)
    assert changed[1] >= 3  # wins that history takes away or delays
    assert changed[-1] >= 3  # losses that it saves or delays


def came_twice(game: plies.Game, table: oracle.Table, rng: random.Random) -> Position | None:
    """`table` for the second time, after a game that went twice to a position one to three plies beyond it."""
    goal, onwards = table, []
    for _ in range(rng.randint(1, 3)):
        going_on = [column for column in oracle.columns(goal) if ended(oracle.sow(goal, column)) is None]
        if not going_on:
            break
        onwards.append(str(rng.choice(going_on)))
        goal = oracle.sow(goal, int(onwards[-1]))
    back = shortest_way(goal, table)
    if not onwards or not back:
        return None
    position = game.position(goal.text)
    for word in (*back, *onwards, *back):
        if position.outcome is not None:
            return None
        position = position.play(word)
    return position if position.outcome is None else None


def shortest_way(start: oracle.Table, goal: oracle.Table) -> tuple[str, ...]:
    """Columns that lead from one position to another; empty if none do."""
    ways: dict[oracle.Table, tuple[str, ...]] = {start: ()}
    waiting = [start]
    for table in waiting:
        for column in oracle.columns(table):
            child = oracle.sow(table, column)
            if child not in ways and ended(child) is None:
                ways[child] = (*ways[table], str(column))
                waiting.append(child)
    return ways.get(goal, ())


def way_to(position: Position) -> list[Position]:
    way = [position]
    while way[-1].parent is not None:
        way.append(way[-1].parent)
    return way


def table_of(position: Position) -> oracle.Table:
    rows, side = position.text.split()
    top, bottom = (tuple(map(int, row.split(","))) for row in rows.split("/"))
    return oracle.Table(top, bottom, side)


def test_the_winner_of_a_long_win_does_not_repeat_until_it_is_a_draw() -> None:
    """The second player wins 4x1 in 34 plies from any first move; against random moves it must never be a draw."""
    game = plies.game("pebbles:4x1")
    rng = random.Random(3)
    engine = Engine(game)
    for _ in range(10):
        position = game.start()
        while position.outcome is None:
            if position.turn == "A":
                position = position.play(rng.choice(position.moves))
            else:
                position = position.play(engine.analyse(position, Limits(depth=36)).move)
        assert position.outcome.winner == "B"
