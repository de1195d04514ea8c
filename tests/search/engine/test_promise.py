"""The engine's promise: with its selective steps off, its value is the minimax value of the textbook."""

from __future__ import annotations

import random

import pytest

import plies
from plies import registry, textbook
from plies.search.engine.analysis import Engine, Options
from plies.search.limits import Limits
from plies.values import is_decided, lost_in, plies_to_end, won_in
from tests.search.positions import random_position
from tests.sizes import slow

#: game, deepest search, how many pairs of a position and a depth
PAWNS = [
    ("pawns:2x4", 4, 480),
    ("pawns:3x5", 4, 1900),
    ("pawns:4x4", 3, 1300),
    ("pawns:5x5", 2, 1000),
    ("pawns:9x4", 2, 600),
    ("pawns:10x10", 1, 300),
    ("breakthrough:2x5", 4, 1000),
    ("breakthrough:3x5", 3, 1900),
    ("breakthrough:4x6", 2, 1000),
    ("breakthrough:3x9", 2, 600),
]
#: an engine that no other test compiles; boards of two words are compared on pawns as well
COMPILED_APART = ("breakthrough:3x9", "pawns:9x4")
#: heuristics whose two views are opposites; each gets its share of the pairs
OPPOSITES = ("ari", "hoddi", "tryggvi", "binni-mended")
CHUNKS = 4


def child_value(position: plies.Position, move: str, depth: int, heuristic: str) -> float:
    """What the textbook says of a move, counted from the position it is played in."""
    after = position.play(move)
    if after.outcome is not None:
        if after.outcome.winner is None:
            return 0.0
        return won_in(1) if after.outcome.winner == position.turn else lost_in(1)
    value = -textbook.minimax(after, depth - 1, heuristic=heuristic).value
    if is_decided(value):
        return won_in(plies_to_end(value) + 1) if value > 0 else lost_in(plies_to_end(value) + 1)
    return value


def samples(name: str, deepest: int, count: int, seed: int) -> list[tuple[plies.Position, int]]:
    """So many different pairs of a random position and a depth."""
    game, rng = plies.game(name), random.Random(seed)
    found: dict[tuple[str, int], plies.Position] = {}
    for _ in range(20 * count):
        position, depth = random_position(game, rng, 24), rng.randint(1, deepest)
        found.setdefault((position.text, depth), position)
        if len(found) == count:
            break
    return [(position, depth) for (_, depth), position in found.items()]


def compare(name: str, heuristic: str, deepest: int, count: int, seed: int, moves_too: bool) -> int:
    """How many pairs were compared. The table is small and kept, so that entries are overwritten and met again."""
    engine = Engine(plies.game(name), heuristic, entries=1 << 12, options=Options(selective=False))
    rng, compared = random.Random(seed), 0
    for position, depth in samples(name, deepest, count, seed):
        compared += 1
        found = engine.analyse(position, Limits(depth=depth))
        expected = textbook.minimax(position, depth, heuristic=heuristic).value
        assert found.value == expected, f"{position.text} {heuristic} depth {depth}"
        if moves_too and rng.random() < 0.2:
            best = child_value(position, found.move, depth, heuristic)
            assert best == expected, f"{position.text} {heuristic} depth {depth}: {found.move} is not among the best"
    return compared


@pytest.mark.parametrize("chunk", [0, *map(slow, range(1, CHUNKS))])
@pytest.mark.parametrize(
    ("name", "deepest", "count"), [one if one[0] not in COMPILED_APART else slow(*one) for one in PAWNS]
)
def test_pawns_equal_minimax(name: str, deepest: int, count: int, chunk: int) -> None:
    assert compare(name, OPPOSITES[chunk], deepest, count // CHUNKS, chunk, moves_too=True) == count // CHUNKS


@pytest.mark.slow
def test_there_are_ten_thousand() -> None:
    """Counted one by one, in what the test above compares: repeated pairs would not count."""
    pairs = {
        (name, OPPOSITES[chunk], position.text, depth)
        for name, deepest, count in PAWNS
        for chunk in range(CHUNKS)
        for position, depth in samples(name, deepest, count // CHUNKS, chunk)
    }
    assert len(pairs) >= 10_000


def test_a_heuristic_with_two_views_means_what_its_author_wrote() -> None:
    assert compare("pawns:3x5", "binni", 3, 300, seed=5, moves_too=False) == 300


@pytest.mark.parametrize("family", sorted(registry.families()))
def test_every_game_equals_minimax(family: str) -> None:
    """Games where positions come back too: the path from the root counts in both."""
    examples = registry.families()[family].examples
    name = next(name for name in examples if len(list(samples(name, 3, 120, 11))) == 120)  # the smallest have fewer
    assert compare(name, plies.game(name).default, 3, 120, seed=11, moves_too=False) == 120


@pytest.mark.parametrize("name", ["pebbles:2x3", "pebbles:3x1"])
def test_deep_searches_of_a_game_that_repeats_equal_minimax(name: str) -> None:
    """Deep enough for lines that come back on other ways than those the table has seen."""
    game = plies.game(name)
    rng = random.Random(2)
    engine = Engine(game, entries=1 << 14, options=Options(selective=False))
    for _ in range(60):
        position = random_position(game, rng, 16)
        found = engine.analyse(position, Limits(depth=9))
        assert found.value == textbook.alphabeta(position, 9, soft=True).value, position.text


def test_a_smaller_table_changes_nothing() -> None:
    game = plies.game("pawns:4x4")
    position = game.start()
    values = {
        entries: Engine(game, "ari", entries=entries, options=Options(selective=False))
        .analyse(position, Limits(depth=9))
        .value
        for entries in (2, 64, 1 << 14)
    }
    assert len(set(values.values())) == 1, values


def test_two_threads_find_the_same_value() -> None:
    game = plies.game("breakthrough:4x5")
    rng = random.Random(3)
    one = Engine(game, "ari", options=Options(selective=False))
    two = Engine(game, "ari", threads=2, options=Options(selective=False))
    for _ in range(40):
        position = random_position(game, rng, 12)
        depth = rng.randint(2, 6)
        assert one.analyse(position, Limits(depth=depth)).value == two.analyse(position, Limits(depth=depth)).value
