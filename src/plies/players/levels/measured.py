"""What was measured of the levels: matches of each level against the one below it, kept in `measured.json`.

`python benchmarks/levels.py` plays them and writes the file. The levels are limited by depth or nodes, or play by a
table, so the same engine gives the same games again. What another generation of the engine has played is not taken.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from plies.players.player import ENGINE
from plies.players.registry import algorithms
from plies.registry import game

FILE = Path(__file__).with_name("measured.json")


@dataclass(frozen=True)
class Step:
    """A level in its match against the level below: how far it is above that in Elo, with the ends of a 95% interval.

    None stands where a number would be infinite, after a match without a lost point. The lowest level has no match.
    """

    name: str
    player: str
    games: int = 0
    elo: float | None = 0.0
    low: float | None = 0.0
    high: float | None = 0.0


@dataclass(frozen=True)
class Measured:
    """The levels of a board as they were measured, the lowest first."""

    board: str
    date: str
    generation: int
    steps: tuple[Step, ...]
    #: what the game saw to be decided (`Solving.sight`), which the engine believes
    sight: int = 1


def generation() -> int:
    """The generation of the engine that plays here."""
    return algorithms()[ENGINE].generation


def sight_of(board: str) -> int:
    return game(board).solving.sight


def steps_of(board: str) -> tuple[Step, ...]:
    """What was measured on a board with this engine; nothing: it was not."""
    for one in stored():
        if one.board == board and one.generation == generation() and one.sight == sight_of(board):
            return one.steps
    return ()


@cache
def stored() -> tuple[Measured, ...]:
    """All that is in the file."""
    return tuple(_read(one) for one in json.loads(FILE.read_text(encoding="utf-8")))


def _read(data: Mapping[str, Any]) -> Measured:
    steps = tuple(Step(**step) for step in data["steps"])
    return Measured(data["board"], data["date"], data["generation"], steps, data.get("sight", 1))


def text_of(measured: Iterable[Measured]) -> str:
    """The text of the file."""
    return json.dumps([asdict(one) for one in sorted(measured, key=lambda one: one.board)], indent=1) + "\n"
