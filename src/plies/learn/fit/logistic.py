"""Logistic regression with many sparse weights: the loss by a compiled loop, the descent by SciPy's L-BFGS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from plies.compile import build

KERNEL = build.Template("fit", Path(__file__).with_name("kernel.py"), "the fit of weights", ("loss_and_slope",))
#: steps of the descent, and the change of the loss below which it ends
STEPS, ENOUGH = 40, 1e-7
#: losses are taken once in so many steps
SHOWN = 5

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Design:
    """Positions as numbers: differences of features, places of pattern weights (`kernel.py`), labels from 0 to 1."""

    dense: Floats
    places: NDArray[np.int32]
    labels: Floats

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True)
class Ridge:
    """What weights are drawn to, and how strongly, in units of one position's loss."""

    centre: Floats
    strength: Floats


@dataclass(frozen=True)
class Fitted:
    """The weights, and mean losses of training and of held-out positions after some of the steps."""

    weights: Floats
    training: tuple[float, ...]
    held_out: tuple[float, ...]
    #: how many steps had been made by then
    steps: tuple[int, ...]


def loss(design: Design, weights: Floats, slope: Floats | None = None) -> float:
    """The summed loss; its slope is added to `slope`."""
    slope = np.zeros_like(weights) if slope is None else slope
    found = build.kernel(KERNEL).loss_and_slope(weights, design.dense, design.places, design.labels, slope)
    return float(found)


def mean_loss(design: Design, weights: Floats) -> float:
    return loss(design, weights) / max(1, len(design))


def fit(
    training: Design, held_out: Design, ridge: Ridge, visits: Floats, progress: Callable[[float, float], None]
) -> Fitted:
    """The weights of least loss. `visits` say how often each weight occurs: they make steps alike in all directions."""
    stretch = 1.0 / np.sqrt(0.25 * visits + 2.0 * ridge.strength + 1e-9)
    curves: list[tuple[float, float]] = []
    steps: list[int] = []

    def objective(scaled: Floats) -> tuple[float, Floats]:
        weights = scaled * stretch
        away = weights - ridge.centre
        slope = 2.0 * ridge.strength * away
        total = float((ridge.strength * away * away).sum())
        total += loss(training, weights, slope)
        return total / len(training), slope * stretch / len(training)

    def note(scaled: Floats, step: int) -> None:
        weights = scaled * stretch
        steps.append(step)
        curves.append((mean_loss(training, weights), mean_loss(held_out, weights)))
        progress(*curves[-1])

    options = {"maxiter": STEPS, "ftol": ENOUGH, "gtol": 1e-9}
    start = ridge.centre / stretch
    note(start, 0)
    done = [0]

    def after(scaled: Floats) -> None:
        done[0] += 1
        if done[0] % SHOWN == 0:
            note(scaled, done[0])

    found = minimize(objective, start, jac=True, method="L-BFGS-B", callback=after, options=options)
    if steps[-1] != done[0]:
        note(found.x, done[0])
    return Fitted(found.x * stretch, tuple(one for one, _ in curves), tuple(two for _, two in curves), tuple(steps))


def best_scale(values: Floats, results: Floats) -> float:
    """The factor by which values, as logits, predict results best."""
    places, labels = np.zeros((len(values), 0), np.int32), np.ascontiguousarray(results)
    design = Design(np.ascontiguousarray(values.reshape(-1, 1)), places, labels)
    spread = float(np.std(values)) or 1.0

    def objective(scaled: Floats) -> tuple[float, Floats]:
        slope = np.zeros(1)
        total = loss(design, scaled / spread, slope)
        return total / len(labels), slope / spread / len(labels)

    found = minimize(objective, np.ones(1), jac=True, method="L-BFGS-B", bounds=[(1e-3, 50.0)])
    return float(found.x[0]) / spread
