"""Heuristics that fit positions: other weights for features, or patterns.

own        the features of the heuristic that the run began with
all        all features that the heuristics of the game have
patterns   windows of cells, with a weight for every combination of their contents
both       patterns and the features of `own`

Each also has a weight for being on the move; but features of a Python file come alone, because a learned file cannot
name them beside others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from plies.compile.evaluators import counts_of, state_of_row
from plies.compile.patterns import slots_of
from plies.compile.rules import field_shapes
from plies.errors import Refused
from plies.games.contract import Feature, Game, Heuristic
from plies.games.learned import TO_MOVE, features_of, known_as
from plies.learn.fit.logistic import Design, Fitted, Ridge, fit, mean_loss
from plies.learn.fit.places import Numbering, contents_of, folded, number, places_of
from plies.learn.games.samples import Samples
from plies.learn.patterns.windows import Plan

Kind = Literal["own", "all", "patterns", "both"]
KINDS: tuple[Kind, ...] = get_args(Kind)
#: how strongly weights are drawn to where they begin, in positions: features, then windows of one cell, small, large
HOLD = 20.0
LAYER_HOLD = (1.0, 4.0, 8.0)

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Candidate:
    """A fitted heuristic, and how its loss fell."""

    kind: Kind
    heuristic: Heuristic
    fitted: Fitted
    positions: int
    weights: int

    @property
    def held_out(self) -> float:
        return self.fitted.held_out[-1]


@dataclass(frozen=True)
class Data:
    """What is fitted: positions, and the scale that turns values of the parent into logits. `own`: what the run began
    with; the parent is the best so far."""

    game: Game
    own: Heuristic
    parent: Heuristic
    training: Samples
    held_out: Samples
    scale: float
    plan: Plan | None


def candidate(data: Data, kind: Kind, name: str, progress: Callable[[float, float], None]) -> Candidate:
    """The heuristic of a kind that fits best."""
    features = _features(data, kind)
    numbering = None
    if kind in ("patterns", "both"):
        if data.plan is None:
            raise Refused(f"{data.game.name} has no patterns")
        numbering = number(data.plan, len(features))
    basis = Heuristic("basis", "", features, tuple(_weight(data, one) for one in features))
    designs = [_design(data, basis, numbering, samples) for samples in (data.training, data.held_out)]
    ridge, visits = _ridge(data, basis, numbering, designs[0])
    fitted = fit(designs[0], designs[1], ridge, visits, progress)
    made = _heuristic(data, basis, numbering, fitted.weights, name)
    return Candidate(kind, made, fitted, len(data.training), int((visits > 0).sum()))


def parent_loss(data: Data) -> float:
    """The loss of the parent as it is, on held-out positions."""
    values = values_of(data.game, data.parent, data.held_out.rows)
    places, labels = np.zeros((len(values), 0), np.int32), data.held_out.labels(data.scale)
    return mean_loss(Design(np.ascontiguousarray(values.reshape(-1, 1)), places, labels), np.array([data.scale]))


def values_of(game: Game, heuristic: Heuristic, rows: NDArray[np.uint64]) -> Floats:
    """What a heuristic says of positions, for the first side, apart from its centre."""
    if heuristic.function is not None:
        shapes = field_shapes(game)
        return np.array([heuristic.value(state_of_row(game, shapes, row), 0) - heuristic.centre for row in rows])
    counts = counts_of(game, heuristic, rows)
    values: Floats = (counts[:, 0, :] - counts[:, 1, :]) @ np.array(heuristic.weights)
    patterns = heuristic.patterns
    if patterns is None:
        return values
    slots = slots_of(field_shapes(game), game.rules.state._fields)  # type: ignore[attr-defined]
    contents = contents_of(patterns.cells, slots, rows)
    steps = [sum(patterns.step(window, row) for window in patterns.windows) for row in contents.tolist()]
    return values + patterns.quantum * np.array(steps, np.float64)


def foreign(game: Game, heuristic: Heuristic) -> list[Feature]:
    """The features that a heuristic has and no heuristic of the game itself."""
    return [one for one in heuristic.features if known_as(game, one) is None]


def _features(data: Data, kind: Kind) -> tuple[Feature, ...]:
    if kind == "own" and foreign(data.game, data.own):
        return data.own.features
    chosen: list[Feature] = []
    if kind == "all":
        chosen = [*features_of(data.game).values()]
    elif kind != "patterns":
        chosen = [known_as(data.game, one) or one for one in data.own.features]
    return (*(one for one in chosen if one != TO_MOVE), TO_MOVE)


def _weight(data: Data, feature: Feature) -> float:
    pairs = zip(data.parent.features, data.parent.weights, strict=True)
    return next((weight for one, weight in pairs if (one.count, one.extra) == (feature.count, feature.extra)), 0.0)


def _design(data: Data, basis: Heuristic, numbering: Numbering | None, samples: Samples) -> Design:
    counts = counts_of(data.game, basis, samples.rows)
    dense = np.ascontiguousarray(counts[:, 0, :] - counts[:, 1, :])
    places = np.zeros((len(samples), 0), np.int32)
    if numbering is not None:
        slots = slots_of(field_shapes(data.game), data.game.rules.state._fields)  # type: ignore[attr-defined]
        places = places_of(numbering, contents_of(numbering.plan.cells, slots, samples.rows))
    return Design(dense, places, samples.labels(data.scale))


def _ridge(data: Data, basis: Heuristic, numbering: Numbering | None, design: Design) -> tuple[Ridge, Floats]:
    """Features are held near the parent's weights, each in its own spread, so that collinear ones do not run wild;
    weights of patterns near 0, so that what was hardly ever seen stays unsaid."""
    spread = (design.dense**2).mean(axis=0) + 1e-6
    centre, strength, visits = np.array(basis.weights) * data.scale, HOLD * spread, len(design) * spread
    if numbering is not None:
        beyond = numbering.count - numbering.features
        seen = np.bincount(design.places.ravel() >> 1, minlength=numbering.count)[numbering.features :].astype(float)
        holds = np.array(LAYER_HOLD)[-len(numbering.plan.layers) :]
        hold = holds[numbering.layers]
        seen[-1], hold[-1] = 0.0, 1e12  # the weight that stays 0
        centre = np.concatenate([np.where(np.array(basis.weights) == 0, 0.0, centre), np.zeros(beyond)])
        strength, visits = np.concatenate([strength, hold]), np.concatenate([visits, seen])
    return Ridge(centre, strength), visits


def _heuristic(data: Data, basis: Heuristic, numbering: Numbering | None, weights: Floats, name: str) -> Heuristic:
    """In the parent's own units: logits divided by the scale."""
    numbers = tuple(round(float(weight) / data.scale, 6) + 0.0 for weight in weights[: len(basis.features)])
    patterns = None if numbering is None else folded(numbering, weights, 1.0 / data.scale)
    about = "patterns of cells, learned from games" if patterns else "weights learned from games"
    parent = data.parent
    unit = parent.unit if len(parent.features) > 1 else None  # a parent of one feature counts just that
    return Heuristic(name, about, basis.features, numbers, centre=parent.centre, patterns=patterns, unit=unit)
