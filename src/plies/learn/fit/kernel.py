"""The logistic loss of many positions and its slope. A kernel without a game."""

from __future__ import annotations

import math
from typing import Any

from plies.compile.intrinsics import borrowed


def loss_and_slope(weights: Any, dense: Any, places: Any, labels: Any, slope: Any) -> float:
    """The sum of cross-entropies between labels and the logistic of each position's sum; adds to `slope`.

    A position's sum has the features of `dense` times the first weights, and the weights at `places`. A place is twice
    the number of a weight, plus one if the weight counts with its sign turned.
    """
    weights, dense, places = borrowed(weights), borrowed(dense), borrowed(places)
    labels, slope = borrowed(labels), borrowed(slope)
    features, windows = dense.shape[1], places.shape[1]
    total = 0.0
    for position in range(labels.shape[0]):
        z = 0.0
        for at in range(features):
            z += dense[position, at] * weights[at]
        for at in range(windows):
            place = places[position, at]
            weight = weights[place >> 1]
            z += -weight if place & 1 else weight
        total += math.log1p(math.exp(-abs(z))) + max(z, 0.0) - labels[position] * z
        error = 1.0 / (1.0 + math.exp(-z)) - labels[position] if z > -700.0 else -labels[position]
        for at in range(features):
            slope[at] += dense[position, at] * error
        for at in range(windows):
            place = places[position, at]
            slope[place >> 1] += -error if place & 1 else error
    return total
