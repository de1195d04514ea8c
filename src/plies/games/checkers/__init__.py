"""Checkers: English draughts on the 32 dark squares of an 8x8 board."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from plies.errors import UnknownName
from plies.games.checkers import drawing, endings, heuristics, notation, pdn, puzzles, rules
from plies.games.contract import Editing, Family, Game, Puzzles
from plies.games.solving import Solving

ABOUT = "English draughts: men step forward, kings both ways, jumps are compulsory; no move loses"

#: the start, a middle game, kings beside men, an ending of kings
BENCH = (
    ("B:W21-32:B1-12", 15),
    ("B:W17,19,21,22,25,26,28,29,30,32:B1,2,3,5,7,8,9,10,12,16", 15),
    ("B:W18,24,27,28,K10,K15:B12,16,20,K22", 17),
    ("W:WK1,K7,K23:BK14,K31,12", 13),
)


@lru_cache(maxsize=1)
def _openings() -> tuple[tuple[str, ...], ...]:
    """The suite that benchmarks/checkers_openings.py makes: no side has lost a man by force after three plies."""
    lines = Path(__file__).with_name("openings.txt").read_text().splitlines()
    return tuple(tuple(line.split()) for line in lines)


def _make(options: str) -> Game:
    if options:
        raise UnknownName(f"checkers:{options}: checkers has no options; it is called checkers")
    return Game(
        name="checkers",
        about=ABOUT,
        sides=("red", "white"),
        old_sides={"black": "white"},
        rules=rules.RULES,
        first=notation.first_state(),
        heuristics=heuristics.HEURISTICS,
        default="plies",
        parse=notation.parse_position,
        format=notation.format_position,
        word=notation.format_move,
        word_pattern=notation.WORD_PATTERN,
        word_example=notation.WORD_EXAMPLE,
        read=notation.read_move,
        squares=notation.squares_of,
        steps=notation.steps_of,
        board=drawing.board,
        editing=Editing(drawing.compose, tuple(drawing.PIECES.values())),
        compulsion=notation.compulsion,
        progress_name="a capture or a man's move",
        formats={"pdn": pdn.FORMAT},
        bench=BENCH,
        openings=_openings(),
        puzzles=Puzzles(puzzles.read_puzzle, puzzles.write_boards),
        solving=Solving(index=endings.INDEX, canonical=endings.seen_by_red),
    )


FAMILIES = (
    Family(
        name="checkers",
        about=ABOUT,
        options="none",
        default="",
        make=_make,
        examples=("checkers",),
        guide=Path(__file__).with_name("guide.md"),
        learned=Path(__file__).with_name("learned"),
        learned_defaults=("checkers",),
    ),
)
