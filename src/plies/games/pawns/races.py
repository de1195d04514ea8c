"""Positions of pawns and breakthrough that are decided at sight, and mirror images.

Breakthrough: a pawn one step from the far row arrives, since it may step diagonally past whoever stands before it. An
enemy pawn there must be taken at once. Further away a pawn wins if it has a way that no enemy can cross in time:

    1. After t moves each enemy pawn stands on some square of a cone of t rows; it is taken to be on all of them.
    2. The runner steps onto squares that none of these attacks, straight ahead only onto those none stands on. It may
       step diagonally onto any: an enemy on it is taken.
    3. Its own pawns stay where they are, and it does not step onto them.

All runners are followed at once, so `runs` are the squares on which one may be after so many steps. The enemy must not
be able to arrive before it, even on an empty board.

Pawns: they step sideways only to take, so a runner goes straight ahead. An enemy pawn k rows ahead meets it half way
and has moved sideways by at most one column a step. With the runner's side to move these are dangerous:

    k = 5     x x x x x
    k = 4     x x x x x
    k = 3       x x x
    k = 2       x x x
    k = 1         x
                  o

that is, columns up to k // 2 to either side, and (k + 1) // 2 with the enemy to move. But a side without a move draws:
the enemy must have a move at each of its turns until the runner has arrived. It has one as long as some column has a
pawn of its own before an empty square. A move spoils one such column at most, its own: where it steps ahead it leaves
the others as they are, and where it takes it lands on a square that was not empty. So n such columns are enough for n
turns. Seen too are a pawn that arrives now, and one that arrives next and cannot be taken.
"""

from __future__ import annotations

from plies.games.bits import Bits, count, count_word, east, join, meet, rest, some, u64, west, without
from plies.games.pawns.rules import (
    State,
    ahead,
    any_pawn_move,
    far_row,
    goal_row,
    near_row,
    own,
)

#: more steps than any board has
NOWHERE = 99


def fewest_steps(pawns: Bits, goal: Bits, side: int) -> int:
    """How far the foremost of these pawns is from its goal row."""
    if not some(pawns):
        return NOWHERE
    steps = 0
    while not some(meet(pawns, goal)):
        goal = ahead(goal, 1 - side)
        steps += 1
    return steps


def runners(pawns: Bits, enemies: Bits, side: int, moves_first: bool, squares: Bits) -> Bits:
    """The pawns of a side that run straight ahead and cannot be stopped, see above; none behind one of its own."""
    seen, widens = without(pawns, pawns), not moves_first
    here, behind = enemies, pawns
    while some(join(here, behind)):
        if widens:
            here = join(here, join(west(here), east(here)))
        widens = not widens
        here, behind = meet(ahead(here, 1 - side), squares), meet(ahead(behind, 1 - side), squares)
        seen = join(seen, join(here, behind))
    return without(pawns, seen)


def reach(pawns: Bits, side: int, squares: Bits) -> Bits:
    """Where one step of any of these pawns may lead in breakthrough."""
    step = ahead(pawns, side)
    return meet(join(step, join(west(step), east(step))), squares)


def attacked(pawns: Bits, side: int) -> Bits:
    """Where these pawns can take."""
    step = ahead(pawns, side)
    return join(west(step), east(step))


def unstoppable(pawns: Bits, enemies: Bits, side: int, moves_first: bool, squares: Bits, goal: Bits) -> int:
    """The least number of steps in which a pawn arrives by a way that no enemy can cross in time; see above."""
    other = 1 - side
    runs = pawns
    if not moves_first:
        runs = without(runs, attacked(enemies, other))
        enemies = join(enemies, reach(enemies, other, squares))
    steps = 0
    while some(runs):
        step = ahead(runs, side)
        runs = join(without(step, enemies), meet(join(west(step), east(step)), squares))
        runs = without(runs, pawns)
        steps += 1
        if some(meet(runs, goal)):
            return steps
        runs = without(runs, attacked(enemies, other))
        enemies = join(enemies, reach(enemies, other, squares))
    return NOWHERE


def breakthrough_proof(state: State) -> int:
    """n if the side to move wins within n plies by a pawn that cannot be stopped, -n if it loses so, 0 otherwise."""
    me, other = state.turn, 1 - state.turn
    mine, theirs = own(state, me), own(state, other)
    goal = goal_row(state)
    home = near_row(state) if me == 0 else far_row(state)
    fewest, their_fewest = fewest_steps(mine, goal, me), fewest_steps(theirs, home, other)
    if fewest == 1:
        return 1
    if their_fewest == 1:
        threats = meet(theirs, ahead(home, me))
        return -2 if some(without(threats, attacked(mine, me))) or some(rest(threats)) else 0
    if fewest <= their_fewest:
        run = unstoppable(mine, theirs, me, True, state.squares, goal)
        return 2 * run - 1 if run <= their_fewest else 0
    run = unstoppable(theirs, mine, other, False, state.squares, home)
    return -2 * run if run < fewest else 0


def straight_race(state: State) -> int:
    """n if the side to move arrives within n plies by a pawn that runs straight ahead and cannot be stopped, -n if the

    enemy does, 0 otherwise.
    """
    me, other = state.turn, 1 - state.turn
    mine, theirs = own(state, me), own(state, other)
    goal = goal_row(state)
    home = near_row(state) if me == 0 else far_row(state)
    fewest, their_fewest = fewest_steps(mine, goal, me), fewest_steps(theirs, home, other)
    if fewest <= their_fewest:
        run = fewest_steps(runners(mine, theirs, me, True, state.squares), goal, me)
        return 2 * run - 1 if run <= their_fewest else 0
    run = fewest_steps(runners(theirs, mine, other, False, state.squares), home, other)
    return -2 * run if run < fewest else 0


def arrival(state: State) -> int:
    """1 if a pawn arrives now; -2 if one of the enemy's arrives next, whatever is played."""
    me, other = state.turn, 1 - state.turn
    mine, theirs = own(state, me), own(state, other)
    empty = without(state.squares, join(mine, theirs))
    step = ahead(mine, me)
    taken = meet(join(west(step), east(step)), theirs)
    if some(meet(join(meet(step, empty), taken), goal_row(state))):
        return 1
    home = near_row(state) if me == 0 else far_row(state)
    threats = ahead(meet(meet(ahead(theirs, other), empty), home), me)
    if not some(threats) or not any_pawn_move(state):
        return 0
    # one threat can be taken, two cannot
    return -2 if some(without(threats, taken)) or some(rest(threats)) else 0


def free_columns(pawns: Bits, side: int, empty: Bits, squares: Bits, last: Bits) -> int:
    """In how many columns a side has a pawn before an empty square; `last` is the row it goes to."""
    front = meet(ahead(pawns, side), empty)
    reached = meet(front, last)
    while some(front):
        front = meet(ahead(front, side), squares)
        reached = join(reached, meet(front, last))
    return count(reached)


def pawn_proof(state: State) -> int:
    """n if the side to move wins within n plies by a pawn that cannot be stopped, -n if it loses so, 0 otherwise."""
    near = arrival(state)
    race = straight_race(state) if near == 0 else 0
    if race == 0:
        return near
    side = 1 - state.turn if race > 0 else state.turn  # that must have moves, at so many of its turns
    turns = race // 2 if race > 0 else -race // 2
    empty = without(state.squares, join(state.white, state.black))
    last = goal_row(state) if side == state.turn else (near_row(state) if state.turn == 0 else far_row(state))
    return race if free_columns(own(state, side), side, empty, state.squares, last) >= turns else 0


def more_pawns(state: State) -> int:
    """How many pawns the side to move has more than the other."""
    return count(own(state, state.turn)) - count(own(state, 1 - state.turn))


def mirrored_bits(bits: int, width: int) -> int:
    """Columns in the opposite order; rows of a word have 8 of them, of which `width` are used."""
    bits = ((bits >> u64(1)) & u64(0x5555555555555555)) | ((bits & u64(0x5555555555555555)) << u64(1))
    bits = ((bits >> u64(2)) & u64(0x3333333333333333)) | ((bits & u64(0x3333333333333333)) << u64(2))
    bits = ((bits >> u64(4)) & u64(0x0F0F0F0F0F0F0F0F)) | ((bits & u64(0x0F0F0F0F0F0F0F0F)) << u64(4))
    return bits >> u64(8 - width)


def left_or_right(state: State) -> State:
    """One of a position and its mirror image, the same for both; for boards of one word."""
    width = count_word(state.squares & u64(0xFF))
    white, black = mirrored_bits(state.white, width), mirrored_bits(state.black, width)
    if white > state.white or (white == state.white and black > state.black):
        return State(white, black, state.turn, state.squares)
    return state
