"""Pebbles: a sowing game on two rows of N bins. Who has no pebbles left on the own row loses."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from plies.errors import UnknownName
from plies.games.contract import Editing, Family, Game, Option
from plies.games.pebbles import drawing, heuristics, notation, tournaments
from plies.games.pebbles.index import INDEX
from plies.games.pebbles.rules import MOST_BINS, MOST_PEBBLES, RULES, A, State
from plies.games.solving import Solving

_ABOUT = "sow the pebbles of a bin clockwise; who has an empty row loses"


def _reason(state: State, code: int) -> str:
    return f"the row of {notation.SIDES[1 - code]} is empty"


def _make(options: str) -> Game:
    found = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]{0,5})", options)
    bins, pebbles = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= bins <= MOST_BINS:
        raise UnknownName(
            f"pebbles:{options}: a board is BINSxPEBBLES, 1 to {MOST_BINS} bins a row and at least 1 pebble a bin, "
            "such as pebbles:4x2"
        )
    if 2 * bins * pebbles > MOST_PEBBLES:
        raise UnknownName(
            f"pebbles:{options}: {2 * bins * pebbles} pebbles in all, but counts hold at most {MOST_PEBBLES}; "
            f"with {bins} bins a row that is {MOST_PEBBLES // (2 * bins)} a bin"
        )
    return Game(
        name=f"pebbles:{bins}x{pebbles}",
        about=_ABOUT,
        sides=notation.SIDES,
        rules=RULES,
        first=notation.state_of([pebbles] * bins, [pebbles] * bins, A),
        heuristics=heuristics.heuristics(bins),
        default="security",
        parse=partial(notation.parse_position, bins=bins),
        format=notation.format_position,
        word=notation.format_move,
        word_pattern=notation.WORD_PATTERN,
        word_example=f"1 (a column from 1 to {bins})",
        squares=notation.squares_of,
        steps=notation.steps_of,
        one_square=True,
        board=drawing.board,
        editing=Editing(partial(notation.compose, bins), most=MOST_PEBBLES),
        reason=_reason,
        solving=Solving(INDEX),
    )


FAMILIES = (
    Family(
        name="pebbles",
        about=_ABOUT,
        options=f"BINSxPEBBLES, 1 to {MOST_BINS} bins a row, at most {MOST_PEBBLES} pebbles in all",
        default="4x2",
        make=_make,
        presets=tournaments.PRESETS,
        guide=Path(__file__).with_name("guide.md"),
        learned=Path(__file__).with_name("learned"),
        learned_defaults=("pebbles:5x2",),
        examples=tuple(f"pebbles:{size}" for size in ("1x1", "2x1", "3x1", "3x7", "4x1", "4x2", "5x1", "5x2", "10x3")),
        fields=(
            Option("bins", "4", low=1, high=MOST_BINS),
            Option("pebbles", "2", "x", low=1, high=MOST_PEBBLES // (2 * MOST_BINS), hint="in each bin"),
        ),
    ),
)
