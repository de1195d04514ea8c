"""The search: equal to the exact solution when deep enough, true to the alpha-beta contract, and worth its pruning."""

from __future__ import annotations

import numpy as np
import pytest

import plies.football
from plies.football import FootballSolution, shipped_playbook
from plies.games.football import bounds
from plies.games.football.rules import football, place_of, places
from plies.solve.simultaneous import stochastic
from plies.solve.simultaneous.search import Search
from tests.oracles.football import SlowFootball


def random_states(count: int, most_ticks: int, seed: int) -> list[tuple[int, int]]:
    """(place, clock) pairs."""
    random = np.random.default_rng(seed)
    return list(
        zip(random.integers(0, 19_800, count).tolist(), random.integers(1, most_ticks + 1, count).tolist(), strict=True)
    )


@pytest.mark.parametrize("bounded", [True, False])
def test_deep_search_is_the_exact_solution_on_2000_states(minute: FootballSolution, bounded: bool) -> None:
    search = plies.football.search(None, 12, bounded=bounded)
    for place, clock in random_states(2000, 12, 1):
        found = search(place, clock, clock)
        assert found.lower == found.upper
        assert found.value == pytest.approx(minute.solution.value(place, clock), abs=1e-10)


def test_shallow_search_against_the_slow_twin() -> None:
    heuristic = plies.football.pace(12)
    slow = SlowFootball(shipped_playbook().tables, lambda s: float(heuristic[s[3], place_of(*s[:3])]))
    search = plies.football.search(None, 12, bounded=False)
    for state, depth in (((45, 3, 11, 12), 2), ((5, 4, 5, 4), 3), ((80, 4, 10, 12), 2), ((20, 1, 3, 9), 3)):
        found = search(place_of(*state[:3]), state[3], depth)
        assert found.value == pytest.approx(slow.value(state, depth), abs=1e-7)


@pytest.mark.parametrize("bounded", [True, False])
@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_the_alpha_beta_contract(bounded: bool, depth: int) -> None:
    """Exact inside the window; outside a bound between the window and the value."""
    exact = plies.football.search(None, 12, prune=False, bounded=bounded)
    random = np.random.default_rng(depth)
    for place, clock in random_states(60, 12, depth):
        value = exact(place, clock, depth).value
        search = plies_search(bounded)
        for _ in range(4):
            alpha, beta = np.sort(np.clip(value + random.normal(0, 0.1, 2), -0.5, 1.5))
            search.forget()
            found = search(place, clock, depth, alpha, beta)
            assert found.lower - 1e-10 <= value <= found.upper + 1e-10
            if alpha + 1e-10 < value < beta - 1e-10:
                assert found.lower == found.upper
            assert found.upper <= alpha or found.lower >= beta or found.lower == found.upper


_SEARCHES: dict[bool, Search] = {}


def plies_search(bounded: bool) -> Search:
    """One searcher for all windows; the caller empties its store."""
    if bounded not in _SEARCHES:
        _SEARCHES[bounded] = plies.football.search(None, 12, bounded=bounded)
    return _SEARCHES[bounded]


def test_a_tiny_store_changes_counts_only() -> None:
    """Entries that overwrite one another must never be taken for another state's."""
    game, leaf = football(shipped_playbook()), plies.football.pace(12)
    large, tiny = Search(game, leaf), Search(game, leaf, store_bits=2)
    for place, clock in random_states(30, 12, 5):
        assert tiny(place, clock, 3).value == pytest.approx(large(place, clock, 3).value, abs=1e-11)


def test_pruning_saves_states_and_matrices() -> None:
    """From the 45 with a minute left, depth 4: fewer than half of both."""
    place = place_of(45, 3, 11)
    full = plies.football.search(None, 12, prune=False)(place, 12, 4)
    pruned = plies.football.search(None, 12)(place, 12, 4)
    assert pruned.value == pytest.approx(full.value, abs=1e-11)
    assert full.states == full.matrices
    assert 0 < 2 * pruned.states < full.states
    assert 0 < 2 * pruned.matrices < full.matrices


def test_bounds_hold_and_obey_the_one_step_rule(minute: FootballSolution) -> None:
    """The easier and the harder game bound the real one, and stay on their side of its one-step rule."""
    book = shipped_playbook()
    low, high = (stochastic.solve(make(book), 12) for make in (bounds.harder, bounds.easier))
    lower, upper = bounds.spread(low.values[:, : low.game.places], high.values[:, : high.game.places])
    values = minute.solution.values[:, : len(places()[0])]
    assert (lower <= values + 1e-12).all()
    assert (values <= upper + 1e-12).all()
    game = minute.solution.game
    for limit, sign in ((lower, 1), (upper, -1)):
        table = game.blank_values(12)
        table[1:, : game.places] = limit[1:]
        given = stochastic.Solution(game, minute.solution.slot, table, *([np.zeros((0, 3))] * 2), np.zeros(0))
        for place, clock in random_states(400, 12, 9):
            onward = plies_matrix_value(given, place, clock)
            assert sign * (onward - limit[clock, place]) >= -1e-12


def plies_matrix_value(solution: stochastic.Solution, place: int, clock: int) -> float:
    from plies.solve.simultaneous.matrix import solve

    return solve(solution.matrix(place, clock)).value
