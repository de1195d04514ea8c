"""Positions of pawns in which a side can no longer win: its pawns are blocked for good.

Whatever both sides play, even together, a pawn only ever steps ahead onto a square that is empty or may become so, and
takes on a square where an enemy pawn may stand. From that follow, step by step, the squares that pawns of each side may
ever stand on. If none of a side's is on the row it goes to, it cannot win. Here White cannot, but Black can:

    . . . b
    b . . .
    w . . .
    . . . .
"""

from __future__ import annotations

from plies.games.bits import Bits, east, join, meet, some, west, without
from plies.games.pawns.rules import BLACK, State, ahead, far_row, near_row, own


def beside(squares: Bits) -> Bits:
    return join(west(squares), east(squares))


def cannot_arrive(state: State, side: int) -> bool:
    """Whether no pawn of a side can ever reach the far row."""
    other = 1 - side
    pawns, enemies = own(state, side), own(state, other)
    goal = near_row(state) if side == BLACK else far_row(state)
    ours, theirs = pawns, enemies  # where they may ever stand
    free = without(state.squares, join(pawns, enemies))  # what is empty or may become so
    while True:
        our_step, their_step = ahead(ours, side), ahead(theirs, other)
        our_takes, their_takes = beside(our_step), beside(their_step)
        # a pawn leaves its square when it steps, takes or is taken; what it can take can take it
        left = meet(pawns, join(ahead(free, other), their_takes))
        left = join(left, meet(enemies, join(ahead(free, side), our_takes)))
        more_ours = join(ours, join(meet(our_step, free), meet(our_takes, theirs)))
        more_theirs = join(theirs, join(meet(their_step, free), meet(their_takes, ours)))
        if some(meet(more_ours, goal)):
            return False
        if not some(join(without(left, free), join(without(more_ours, ours), without(more_theirs, theirs)))):
            return True
        free, ours, theirs = join(free, left), more_ours, more_theirs
