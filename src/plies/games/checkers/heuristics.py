"""The heuristics of checkers: features counted for one side, with weights."""

from __future__ import annotations

from plies.games.bits import count_word, u64
from plies.games.checkers.rules import BLACK_HOME, RED, RED_HOME, SQUARES, State, own
from plies.games.contract import Feature, Heuristic, Unit

#: both heuristics count a man as 5
MEN = Unit("men", 5.0)
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
    return at_hand_of(state, side) if side == state.turn else u64(0)


def at_hand_of(state: State, side: int) -> int:
    """The enemy pieces that a side could jump first if it were its turn."""
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
    unit=MEN,
)

# -- what `plies` counts beside that ----------------------------------------------------------------------------------

#: squares 10, 11, 14, 15, 18, 19, 22, 23: the middle of the board
CENTRE = sum(1 << bit for bit in (10, 11, 14, 15, 19, 20, 23, 24))
#: one corner of each side has a way out on both sides, the other (4 and 29) is a dead end
SINGLE_CORNERS = 1 << 3 | 1 << 31


def men_on_row(state: State, side: int, row: int) -> int:
    """Men on one row, counted from 0 at their own side."""
    from_below = row if side == RED else 7 - row
    line = u64(0xF) << u64(4 * from_below + from_below // 2)
    return count_word(own(state, side) & line & (state.kings ^ u64(SQUARES)))


def bridge(state: State, side: int) -> int:
    """Men on squares 1 and 3 (32 and 30): two that guard the whole home row."""
    guards = u64(1 | 1 << 2) if side == RED else u64(1 << 34 | 1 << 32)
    return 1 if own(state, side) & guards == guards else 0


def centre_kings(state: State, side: int) -> int:
    """Kings in the middle of the board."""
    return count_word(own(state, side) & u64(CENTRE) & state.kings)


def edge_men(state: State, side: int) -> int:
    """Men at the left or right edge."""
    return count_word(own(state, side) & u64(EDGES) & (state.kings ^ u64(SQUARES)))


def cornered_kings(state: State, side: int) -> int:
    """Kings in the two corners with one way out."""
    return count_word(own(state, side) & u64(SINGLE_CORNERS) & state.kings)


def empty_squares(state: State) -> int:
    return u64(SQUARES) ^ (state.red | state.black)


def beside(squares: int) -> int:
    """All squares diagonally beside these."""
    return u64(squares << u64(4)) | u64(squares << u64(5)) | squares >> u64(4) | squares >> u64(5)


def in_front(squares: int, side: int) -> int:
    """The squares one step ahead."""
    if side == RED:
        return u64(squares << u64(4)) | u64(squares << u64(5))
    return squares >> u64(4) | squares >> u64(5)


def free_men(state: State, side: int) -> int:
    """Men that could step."""
    mine = own(state, side) & (state.kings ^ u64(SQUARES))
    return count_word(mine & in_front(empty_squares(state), 1 - side))


def free_kings(state: State, side: int) -> int:
    """Kings that could step."""
    return count_word(own(state, side) & state.kings & beside(empty_squares(state)))


def attackable(state: State, side: int) -> int:
    """Empty squares onto which the other side could step, so that a piece beside them may be exchanged or lost."""
    enemy = own(state, 1 - side)
    return (in_front(enemy, 1 - side) | beside(enemy & state.kings)) & empty_squares(state)


def room(state: State, side: int) -> int:
    """Empty squares beside this side's kings that the enemy does not reach."""
    mine = own(state, side) & state.kings
    return count_word(beside(mine) & empty_squares(state) & (attackable(state, side) ^ u64(SQUARES)))


def threatened(state: State, side: int) -> int:
    """Pieces that the enemy could jump if it were its turn."""
    return count_word(at_hand_of(state, 1 - side))


def supported(state: State, side: int) -> int:
    """Pieces with a friend diagonally behind them."""
    mine = own(state, side)
    return count_word(mine & in_front(mine, side))


def runaways(state: State, side: int) -> int:
    """Men with no enemy in the cone of squares ahead of them."""
    mine = own(state, side) & (state.kings ^ u64(SQUARES))
    shadow = own(state, 1 - side)
    for _ in range(7):
        shadow |= in_front(shadow, 1 - side) & u64(SQUARES)
    return count_word(mine & (shadow ^ u64(SQUARES)))


def lead(state: State, side: int) -> float:
    """The share of all material that is this side's: the fewer pieces are left, the more one of them counts."""
    mine = 2.0 * men(state, side) + 3.0 * kings(state, side)
    theirs = 2.0 * men(state, 1 - side) + 3.0 * kings(state, 1 - side)
    return mine / (mine + theirs + 0.5)


#: feature, its further arguments, its weight; a man is worth about 5
_PLIES = (
    ("men", men, (), 5.0),
    ("kings", kings, (), 7.0),
    ("lead", lead, (), 20.0),
    ("home row", men_on_row, (0,), 1.2),
    ("third row", men_on_row, (2,), 0.2),
    ("fourth row", men_on_row, (3,), -0.1),
    ("fifth row", men_on_row, (4,), -0.1),
    ("sixth row", men_on_row, (5,), 0.4),
    ("seventh row", men_on_row, (6,), 0.5),
    ("bridge", bridge, (), 1.5),
    ("centre kings", centre_kings, (), 0.4),
    ("edge men", edge_men, (), -0.4),
    ("cornered kings", cornered_kings, (), -0.8),
    ("free men", free_men, (), 0.4),
    ("free kings", free_kings, (), 0.9),
    ("room", room, (), 0.2),
    ("threatened", threatened, (), -0.9),
    ("supported", supported, (), 0.3),
    ("runaways", runaways, (), 1.5),
)
PLIES = Heuristic(
    "plies",
    "the default: material, rows, the home row, the centre, freedom and safety, tuned on games of its own",
    tuple(Feature(name, count, extra) for name, count, extra, _ in _PLIES),
    tuple(weight for *_, weight in _PLIES),
    unit=MEN,
)

HEURISTICS = {heuristic.name: heuristic for heuristic in (PLIES, ZHAO)}
