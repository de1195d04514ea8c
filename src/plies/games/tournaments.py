"""Tournaments that a game brings with it, as data: `plies tournament --preset NAME` plays them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Stage(NamedTuple):
    """One tournament of a preset: every player against every other on every board.

    `games` is the number for each pairing and board, half of them with the sides exchanged. `openings` is where they
    begin, as `--openings` does. With `minutes` a stage ends after that long with as many games as it had time for.
    """

    title: str
    boards: tuple[str, ...]
    players: tuple[str, ...]
    games: int
    openings: str = "auto"
    minutes: float | None = None


class Preset(NamedTuple):
    """Stages that answer a question, and where one was published before, its table.

    `published` has for each board the winners, by the names of the first and the second side's players; "" is a draw.
    """

    name: str
    about: str
    stages: tuple[Stage, ...]
    published: Mapping[str, Mapping[tuple[str, str], str]] = {}
