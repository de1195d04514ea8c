"""A game judged move by move: exactly where a table knows, else by small searches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from plies.values import Result

Verdict = Literal["", "inaccuracy", "mistake", "blunder"]

#: how much of a game a move may give away, a win being 1, before it gets the name
STEPS: tuple[tuple[float, Verdict], ...] = ((0.3, "blunder"), (0.15, "mistake"), (0.07, "inaccuracy"))
#: units of a heuristic that are worth half of what is left to win
HALF = 3.0
_RANK: dict[str, int] = {"loss": 0, "draw": 1, "win": 2}


@dataclass(frozen=True)
class Point:
    """What is known of one position of a game: for the first side, and where it is exact, the result for the mover."""

    #: from 0, lost for the first side, to 1, won for it
    share: float
    exact: Result | None = None
    #: what should be played here
    best: tuple[str, ...] = ()


def share_of(value: float, decided: int, unit: float = 1.0) -> float:
    """How near a value is to a win of the first side, 0 to 1; `decided` is 1, 0 or -1, `unit` what counts as one."""
    if decided:
        return 1.0 if decided > 0 else 0.0
    return 0.5 + 0.5 * value / (abs(value) + HALF * unit)


def exact_point(result: Result, mover: int, best: tuple[str, ...] = ()) -> Point:
    """By a table, or by the rules."""
    won = _RANK[result] / 2
    return Point(won if mover == 0 else 1.0 - won, result, best)


def verdict(before: Point, after: Point, mover: int, word: str) -> Verdict:
    """What a move deserves. `after` is the other side's to move: what it wins, the mover has lost."""
    if before.exact is not None and after.exact is not None:
        lost = _RANK[before.exact] - (2 - _RANK[after.exact])
        return "blunder" if lost > 1 else "mistake" if lost == 1 else ""
    if before.best[:1] == (word,):
        return ""
    sign = 1 if mover == 0 else -1
    given = sign * (before.share - after.share)
    return next((name for least, name in STEPS if given >= least), "")
