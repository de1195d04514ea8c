"""The known values to the last digit, the slow twin, and the certificates."""

from __future__ import annotations

import numpy as np
import pytest

import plies.football
from plies.errors import InvalidPosition, Refused
from plies.football import START, FootballSolution, Outcome, Playbook, shipped_playbook
from tests.oracles.football import SlowFootball, reachable

KNOWN_VALUES = {
    (5, 3, 5, 3): "0.659667",
    (46, 2, 12, 8): "0.243445",
    (25, 4, 10, 9): "0.590648",
    (35, 2, 1, 10): "0.484103",
    (38, 2, 4, 10): "0.407997",
    (41, 2, 7, 10): "0.374094",
}
KNOWN_MATRICES = {
    (5, 4, 5, 4): """
        0.732121 0.638194 0.918791
        0.564917 0.631933 0.813867
        0.779833 0.713867 0.628784""",
    (45, 3, 11, 12): """
        0.389684 0.340814 0.399850
        0.361404 0.395205 0.507141
        0.563908 0.408008 0.400010""",
}


@pytest.mark.parametrize(("situation", "value"), KNOWN_VALUES.items())
def test_known_values(minute: FootballSolution, situation, value: str) -> None:
    assert f"{minute.value(*situation):.6f}" == value


@pytest.mark.parametrize(("situation", "matrix"), KNOWN_MATRICES.items())
def test_known_matrices(minute: FootballSolution, situation, matrix: str) -> None:
    assert [f"{entry:.6f}" for entry in minute.matrix(*situation).ravel()] == matrix.split()


def test_states_that_can_arise_from_the_usual_start(usual: FootballSolution) -> None:
    assert usual.states == 64_319
    assert usual.largest_gap <= 1e-9


def test_the_full_table() -> None:
    """Every yard, down, distance up to the yards left and tick up to five minutes."""
    solution = plies.football.solve()
    assert solution.states == 99 * 100 // 2 * 4 * 60
    assert solution.largest_gap <= 1e-9
    lower, upper = solution.solution.proof()
    assert np.abs(upper - lower).max() <= 1e-9
    values = solution.solution.values
    assert ((values >= 0) & (values <= 1)).all()
    assert (np.diff(values, axis=0) >= -1e-12).all(), "more time never hurts the offence"


def test_against_the_slow_twin(minute: FootballSolution) -> None:
    slow = SlowFootball(shipped_playbook().tables)
    for situation in ((5, 4, 5, 4), (30, 2, 7, 5), (45, 3, 11, 6)):
        for state in reachable(situation, shipped_playbook().tables):
            assert minute.value(*state) == pytest.approx(slow.value(state), abs=1e-7)


def random_book(seed: int, plays: int, formations: int, most: int) -> Playbook:
    """A playbook of any shape, every pair with its own number of outcomes."""
    random = np.random.default_rng(seed)

    def pair() -> tuple[Outcome, ...]:
        chances = random.dirichlet(np.ones(int(random.integers(1, most + 1))))
        return tuple(
            Outcome(int(random.integers(-9, 30)), int(random.integers(1, 5)), bool(random.random() < 0.1), float(p))
            for p in chances / chances.sum()
        )

    tables = tuple(tuple(pair() for _ in range(formations)) for _ in range(plays))
    return Playbook(
        tuple(f"play {k}" for k in range(plays)), tuple(f"formation {k}" for k in range(formations)), tables
    )


@pytest.mark.parametrize("shape", [(1, 1, 1), (1, 4, 3), (5, 1, 3), (4, 6, 4), (7, 2, 6)])
def test_other_playbooks_against_the_slow_twin(shape) -> None:
    book = random_book(7, *shape)
    start = (24, 3, 8, 5)
    solution = plies.football.solve(book, start=start)
    slow = SlowFootball(book.tables)
    states = reachable(start, book.tables)
    assert solution.states == len(states)
    for state in list(states)[:60]:
        assert solution.value(*state) == pytest.approx(slow.value(state), abs=1e-7)
        mixes = solution.mixes(*state)
        assert len(mixes.offence) == shape[0]
        assert len(mixes.defence) == shape[1]
        assert solution.gap(*state) <= 1e-9


def test_reachable_part_and_whole_agree(minute: FootballSolution) -> None:
    part = plies.football.solve(start=(45, 3, 11, 12))
    assert part.states == 5805
    for state in reachable((45, 3, 11, 12), shipped_playbook().tables):
        assert part.value(*state) == minute.value(*state)
        assert (part.mixes(*state).offence == minute.mixes(*state).offence).all()


def test_progress_gives_the_same_solution(minute: FootballSolution) -> None:
    seen = []
    again = plies.football.solve(ticks=12, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(tick, 12) for tick in range(1, 13)]
    assert (again.solution.values == minute.solution.values).all()


def test_explain_sums_to_the_entry(minute: FootballSolution) -> None:
    random = np.random.default_rng(3)
    for _ in range(300):
        yards = int(random.integers(1, 100))
        where = plies.football.Situation(
            yards, int(random.integers(1, 5)), int(random.integers(1, yards + 1)), int(random.integers(1, 13))
        )
        matrix = minute.matrix(*where)
        for i in range(3):
            for j in range(3):
                lines = minute.explain(where, i, j)
                assert sum(line.probability * line.value for line in lines) == pytest.approx(matrix[i, j], abs=1e-12)


def test_explain_names_every_end(minute: FootballSolution) -> None:
    def ends(where) -> set[str]:
        return {
            line.leads_to
            for i in range(3)
            for j in range(3)
            for line in minute.explain(plies.football.Situation(*where), i, j)
            if isinstance(line.leads_to, str)
        }

    assert ends((98, 4, 10, 12)) == {"turnover", "safety"}
    assert ends((98, 1, 98, 12)) == {"turnover", "safety", "out of downs"}
    assert ends((5, 4, 5, 1)) == {"touchdown", "turnover", "out of time"}


def test_what_is_not_solved_is_refused(usual: FootballSolution) -> None:
    with pytest.raises(InvalidPosition, match="beyond the goal line"):
        usual.value(5, 4, 10, 4)
    with pytest.raises(Refused, match="1st and 10 from the 80, 125 seconds left is not part of this solution"):
        usual.value(*START[:3], 25)


def test_a_notebook_shows_the_usual_start(usual: FootballSolution, minute: FootballSolution) -> None:
    shown = usual._repr_html_()
    assert all(name in shown for name in (*usual.playbook.plays, *usual.playbook.formations))
    assert f"the offence wins {100 * usual.value(START):.1f}%" in shown
    assert "<table>" not in minute._repr_html_()  # the start is not part of it
