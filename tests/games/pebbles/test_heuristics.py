"""Worths of bins: the table of the rules page, and the slow twin on ten thousand positions."""

from __future__ import annotations

import random

import pytest

from plies import registry
from plies.errors import UnknownName
from tests.oracles import pebbles as oracle
from tests.sizes import sample_and_all


@pytest.mark.parametrize(
    ("board", "a", "b"),
    [
        ("2,2,2,2/2,2,2,2", 20, 20),
        ("2,2,2,0/2,2,3,3", 18, 27),
        ("2,2,0,3/2,2,2,3", 17, 24),
        ("2,0,3,3/2,2,2,2", 17, 20),
        ("0,3,3,2/2,2,2,2", 17, 20),
    ],
)
def test_security_of_the_rules_page(board: str, a: int, b: int) -> None:
    game = registry.game("pebbles:4x2")
    for side in "AB":
        position = game.position(f"{board} {side}")
        value = position.evaluate(game.heuristic("security"), 0)
        assert value == a - b
        assert sum(term.mine * term.weight for term in value.terms) == a
        assert sum(term.theirs * term.weight for term in value.terms) == b
        assert position.evaluate(game.heuristic("security"), 1) == b - a


@sample_and_all(1_500, 10_000)
def test_heuristics_are_the_same_for_the_slow_twin(count: int) -> None:
    rng = random.Random(1)
    for _ in range(count):
        bins = rng.randint(1, 10)
        most = rng.choice([1, 2, 5, 4095 // (2 * bins)])
        rows = [tuple(rng.randint(0, most) for _ in range(bins)) for _ in "AB"]
        table = oracle.Table(rows[0], (*rows[1][:-1], rows[1][-1] or 1), rng.choice("AB"))
        game = registry.game(f"pebbles:{bins}x1")
        state = game.position(table.text).state
        worths = {
            "even": [1.0] * bins,
            "steep": [float((bins - index) ** 2) for index in range(bins)],
        }
        for me, (mine, theirs) in enumerate(("AB", "BA")):
            security = oracle.security(table, mine) - oracle.security(table, theirs)
            assert game.heuristic("security").value(state, me) == security
            for name, worth in worths.items():
                expected = oracle.worth(table, mine, worth) - oracle.worth(table, theirs, worth)
                assert game.heuristic(name).value(state, me) == expected


def test_worths_are_weights_that_can_be_changed() -> None:
    game = registry.game("pebbles:4x2")
    position = game.position("3,0,0,0/0,0,0,1 A")
    assert position.evaluate(registry.heuristic(game, "security"), 0) == 12 - 4
    assert position.evaluate(registry.heuristic(game, "security(bin 1=6)"), 0) == 18 - 6
    with pytest.raises(
        UnknownName,
        match=r"heuristic 'security' has no term 'bin 9' \(did you mean bin 4\?\); known: bin 1, bin 2, bin 3, bin 4",
    ):
        registry.heuristic(game, "security(bin 9=1)")
