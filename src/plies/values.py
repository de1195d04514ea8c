"""The number line of values, for the side to move unless a side is named.

    -WIN .. -PROVEN      |      -LIMIT .. LIMIT       |      PROVEN .. WIN
    lost in 0 .. n plies |  heuristics, a draw is 0   |  won in n .. 0 plies

A win in n plies is WIN - n, so a sooner win is the larger value and a later loss the smaller evil. Between LIMIT and
PROVEN lie wins of a table that a draw by repetition or lack of progress may prevent: BY_TABLE - n.
Heuristics stay strictly inside LIMIT; the search refuses those that do not. People see values rounded, and in the unit
of their heuristic where it has one; `describe` and `plain` are how they are written everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import Literal

WIN = 1_000_000.0
#: no proof is longer than this many plies
LONGEST_PROOF = 10_000
PROVEN = WIN - LONGEST_PROOF
LIMIT = 900_000.0
BY_TABLE = 980_000.0
DRAW = 0.0
#: a result, for the side to move unless a side is named
Result = Literal["win", "loss", "draw"]


@dataclass(frozen=True)
class Unit:
    """What values are counted in, in the plural, and what one of it is worth in the heuristic's own numbers."""

    name: str
    worth: float = 1.0


def won_in(plies: int) -> float:
    return WIN - plies


def lost_in(plies: int) -> float:
    return plies - WIN


def is_win(value: float) -> bool:
    return value >= PROVEN


def is_loss(value: float) -> bool:
    return value <= -PROVEN


def is_decided(value: float) -> bool:
    """A win or a loss, with its distance."""
    return is_win(value) or is_loss(value)


def plies_to_end(value: float) -> int:
    """The distance of a decided value in plies."""
    return round(WIN - abs(value))


def describe(value: float, unit: Unit | None = None, exact: bool = True) -> str:
    """For people: `+1.50`, `+0.08 men`, `win in 7`, `loss in 4`; `win in ≤7` where a nearer win may have been passed
    over."""
    if is_decided(value):
        return f"{'win' if is_win(value) else 'loss'} in {'' if exact else '≤'}{plies_to_end(value)}"
    if abs(value) > LIMIT:
        return f"{'win' if value > 0 else 'loss'} by table in {round(BY_TABLE - abs(value))}, if no draw comes first"
    if unit is not None:
        return f"{describe(value / unit.worth)} {unit.name}"
    return f"{round(value, 2) + 0.0:+,.2f}"  # never -0.00


def plain(value: float, signed: bool = False, grouped: bool = False) -> str:
    """A number as it is, to four decimals: `0.4`, `12`, with its sign `+12`, `grouped` as `8,371`; never `-0`, and
    never an exponent."""
    if isinf(value):
        return "inf" if value > 0 else "-inf"
    text = f"{round(value, 4) + 0.0:{'+' if signed else ''}{',' if grouped else ''}.4f}"
    return text.rstrip("0").rstrip(".")
