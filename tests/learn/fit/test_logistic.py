"""The compiled loss beside its plain twin, and a fit that finds what made the labels."""

from __future__ import annotations

import numpy as np
import pytest

from plies.learn.fit.logistic import Design, Ridge, best_scale, fit, loss
from tests.oracles.learning import loss_and_slope


def design(count: int, features: int, windows: int, weights: int, seed: int) -> Design:
    rng = np.random.default_rng(seed)
    places = rng.integers(2 * features, 2 * weights, (count, windows)).astype(np.int32)
    return Design(rng.normal(size=(count, features)), places, rng.random(count))


def test_the_loss_is_that_of_the_twin() -> None:
    made = design(200, 3, 7, 40, 1)
    weights = np.random.default_rng(2).normal(size=40)
    weights[:3] *= 300.0  # also where the logistic is as good as 0 or 1
    slope = np.zeros(40)
    found = loss(made, weights, slope)
    value, other = loss_and_slope(weights, made.dense, made.places, made.labels)
    assert found == pytest.approx(value)
    assert slope == pytest.approx(other)


def test_a_fit_finds_the_weights_that_made_the_labels() -> None:
    truth = np.random.default_rng(3).normal(size=40)
    made = []
    for seed in (4, 5):
        one = design(3000, 3, 7, 40, seed)
        z = one.dense @ truth[:3] + (truth[one.places >> 1] * np.where(one.places & 1, -1, 1)).sum(axis=1)
        made.append(Design(one.dense, one.places, 1 / (1 + np.exp(-z))))
    shown: list[float] = []
    visits = np.bincount(made[0].places.ravel() >> 1, minlength=40).astype(float)
    visits[:3] = 3000
    ridge = Ridge(np.zeros(40), np.full(40, 1e-6))
    found = fit(*made, ridge, visits, lambda now, apart: shown.append(apart))
    assert found.weights == pytest.approx(truth, abs=0.02)
    assert found.held_out[-1] < found.held_out[0]
    assert shown == list(found.held_out)
    held = fit(*made, Ridge(np.zeros(40), np.full(40, 1e9)), visits, lambda now, apart: None)
    assert np.abs(held.weights).max() < 0.001  # what is held fast stays


def test_the_scale_of_values_is_found() -> None:
    values = np.random.default_rng(6).normal(size=4000) * 20
    assert best_scale(values, 1 / (1 + np.exp(-0.07 * values))) == pytest.approx(0.07, rel=1e-3)
