"""Wumpus, hero, mage: three kinds of pieces that beat each other in a ring, on a board with pits."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from plies.games.contract import DRAWN, Editing, Family, Game, Option
from plies.games.wumpus import drawing, heuristics, notation, tournaments
from plies.games.wumpus.options import DIRECTIONS, SIZES, read_options
from plies.games.wumpus.rules import RULES, State

_ABOUT = "hero beats wumpus, mage beats hero, wumpus beats mage; mind the pits; the last side standing wins"


def _reason(state: State, code: int) -> str:
    if code == DRAWN:
        return "neither side has a piece left"
    return f"{notation.SIDES[1 - code]} has no piece left"


def _make(text: str) -> Game:
    options = read_options(text)
    first = notation.first_state(options.size, options.pits, options.directions)
    return Game(
        name=f"wumpus:{options.name}",
        about=_ABOUT,
        sides=notation.SIDES,
        rules=RULES,
        first=first,
        heuristics=heuristics.HEURISTICS,
        default="pieces",
        parse=partial(notation.parse_position, size=options.size, directions=options.directions),
        format=notation.format_position,
        word=notation.format_move,
        word_pattern=notation.WORD_PATTERN,
        word_example="a1-b2 or a1xb2",
        read=notation.read_move,
        squares=notation.squares_of,
        board=drawing.board,
        editing=Editing(
            partial(drawing.compose, first), tuple(drawing.PIECES.values()), {drawing.PIT.letter: drawing.PIT.name}
        ),
        reason=_reason,
        progress_name="a piece lost",
        published_timing=heuristics.PUBLISHED_SECONDS,
    )


FAMILIES = (
    Family(
        name="wumpus",
        about=_ABOUT,
        options="3, 6 or 9, then ,directions=6 and ,seed=NUMBER or ,pits=none or ,pits=b2,e3",
        default="6",
        make=_make,
        presets=tournaments.PRESETS,
        guide=Path(__file__).with_name("guide.md"),
        learned=Path(__file__).with_name("learned"),
        learned_defaults=("wumpus:6",),
        examples=(
            "wumpus:3",
            "wumpus:3,directions=6",
            "wumpus:6",
            "wumpus:6,seed=7",
            "wumpus:6,pits=none",
            "wumpus:6,pits=b2,e3",
            "wumpus:9",
            "wumpus:9,directions=6,seed=3",
        ),
        fields=(
            Option("size", "6", choices=tuple(map(str, SIZES))),
            Option("directions", "8", ",directions=", choices=tuple(map(str, DIRECTIONS)), omitted="8"),
            Option("seed", "", ",seed=", omitted="", hint="a number that places the pits, or nothing"),
            Option("pits", "", ",pits=", omitted="", hint="none, or squares such as b2,e3; instead of a seed"),
        ),
    ),
)
