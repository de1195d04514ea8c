"""The heuristics of the pawn game, as points in one space of features.

A feature counts for one side, per pawn and not per pair, whoever's turn it is. The published formulas are for Black,
`50 + Σ sign × (Black − White)`, and White's is the mirror image; so every weight below is that of
`mine − theirs`, and the number is around 50 to go with results scored 100 / 50 / 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from plies.games.bits import Bits, count, east, join, meet, some, west, without
from plies.games.contract import Feature, Heuristic
from plies.games.pawns.rules import WHITE, State, ahead, far_row, near_row, own

CENTRE = 50.0


def attacked(pawns: Bits, side: int) -> Bits:
    """The squares diagonally ahead of a side's pawns."""
    step = ahead(pawns, side)
    return join(west(step), east(step))


def filled(squares: Bits, side: int) -> Bits:
    """The squares and all squares ahead of them in their columns, up to ten rows: shifts of 0-1, 0-3, 0-7, 0-9."""
    squares = join(squares, ahead(squares, side))
    two = ahead(ahead(squares, side), side)
    squares = join(squares, two)
    four = ahead(ahead(ahead(ahead(squares, side), side), side), side)
    squares = join(squares, four)
    return join(squares, ahead(ahead(squares, side), side))


def empty(state: State) -> Bits:
    return without(state.squares, join(state.white, state.black))


def pawns(state: State, side: int) -> int:
    """Pawns on the board."""
    return count(own(state, side))


def protectors(state: State, side: int) -> int:
    """Pawns that guard at least one friendly pawn diagonally ahead of them."""
    mine = own(state, side)
    return count(meet(mine, attacked(mine, 1 - side)))


def defended(state: State, side: int) -> int:
    """Pawns that a friendly pawn guards."""
    mine = own(state, side)
    return count(meet(mine, attacked(mine, side)))


def threateners(state: State, side: int) -> int:
    """Pawns that could capture an enemy pawn. Pawns attack each other both ways, so these are the threatened too."""
    return count(meet(own(state, side), attacked(own(state, 1 - side), 1 - side)))


def threatened(state: State, side: int) -> int:
    """Pawns that an enemy pawn could capture."""
    return count(meet(own(state, side), attacked(own(state, 1 - side), 1 - side)))


def distance(state: State, side: int) -> int:
    """Rows from the most advanced pawn to the far row; the height of the board for a side with no pawns."""
    mine = own(state, side)
    row = far_row(state) if side == WHITE else near_row(state)
    rows = 0
    while some(row) and not some(meet(mine, row)):
        row = meet(ahead(row, 1 - side), state.squares)
        rows += 1
    return rows


def blocked(state: State, side: int) -> int:
    """Pawns that could neither step nor capture if it were their side's turn."""
    mine = own(state, side)
    can_step = ahead(empty(state), 1 - side)
    can_capture = attacked(own(state, 1 - side), 1 - side)
    return count(without(mine, join(can_step, can_capture)))


def blocked_breakthrough(state: State, side: int) -> int:
    """The same where pawns may also step diagonally."""
    mine = own(state, side)
    can_step = ahead(empty(state), 1 - side)
    diagonal = attacked(without(state.squares, mine), 1 - side)
    return count(without(mine, join(can_step, diagonal)))


def only_columns(state: State, side: int) -> int:
    """Columns that hold pawns of this side only."""
    bottom = near_row(state)
    mine = meet(filled(own(state, side), 1), bottom)
    theirs = meet(filled(own(state, 1 - side), 1), bottom)
    return count(without(mine, theirs))


def forward(state: State, side: int) -> int:
    """Pawns whose column ahead holds no enemy pawn."""
    behind_enemies = filled(ahead(own(state, 1 - side), 1 - side), 1 - side)
    return count(without(own(state, side), behind_enemies))


def mobility(state: State, side: int) -> int:
    """Empty squares ahead of each pawn in its column, also beyond other pawns, summed over the pawns."""
    free = empty(state)
    reach = ahead(own(state, side), side)
    total = 0
    while some(reach):
        total += count(meet(reach, free))
        reach = ahead(reach, side)
    return total


def in_a_row(state: State, side: int) -> int:
    """The longest run of pawns side by side on one row."""
    run = own(state, side)
    length = 0
    while some(run):
        length += 1
        run = meet(run, east(run))
    return length


FEATURES = {
    "pawns": pawns,
    "protectors": protectors,
    "threateners": threateners,
    "threatened": threatened,
    "defended": defended,
    "distance": distance,
    "blocked": blocked,
    "only columns": only_columns,
    "forward": forward,
    "mobility": mobility,
    "in a row": in_a_row,
}
BREAKTHROUGH_FEATURES = {**FEATURES, "blocked": blocked_breakthrough}

_BINNI = {"pawns": 1, "threatened": -1, "defended": 1, "in a row": 1}

#: name -> what it is, and the weight of each feature
_PUBLISHED: dict[str, tuple[str, dict[str, int]]] = {
    "ari": (
        "material, protection, threats, the race, blocked pawns, columns of one's own",
        {"pawns": 1, "protectors": 1, "threateners": 1, "distance": -1, "blocked": -1, "only columns": 1},
    ),
    "hoddi": (
        "seven terms: the race, material, threats, defence, protection, free columns, mobility",
        {
            "distance": -1,
            "pawns": 1,
            "threatened": -1,
            "defended": 1,
            "protectors": 1,
            "forward": 1,
            "mobility": 1,
        },
    ),
    "binni": ("material, threats, defence, rows; as White it rewards Black's rows, as published", _BINNI),
    "binni-mended": ("binni with the sign of the rows turned for White", _BINNI),
    "tryggvi": (
        "the race, material twice, threats, protection three times, free columns",
        {"distance": -1, "pawns": 2, "threatened": -1, "protectors": 3, "forward": 1},
    ),
}


def heuristics(features: Mapping[str, object]) -> dict[str, Heuristic]:
    """The published heuristics over one rule set's features."""
    made = {}
    for name, (about, weights) in _PUBLISHED.items():
        chosen = tuple(Feature(feature, features[feature]) for feature in weights)  # type: ignore[arg-type]
        numbers = tuple(float(weight) for weight in weights.values())
        first = (*numbers[:-1], -numbers[-1]) if name == "binni" else None
        made[name] = Heuristic(name, about, chosen, numbers, first, centre=CENTRE)
    return made
