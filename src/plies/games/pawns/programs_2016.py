"""The heuristics as the programs of 2016 had them, which is not as their authors' report describes them (except `ari`).

- For Black, row 1 is overlooked: a white pawn there does not hinder, and an empty square there does not count.
- Who guards and who threatens is counted per pair of pawns. A pair that guards counts as defended and as protector, so
  one feature, `guards`, stands for both. A pair that threatens is the same for both sides: it cancels, and is left out.
- "In a row" is a pair of counters that have little to do with rows; see `rows_2016`.
"""

from __future__ import annotations

from plies.games.bits import count, east, meet, west, without
from plies.games.contract import Feature, Heuristic
from plies.games.pawns.heuristics import CENTRE, distance, forward, mobility, pawns, protectors, threatened
from plies.games.pawns.rules import BLACK, State, ahead, near_row, own


def guards(state: State, side: int) -> int:
    """Pairs of pawns of which one guards the other."""
    mine = own(state, side)
    step = ahead(mine, side)
    return count(meet(mine, west(step))) + count(meet(mine, east(step)))


def seen(state: State, side: int) -> State:
    """The board as the programs looked at it: for Black, without row 1 and White's pawns there."""
    if side != BLACK:
        return state
    row = near_row(state)
    return State(without(state.white, row), state.black, state.turn, without(state.squares, row))


def forward_2016(state: State, side: int) -> int:
    """Pawns whose column ahead holds no enemy pawn; for Black, row 1 does not matter."""
    return forward(seen(state, side), side)


def mobility_2016(state: State, side: int) -> int:
    """Empty squares ahead of each pawn in its column, summed over the pawns; for Black, without row 1."""
    return mobility(seen(state, side), side)


def rows_2016(state: State, side: int) -> int:
    """What the program has for the longest row.

    As many times as there are squares, White's counter grows by White's pawns; then, row by row, Black's counter grows
    by Black's pawns on that row, and whenever it exceeds Black's best, Black's best becomes White's counter. White's
    figure is its counter at the end, Black's is its best.

    White's counter does not change within a turn, so it is enough to compare once a turn, after the last row: in turn t
    with w white and b black pawns, t·w becomes the best if t·b exceeds it. With b ≥ w > 0 that is in every turn.
    """
    turns, white, black = count(state.squares), count(state.white), count(state.black)
    if side != BLACK or black >= white:
        return turns * white
    best = black_counter = white_counter = 0
    for _ in range(turns):
        white_counter += white
        black_counter += black
        if black_counter > best:
            best = white_counter
    return best


def _heuristic(name: str, about: str, terms: tuple[tuple[Feature, float], ...]) -> Heuristic:
    return Heuristic(name, about, tuple(f for f, _ in terms), tuple(w for _, w in terms), centre=CENTRE)


_PAWNS, _DISTANCE = Feature("pawns", pawns), Feature("distance", distance)
_GUARDS, _FORWARD = Feature("guards", guards), Feature("forward 2016", forward_2016)

_HODDI = _heuristic(
    "hoddi-2016",
    "hoddi as its program had it: guarding counted per pair of pawns, threats cancel, Black overlooks row 1",
    ((_DISTANCE, -1.0), (_PAWNS, 1.0), (_GUARDS, 2.0), (_FORWARD, 1.0), (Feature("mobility 2016", mobility_2016), 1.0)),
)
_BINNI = Heuristic(
    "binni-2016",
    "binni as its program had it: guarding counted per pair of pawns, threats cancel, a counter instead of rows",
    (_PAWNS, _GUARDS, Feature("rows 2016", rows_2016)),
    (1.0, 1.0, 1.0),
    weights_first=(1.0, 1.0, -1.0),
    centre=CENTRE,
)
_TRYGGVI = _heuristic(
    "tryggvi-2016",
    "tryggvi as its program had it: Black overlooks row 1",
    (
        (_DISTANCE, -1.0),
        (_PAWNS, 2.0),
        (Feature("threatened", threatened), -1.0),
        (Feature("protectors", protectors), 3.0),
        (_FORWARD, 1.0),
    ),
)

HEURISTICS = {one.name: one for one in (_HODDI, _BINNI, _TRYGGVI)}
