"""The heuristics of pebbles: a worth for every bin, times the pebbles in it.

`security` is the published one: a bin is worth its distance from being sown onto the other side, N for the safest bin
down to 1 for the last. The others spread the same worths differently. Worths are weights: `security(bin 1=6)` is
`security` with 6 for the safest bin.
"""

from __future__ import annotations

from plies.games.contract import Feature, Heuristic, Unit
from plies.games.pebbles.rules import pebbles_in


def _spread(name: str, about: str, worths: list[float], unit: Unit | None = None) -> Heuristic:
    features = tuple(Feature(f"bin {index + 1}", pebbles_in, (index,)) for index in range(len(worths)))
    return Heuristic(name, about, features, tuple(worths), unit=unit)


def heuristics(bins: int) -> dict[str, Heuristic]:
    """The heuristics for rows of so many bins; features count from the safest bin, `bin 1`."""
    distances = [float(bins - index) for index in range(bins)]
    made = (
        _spread(
            "security", "a bin is worth its distance from the other side: N for the safest, 1 for the last", distances
        ),
        _spread("even", "pebbles in one's own row, every bin worth the same", [1.0] * bins, Unit("pebbles")),
        _spread("steep", "a bin is worth the square of its distance from the other side", [d * d for d in distances]),
    )
    return {heuristic.name: heuristic for heuristic in made}
