"""The contract itself, shown with a game from the literature that has no yards in it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from plies.errors import InvalidGame, Refused
from plies.games.simultaneous import Chance, End, Kind, SimultaneousGame, from_functions
from plies.solve.simultaneous.search import Search
from plies.solve.simultaneous.stochastic import solve


def inspection(most: int, detects: float = 1.0) -> SimultaneousGame:
    """Dresher's inspection game (1962): in each of n periods the inspectee may violate, the inspector may inspect.

    Places are the inspections left, the clock the periods left. A violation that is not inspected wins 1, one that
    is inspected loses 1 (with the chance that it is detected), no violation at all is worth 0.
    """

    def choices(left: int):
        return ("obey", "violate"), (("inspect", "wait") if left else ("wait",))

    def chance(left: int, row: str, column: str):
        if row == "obey":
            return [(1.0, 1, left - 1 if column == "inspect" else left)]
        if column == "wait":
            return [(1.0, 1, End(1.0))]
        return [(detects, 1, End(-1.0)), (1 - detects, 1, End(1.0))] if detects < 1 else [(1.0, 1, End(-1.0))]

    return from_functions(range(most + 1), choices, chance)


def test_dresher_closed_form() -> None:
    """v(n, m) = C(n-1, m) / (C(n, 0) + ... + C(n, m)) (Dresher 1962, see von Stengel's survey)."""
    solution = solve(inspection(8), 12)
    for n in range(1, 13):
        for m in range(9):
            expected = math.comb(n - 1, m) / sum(math.comb(n, i) for i in range(m + 1))
            assert solution.value(m, n) == pytest.approx(expected, abs=1e-13)
    assert solution.largest_gap <= 1e-12
    assert solution.mixes(0, 3)[1].shape == (1,)


def test_chance_in_the_inspection_game() -> None:
    """With inspections that miss, by hand: one period, one inspection, detection d: the value is max(0, 1 - 2d)."""
    for detects in (0.3, 0.5, 0.9):
        assert solve(inspection(1, detects), 1).value(1, 1) == pytest.approx(max(0.0, 1 - 2 * detects))


def test_search_equals_solution_for_other_games() -> None:
    game = inspection(5, 0.8)
    solution = solve(game, 10)
    leaf = np.zeros((11, game.places))
    for prune in (True, False):
        search = Search(game, leaf, prune=prune)
        for place in range(game.places):
            assert search(place, 10, 10).value == pytest.approx(solution.value(place, 10), abs=1e-12)


def make(**changes) -> SimultaneousGame:
    kind = Kind(("up",), ("left",), (((Chance(1.0, 1, 0),),),))
    parts = {
        "kinds": (kind,),
        "kind_of": np.zeros(1, np.int32),
        "after": np.ones((1, 1), np.int32),
        "ends": np.array([1.0]),
        "timeout": np.zeros(1),
    }
    return SimultaneousGame(**{**parts, **changes})


def kind_with(*lines: Chance) -> tuple[Kind, ...]:
    return (Kind(("up",), ("left",), ((tuple(lines),),)),)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"kinds": ()}, "at least one place"),
        ({"after": np.ones((2, 1), np.int32)}, "one line for each"),
        ({"kind_of": np.ones(1, np.int32)}, "kind_of names a kind outside"),
        ({"after": np.full((1, 1), 2, np.int32)}, "leads outside"),
        ({"ends": np.array([np.nan])}, "finite"),
        ({"kinds": (Kind((), ("left",), ()),)}, "at least one choice"),
        ({"kinds": (Kind(("up", "down"), ("left",), (((Chance(1.0, 1, 0),),),)),)}, "table of 2 by 1"),
        ({"kinds": kind_with(Chance(0.9, 1, 0))}, "sum to 1, not 0.9"),
        ({"kinds": kind_with(Chance(1.5, 1, 0), Chance(-0.5, 1, 0))}, "0 or more"),
        ({"kinds": kind_with(Chance(1.0, 0, 0))}, "at least one tick"),
        ({"kinds": kind_with(Chance(1.0, 1, 1))}, "effects are numbered"),
    ],
)
def test_broken_contracts_are_named(changes, said: str) -> None:
    assert make().places == 1
    with pytest.raises(InvalidGame, match=said):
        make(**changes)


def test_a_place_that_leads_nowhere() -> None:
    with pytest.raises(InvalidGame, match="'b', which is not among the places"):
        from_functions(["a"], lambda _: (("x",), ("y",)), lambda *_: [(1.0, 1, "b")])


def test_refusals() -> None:
    game = inspection(2)
    with pytest.raises(Refused, match="at least 1"):
        solve(game, 0)
    with pytest.raises(Refused, match="GB"):
        solve(game, 10**9)
    solution = solve(game, 3)
    with pytest.raises(Refused, match="not part of this solution"):
        solution.value(0, 4)
    with pytest.raises(Refused, match="not part of this solution"):
        solve(game, 3, start=0).value(1, 3)
    with pytest.raises(Refused, match="shape"):
        solution.evaluate(np.zeros((2, 2)), None)
    with pytest.raises(Refused, match="each of 3 places"):
        Search(game, np.zeros((4, 2)))
    search = Search(game, np.zeros((4, 3)))
    with pytest.raises(Refused, match="no state with place 3"):
        search(3, 1, 1)
    with pytest.raises(Refused, match="depth must be"):
        search(0, 1, 0)
    with pytest.raises(Refused, match="alpha <= beta"):
        search(0, 1, 1, 0.5, 0.25)
