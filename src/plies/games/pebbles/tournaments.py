"""`security` beside other spreads of worths."""

from __future__ import annotations

from plies.games.tournaments import Preset, Stage

_BOARDS = ("pebbles:4x2", "pebbles:5x2")


def _at(limit: str) -> tuple[str, ...]:
    return tuple(f"{name}@{limit}" for name in ("security", "even", "steep"))


PRESETS = (
    Preset(
        "pebbles-spreads",
        "linear, even and steep worths of bins, 100 pairs per pairing and board, at equal time and at equal depth",
        (
            Stage("equal time, 5 ms per move", _BOARDS, _at("5ms"), games=200),
            Stage("equal depth, 6 plies", _BOARDS, _at("depth=6"), games=200),
        ),
    ),
)
