"""The heuristics of checkers: features counted for one side, with weights."""

from __future__ import annotations

from plies.games.bits import count_word, u64
from plies.games.checkers.rules import BLACK_HOME, RED, RED_HOME, SQUARES, State, own
from plies.games.contract import Feature, Heuristic

#: the four rows of each half, the squares at the left and right edge
LOWER_HALF = 0xFF | 0xFF << 9
UPPER_HALF = LOWER_HALF << 18
EDGES = sum(1 << (9 * pair + 3) | 1 << (9 * pair + 4) for pair in range(4))


def men(state: State, side: int) -> int:
    """Men on the board."""
    return count_word(own(state, side) & (state.kings ^ u64(SQUARES)))


def kings(state: State, side: int) -> int:
    """Kings on the board."""
    return count_word(own(state, side) & state.kings)


def far_half(state: State, side: int) -> int:
    """Pieces in the opponent's half."""
    return count_word(own(state, side) & (u64(UPPER_HALF) if side == RED else u64(LOWER_HALF)))


def edge(state: State, side: int) -> int:
    """Pieces at the left or right edge."""
    return count_word(own(state, side) & u64(EDGES))


def home_row(state: State, side: int) -> int:
    """Pieces on their own first row."""
    return count_word(own(state, side) & (u64(RED_HOME) if side == RED else u64(BLACK_HOME)))


def at_hand(state: State, side: int) -> int:
    """The enemy pieces that the side to move can jump as the first step of a capture; none for the other side."""
    if side != state.turn:
        return u64(0)
    mine, enemy = own(state, side), own(state, 1 - side)
    empty = u64(SQUARES) ^ (state.red | state.black)
    up = mine if side == RED else mine & state.kings
    down = mine & state.kings if side == RED else mine
    jumped = u64(up << u64(4)) & (empty >> u64(4)) | u64(up << u64(5)) & (empty >> u64(5))
    jumped |= (down >> u64(4)) & u64(empty << u64(4)) | (down >> u64(5)) & u64(empty << u64(5))
    return jumped & enemy


def men_at_hand(state: State, side: int) -> int:
    """Enemy men that the side to move could jump first."""
    return count_word(at_hand(state, side) & (state.kings ^ u64(SQUARES)))


def kings_at_hand(state: State, side: int) -> int:
    """Enemy kings that the side to move could jump first."""
    return count_word(at_hand(state, side) & state.kings)


def neighbours(state: State, side: int) -> int:
    """Pieces with a piece of their own colour diagonally beside them."""
    mine = own(state, side)
    beside = u64(mine << u64(4)) | u64(mine << u64(5)) | mine >> u64(4) | mine >> u64(5)
    return count_word(mine & beside)


ZHAO = Heuristic(
    "zhao",
    "material, place, captures at hand for the side to move, neighbours; after Zhao, Wu, Liang, Lv and Yu",
    (
        Feature("men", men),
        Feature("kings", kings),
        Feature("far half", far_half),
        Feature("edge", edge),
        Feature("home row", home_row),
        Feature("men at hand", men_at_hand),
        Feature("kings at hand", kings_at_hand),
        Feature("neighbours", neighbours),
    ),
    (5.0, 17.5, 2.0, 2.0, 0.5, 2.5, 8.75, 0.3),
)

HEURISTICS = {heuristic.name: heuristic for heuristic in (ZHAO,)}
