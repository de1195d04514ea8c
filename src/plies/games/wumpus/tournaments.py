"""What the five heuristics are worth, apart from what they cost and together with it."""

from __future__ import annotations

from plies.games.tournaments import Preset, Stage

_NAMES = ("pieces", "moves", "advantage", "euclidean", "manhattan", "spacing")


def _at(limit: str) -> tuple[str, ...]:
    return tuple(f"{name}@{limit}" for name in _NAMES)


PRESETS = (
    Preset(
        "wumpus-heuristics",
        "the metric and the five heuristics, 50 pairs per pairing, at equal time and at equal depth",
        (
            Stage("equal time, 20 ms per move", ("wumpus:6",), _at("20ms"), games=100),
            Stage("equal depth, 5 plies", ("wumpus:6",), _at("depth=5"), games=100),
        ),
    ),
)
