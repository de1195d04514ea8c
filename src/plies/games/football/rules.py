"""Football as a game of simultaneous choices: situations, places and what an outcome does to them.

A situation is (yards, downs, to_go, ticks): yards to the goal line, downs left, yards to a first down, ticks left.
A place is a situation without its clock. Places are numbered by yards, then to_go, then downs:

    yards 1: to_go 1, downs 1 2 3 4 | yards 2: to_go 1, downs 1 2 3 4, to_go 2, downs 1 2 3 4 | ...

The offence is the row side, the defence the column side; a touchdown is worth 1, everything else 0.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plies.errors import InvalidPosition
from plies.games.football.playbook import Playbook
from plies.games.simultaneous import Chance, Kind, SimultaneousGame

FIELD = 99
DOWNS = 4
FIRST_DOWN = 10
PLACES = DOWNS * FIELD * (FIELD + 1) // 2
#: Ends, as numbers of the contract: places first, then these.
LOST, TOUCHDOWN = PLACES, PLACES + 1
#: The longest clock the coach answers for, in ticks: a quarter of a game.
MOST_TICKS = 180


class Situation(NamedTuple):
    """Yards to the goal line, downs left, yards to a first down, ticks left."""

    yards: int
    downs: int
    to_go: int
    ticks: int


def as_situation(*given: object) -> Situation:
    """A checked situation from four numbers or from one tuple of them."""
    numbers: object = given[0] if len(given) == 1 else given
    if not isinstance(numbers, tuple | list) or len(numbers) != 4:
        raise InvalidPosition(f"a situation is four numbers, yards, downs, to_go and ticks, not {numbers!r:.60}")
    situation = Situation(*numbers)
    check_situation(situation)
    return situation


#: The usual start: first and ten from the own 20, two minutes left.
START = Situation(80, 4, 10, 24)


def place_of(yards: int, downs: int, to_go: int) -> int:
    """The number of a place; trusts its arguments (see check_situation)."""
    return DOWNS * (yards * (yards - 1) // 2 + to_go - 1) + downs - 1


@lru_cache(maxsize=1)
def places() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Yards, downs and to_go of every place, in the order of their numbers."""
    rows = [(y, d, g) for y in range(1, FIELD + 1) for g in range(1, y + 1) for d in range(1, DOWNS + 1)]
    table = np.array(rows, dtype=np.int64)
    table.setflags(write=False)
    return table[:, 0], table[:, 1], table[:, 2]


def check_situation(situation: Situation) -> None:
    """Raise InvalidPosition with one line that says why the situation cannot arise."""
    yards, downs, to_go, ticks = situation
    if any(not isinstance(number, int | np.integer) or isinstance(number, bool) for number in situation):
        raise InvalidPosition(f"yards, downs, to_go and ticks must be whole numbers, not {tuple(situation)}")
    if yards < 1:
        raise InvalidPosition(f"{yards} yards to the goal line is a touchdown already; at least 1 is needed")
    if yards > FIELD:
        raise InvalidPosition(f"{yards} yards to the goal line is off the field; at most {FIELD} is possible")
    if not 1 <= downs <= DOWNS:
        raise InvalidPosition(f"{downs} downs left is impossible; there are 1 to {DOWNS}")
    if to_go < 1:
        raise InvalidPosition(f"{to_go} yards to a first down would be a first down already; at least 1 is needed")
    if to_go > yards:
        raise InvalidPosition(
            f"{to_go} yards to a first down from {yards} yards out lies beyond the goal line; at most {yards} can be"
        )
    if ticks < 1:
        raise InvalidPosition("no time is left, so the offence has lost already; at least one tick is needed")


def step(yards: int, downs: int, to_go: int, gain: int, turnover: bool) -> tuple[int, int, int] | bool:
    """One outcome without the clock: the next (yards, downs, to_go), or True for a touchdown, False for a loss."""
    if turnover:
        return False
    yards -= gain
    if yards > FIELD:
        return False
    if yards <= 0:
        return True
    if to_go <= gain:
        return yards, DOWNS, min(FIRST_DOWN, yards)
    if downs == 1:
        return False
    return yards, downs - 1, to_go - gain


def _after(gains: list[int | None]) -> NDArray[np.int32]:
    """`after[place, effect]` for the effects "so many yards gained" and, as None, "turnover"; step() in bulk."""
    yards, downs, to_go = places()
    table = np.full((PLACES, len(gains)), LOST, dtype=np.int32)
    for effect, gain in enumerate(gains):
        if gain is None:
            continue
        left = yards - gain
        first = to_go <= gain
        goes_on = (left >= 1) & (left <= FIELD) & (first | (downs > 1))
        next_to_go = np.where(first, np.minimum(FIRST_DOWN, left), to_go - gain)
        next_downs = np.where(first, DOWNS, downs - 1)
        number = DOWNS * (left * (left - 1) // 2 + next_to_go - 1) + next_downs - 1
        table[:, effect] = np.where(left <= 0, TOUCHDOWN, np.where(goes_on, number, LOST))
    return table


def football(playbook: Playbook) -> SimultaneousGame:
    """The game of this playbook, over every yard, down and distance."""
    effects: dict[int | None, int] = {}
    chances = tuple(
        tuple(
            tuple(
                Chance(o.probability, o.ticks, effects.setdefault(None if o.turnover else o.yards, len(effects)))
                for o in pair
            )
            for pair in row
        )
        for row in playbook.tables
    )
    return SimultaneousGame(
        kinds=(Kind(playbook.plays, playbook.formations, chances),),
        kind_of=np.zeros(PLACES, dtype=np.int32),
        after=_after(list(effects)),
        ends=np.array([0.0, 1.0]),
        timeout=np.zeros(PLACES),
    )
