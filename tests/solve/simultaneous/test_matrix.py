"""Matrix games of any shape against linprog and against fractions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plies.errors import Refused
from plies.solve.simultaneous.matrix import MatrixSolution, solve
from plies.solve.simultaneous.matrix_kernel import solve_matrix
from tests.oracles.football import exact_value, lp_value


def check(matrix, found: MatrixSolution, gap: float = 1e-9) -> None:
    """Mixes are mixes, and the certificate is what they really guarantee."""
    a = np.asarray(matrix, dtype=float)
    for mix, size in ((found.row_mix, a.shape[0]), (found.column_mix, a.shape[1])):
        assert mix.shape == (size,)
        assert (mix >= 0).all()
        assert abs(mix.sum() - 1) < 1e-12
    scale = max(1.0, np.abs(a).max())
    assert abs((found.row_mix @ a).min() - found.lower) <= 1e-12 * scale
    assert abs((a @ found.column_mix).max() - found.upper) <= 1e-12 * scale
    assert -1e-12 * scale <= found.upper - found.lower <= gap * scale
    assert found.gap >= 0


def test_compiled_and_plain_agree_to_the_bit() -> None:
    """The kernel is plain Python too: the same mixes and bounds, with no rounding in between."""
    random = np.random.default_rng(6)
    for _ in range(150):
        n, m = random.integers(1, 7, 2)
        matrix = random.integers(-9, 10, (n, m)) / 7 if random.random() < 0.5 else random.normal(size=(n, m))
        found = solve(matrix)
        x, y, tableau, labels = np.zeros(n), np.zeros(m), np.empty((n + 1, m + 1)), np.empty(n + m, np.int64)
        assert (found.lower, found.upper) == solve_matrix(matrix, int(n), int(m), x, y, tableau, labels)
        assert (found.row_mix.tolist(), found.column_mix.tolist()) == (x.tolist(), y.tolist())


def test_rock_paper_scissors() -> None:
    found = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    check([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], found)
    assert found.value == pytest.approx(0, abs=1e-15)
    assert found.row_mix == pytest.approx([1 / 3] * 3)


def test_morra() -> None:
    """Two-finger Morra: value 0, and 7/12 of the time one and guess... the classic odd-fair mix."""
    matrix = [[0, 2, -3, 0], [-2, 0, 0, 3], [3, 0, 0, -4], [0, -3, 4, 0]]
    found = solve(matrix)
    check(matrix, found)
    assert found.value == pytest.approx(0, abs=1e-14)


@settings(max_examples=300, deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_small_integers_against_fractions(n: int, m: int, data: st.DataObject) -> None:
    matrix = data.draw(st.lists(st.lists(st.integers(-3, 3), min_size=m, max_size=m), min_size=n, max_size=n))
    found = solve(matrix)
    check(matrix, found)
    assert found.value == pytest.approx(float(exact_value(matrix)), abs=1e-12)


def random_matrices(count: int, seed: int):
    """Random shapes; a third plain, the rest constant, duplicated, rounded to ties, skewed, scaled, thin."""
    random = np.random.default_rng(seed)
    for number in range(count):
        n, m = (int(size) for size in random.integers(1, 9, 2))
        a = random.random((n, m))
        match number % 9:
            case 3:
                a = np.full((n, m), float(random.normal()))
            case 4:
                a = a[random.integers(0, n, n)][:, random.integers(0, m, m)]
            case 5:
                a = random.integers(-2, 3, (n, m)).astype(float)
            case 6:
                a = a[:1] if random.random() < 0.5 else a[:, :1]
            case 7:
                a = random.normal(size=(n, n)) * 10.0 ** random.integers(-3, 3)
                a = a - a.T
            case 8:
                a = (random.random((n, m)) < 0.3).astype(float)
        yield a


def compare(count: int, seed: int) -> float:
    worst = 0.0
    for a in random_matrices(count, seed):
        found = solve(a)
        check(a, found)
        assert abs(found.value - lp_value(a)) <= 1e-7 * max(1.0, np.abs(a).max()), a
        worst = max(worst, found.gap / max(1.0, np.abs(a).max()))
    return worst


def test_random_matrices_against_linprog() -> None:
    assert compare(900, 1) < 1e-12


@pytest.mark.slow
def test_a_hundred_thousand_matrices_against_linprog() -> None:
    assert compare(100_000, 2) < 1e-9


def test_large_matrices_carry_their_certificate() -> None:
    random = np.random.default_rng(3)
    for shape in ((60, 60), (3, 200), (200, 3), (40, 90)):
        for a in (random.random(shape), random.integers(0, 2, shape).astype(float)):
            check(a, solve(a))


def test_scales() -> None:
    a = np.random.default_rng(4).normal(size=(5, 6))
    value = solve(a).value
    for factor in (1e-120, 1e-9, 1e9, 1e120):
        assert solve(a * factor).value == pytest.approx(value * factor, rel=1e-9)


def test_nearly_equal_entries() -> None:
    """Entries that differ in the last digits only: the certificate is still tiny."""
    random = np.random.default_rng(5)
    for _ in range(200):
        a = 0.5 + 1e-15 * random.integers(-4, 5, (4, 4))
        check(a, solve(a), gap=1e-14)


@pytest.mark.parametrize(
    "matrix", [[], [[]], [1, 2], [[1, 2], [3]], [["a"]], [[float("nan")]], [[float("inf"), 1]], [[1e200]]]
)
def test_refused(matrix) -> None:
    with pytest.raises(Refused, match="matrix"):
        solve(matrix)
