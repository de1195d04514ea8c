"""Pawns and breakthrough: two rows of pawns a side, on any board from 2x4 to 10x10."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from plies.errors import UnknownName
from plies.games.bits import Bits
from plies.games.contract import Editing, Family, Game, Heuristic, Option, Rules
from plies.games.pawns import drawing, heuristics, notation, programs_2016, rules, servers, tournaments
from plies.games.pawns.blocked import cannot_arrive
from plies.games.pawns.index import INDEX, MOST_SQUARES
from plies.games.pawns.races import breakthrough_proof, left_or_right, more_pawns, pawn_proof
from plies.games.pawns.rules import State
from plies.games.solving import Solving
from plies.games.tournaments import Preset


def _reason(state: State, code: int) -> str:
    width, height = notation.size_of(state.squares)
    row, letter = (height - 1, "w") if code == 0 else (0, "b")
    if any(notation.at(state, column, row) == letter for column in range(width)):
        return "a pawn reached the far row"
    return "the last pawn was taken"


def _solving(family: str, width: int, height: int) -> Solving:
    one_word = max(width, height) <= 8
    return Solving(
        INDEX if one_word and width * (height - 1) <= MOST_SQUARES else None,
        representative=left_or_right if one_word else None,
        promise=more_pawns,
        cannot_win=cannot_arrive if family == "pawns" else None,
        static_proof=breakthrough_proof if family == "breakthrough" else pawn_proof,
        sight=2 if family == "breakthrough" else 1,
    )


def _make(family: str, about: str, rules_for: Callable[[Bits], Rules], known: dict[str, Heuristic], size: str) -> Game:
    found = re.fullmatch(r"(\d{1,2})x(\d{1,2})", size)
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    if not (2 <= width <= 10 and 4 <= height <= 10):
        raise UnknownName(
            f"{family}:{size}: a board is WIDTHxHEIGHT, 2 to 10 wide and 4 to 10 high, such as {family}:8x8"
        )
    first = notation.first_state(width, height)
    return Game(
        name=f"{family}:{width}x{height}",
        about=about,
        sides=("white", "black"),
        rules=rules_for(first.squares),
        first=first,
        heuristics=known,
        default="ari",
        parse=partial(notation.parse_position, width=width, height=height),
        format=notation.format_position,
        word=notation.format_move,
        word_pattern=notation.WORD_PATTERN,
        word_example="b2-b3 or b2xc3",
        read=notation.read_move,
        squares=notation.squares_of,
        board=drawing.board,
        editing=Editing(partial(drawing.compose, first), tuple(drawing.PIECES.values())),
        reason=_reason,
        server_form=servers.server_form(family, width, height),
        solving=_solving(family, width, height),
    )


def _family(
    name: str,
    about: str,
    rules_for: Callable[[Bits], Rules],
    known: dict[str, Heuristic],
    presets: tuple[Preset, ...] = (),
) -> Family:
    return Family(
        name=name,
        about=about,
        options="WIDTHxHEIGHT, 2x4 to 10x10",
        default="8x8",
        make=partial(_make, name, about, rules_for, known),
        guide=Path(__file__).with_name("guide.md"),
        examples=tuple(f"{name}:{size}" for size in ("3x5", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10")),
        fields=(Option("width", "8", low=2, high=10), Option("height", "8", "x", low=4, high=10)),
        candidates=servers.candidates,
        presets=presets,
        learned=Path(__file__).with_name("learned"),
        learned_defaults=(f"{name}:6x6", f"{name}:8x8"),
    )


FAMILIES = (
    _family(
        "pawns",
        "pawns step straight and capture diagonally; first on the far row wins, no move is a draw",
        rules.pawn_rules,
        {**heuristics.heuristics(heuristics.FEATURES), **programs_2016.HEURISTICS},
        tournaments.PRESETS,
    ),
    _family(
        "breakthrough",
        "as pawns, but pawns also step diagonally; there are no draws",
        rules.breakthrough_rules,
        heuristics.heuristics(heuristics.BREAKTHROUGH_FEATURES),
    ),
)
