"""The rules of English draughts on boards of bits.

The 32 dark squares sit in the low 35 bits of a word. Bits 8, 17 and 26 are left out, so that a diagonal step is the
same shift everywhere and a step over the edge falls into a gap or off the end. Red moves up, and square 1 is at the
lower right as in the drawing (square numbers left, bits right):

      32  31  30  29             34  33  32  31
    28  27  26  25             30  29  28  27
      24  23  22  21             25  24  23  22
    20  19  18  17             21  20  19  18         directions   0: up left, + 4      1: up right, + 5
      16  15  14  13             16  15  14  13       seen by bits 2: back from 0, - 4  3: back from 1, - 5
    12  11  10   9             12  11  10   9
       8   7   6   5              7   6   5   4
     4   3   2   1              3   2   1   0

A move is a number, read from its low end:

    2 bits   the direction of the first step or jump
    6 bits   the bit of the square it starts from
    rest     nothing for a step; for a capture the directions of the further jumps, two bits each, and a 1 on top

No capture takes more than nine pieces: the squares a piece can jump to are eight, with nine pieces between them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plies.games.bits import Word, count_word, lowest_word, u64
from plies.games.contract import RUNNING, Rules

RED, BLACK = 0, 1

#: the 32 squares, the rows nearest to Red and to Black
SQUARES = sum(0xFF << (9 * pair) for pair in range(4))
RED_HOME = 0xF
BLACK_HOME = 0xF << 31

#: moves from here on are captures; below it stand the first direction and the square
CAPTURE = 256
#: nine jumps: the first in the low byte, eight more of two bits, the 1 on top
MOVE_CODES = CAPTURE << 17
#: a king has at most 16 routes, found by trying every set of pieces between its eight squares; a side has 12 pieces
MOST_MOVES = 12 * 16
UP, DOWN, ALL_WAYS = 0b0011, 0b1100, 0b1111


class State(NamedTuple):
    """The pieces of both sides; `kings` are those of either side that are kings."""

    red: Word
    black: Word
    kings: Word
    turn: int


def own(state: State, side: int) -> int:
    return state.red if side == RED else state.black


def step(squares: int, direction: int) -> int:
    """The squares one diagonal step away; what leaves the board lands outside SQUARES."""
    shift = u64(4 + (direction & 1))
    return u64(squares << shift) if direction < 2 else squares >> shift


def up_movers(state: State) -> int:
    """The pieces of the side to move that may go up."""
    return state.red if state.turn == RED else state.black & state.kings


def down_movers(state: State) -> int:
    return state.red & state.kings if state.turn == RED else state.black


def moves(state: State, out: Any) -> int:
    """Captures if there are any, with every route; else steps."""
    empty = u64(SQUARES) ^ (state.red | state.black)
    enemy = state.black if state.turn == RED else state.red
    up, down = up_movers(state), down_movers(state)
    jump_0 = up & (enemy >> u64(4)) & (empty >> u64(8))
    jump_1 = up & (enemy >> u64(5)) & (empty >> u64(10))
    jump_2 = down & u64(enemy << u64(4)) & u64(empty << u64(8))
    jump_3 = down & u64(enemy << u64(5)) & u64(empty << u64(10))
    if (jump_0 | jump_1 | jump_2 | jump_3) != u64(0):
        n = list_captures(state, jump_0, 0, enemy, empty, out, 0)
        n = list_captures(state, jump_1, 1, enemy, empty, out, n)
        n = list_captures(state, jump_2, 2, enemy, empty, out, n)
        return list_captures(state, jump_3, 3, enemy, empty, out, n)
    n = list_steps(up & (empty >> u64(4)), 0, out, 0)
    n = list_steps(up & (empty >> u64(5)), 1, out, n)
    n = list_steps(down & u64(empty << u64(4)), 2, out, n)
    return list_steps(down & u64(empty << u64(5)), 3, out, n)


def list_steps(origins: int, direction: int, out: Any, n: int) -> int:
    while origins != u64(0):
        out[n] = 4 * lowest_word(origins) + direction
        n += 1
        origins &= origins - u64(1)
    return n


def list_captures(state: State, origins: int, direction: int, enemy: int, empty: int, out: Any, n: int) -> int:
    """The captures that begin in one direction, from each square of `origins`."""
    while origins != u64(0):
        square = lowest_word(origins)
        origin = u64(u64(1) << u64(square))
        origins ^= origin
        jumped = step(origin, direction)
        ways = ALL_WAYS if (origin & state.kings) != u64(0) else UP if state.turn == RED else DOWN
        code = CAPTURE + 4 * square + direction
        n = list_routes(step(jumped, direction), ways, enemy ^ jumped, empty | origin, code, out, n)
    return n


def jumps_from(here: int, ways: int, enemy: int, empty: int) -> int:
    """The directions, as four bits, in which a piece on `here` that moves in `ways` can jump."""
    found = 0
    if ways & UP != 0:
        if u64(here << u64(4)) & enemy & (empty >> u64(4)) != u64(0):
            found |= 1
        if u64(here << u64(5)) & enemy & (empty >> u64(5)) != u64(0):
            found |= 2
    if ways & DOWN != 0:
        if (here >> u64(4)) & enemy & u64(empty << u64(4)) != u64(0):
            found |= 4
        if (here >> u64(5)) & enemy & u64(empty << u64(5)) != u64(0):
            found |= 8
    return found


def list_routes(here: int, ways: int, enemy: int, empty: int, code: int, out: Any, n: int) -> int:
    """Every way to go on after a first jump that has landed on `here`; `code` is the move so far.

    Walks the tree of jumps without a stack: the code itself remembers the way back, and `todo` the directions that
    are left to try, four bits a level, the deepest lowest. `shift` is where the 1 on top of the code stands.
    A man that is crowned can jump no further forward, so that its move ends there by itself.
    """
    todo = jumps_from(here, ways, enemy, empty)
    if todo == 0:
        out[n] = code
        return n + 1
    shift = 8
    while True:
        if todo & 15 != 0:
            # 1. try the next direction: the end of a route, or one level deeper
            direction = lowest_word(u64(todo))
            todo &= todo - 1
            jumped = step(here, direction)
            landed = step(jumped, direction)
            further = jumps_from(landed, ways, enemy ^ jumped, empty)
            longer = code + ((direction + 3) << shift)
            if further == 0:
                out[n] = longer
                n += 1
            else:
                here, enemy, code = landed, enemy ^ jumped, longer
                shift += 2
                todo = todo << 4 | further
        elif shift == 8:
            return n
        else:
            # 2. nothing left here: take the last jump back
            shift -= 2
            direction = code >> shift & 3
            code -= (direction + 3) << shift
            jumped = step(here, direction ^ 2)
            here = step(jumped, direction ^ 2)
            enemy |= jumped
            todo >>= 4


def any_move(state: State) -> bool:
    empty = u64(SQUARES) ^ (state.red | state.black)
    enemy = state.black if state.turn == RED else state.red
    up, down = up_movers(state), down_movers(state)
    goes_up = empty >> u64(4) | empty >> u64(5)
    goes_down = u64(empty << u64(4)) | u64(empty << u64(5))
    if (up & goes_up | down & goes_down) != u64(0):
        return True
    jumps_up = (enemy >> u64(4)) & (empty >> u64(8)) | (enemy >> u64(5)) & (empty >> u64(10))
    jumps_down = u64(enemy << u64(4)) & u64(empty << u64(8)) | u64(enemy << u64(5)) & u64(empty << u64(10))
    return (up & jumps_up | down & jumps_down) != u64(0)


def origin_of(move: int) -> int:
    """The square a move starts from, as a board of one bit."""
    return u64(u64(1) << u64(move >> 2 & 63))


def taken_by(move: int) -> int:
    """The squares of the pieces that a move takes."""
    path = move >> 8
    if path == 0:
        return u64(0)
    here = step(origin_of(move), move & 3)
    taken = here
    here = step(here, move & 3)
    while path > 1:
        here = step(here, path & 3)
        taken |= here
        here = step(here, path & 3)
        path >>= 2
    return taken


def play(state: State, move: int) -> State:
    origin = origin_of(move)
    target = step(origin, move & 3)
    taken = u64(0)
    path = move >> 8
    if path != 0:
        taken = target
        target = step(target, move & 3)
        while path > 1:
            jumped = step(target, path & 3)
            taken |= jumped
            target = step(jumped, path & 3)
            path >>= 2
    kept = (origin | taken) ^ u64(0xFFFF_FFFF_FFFF_FFFF)
    kings = state.kings & kept
    if (target & u64(RED_HOME | BLACK_HOME)) | (state.kings & origin) != u64(0):
        kings |= target  # a man that is on either home row after its move has just reached the far one
    if state.turn == RED:
        return State(state.red & kept | target, state.black & kept, kings, BLACK)
    return State(state.red & kept, state.black & kept | target, kings, RED)


def outcome(state: State) -> int:
    """A game ends only by the lack of a move, which is seen where moves are listed."""
    return RUNNING


def noise(state: State, move: int) -> int:
    """Captures: one for a man and three for a king taken."""
    if move < CAPTURE:
        return 0
    taken = taken_by(move)
    return count_word(taken) + 2 * count_word(taken & state.kings)


def progress(state: State, move: int) -> bool:
    """A capture or a man's move cannot be undone."""
    return move >= CAPTURE or (origin_of(move) & state.kings) == u64(0)


def key(state: State) -> int:
    """Three rounds of a multiplication and a shift, so that high squares reach the low bits too."""
    h = u64(state.red * u64(0x9E3779B97F4A7C15))
    h ^= h >> u64(32)
    h = u64((h + state.black) * u64(0xD6E8FEB86659FD93))
    h ^= h >> u64(32)
    h = u64((h + (state.kings | u64(u64(state.turn) << u64(40)))) * u64(0xC2B2AE3D27D4EB4F))
    return h ^ (h >> u64(29))


RULES = Rules(
    state=State,
    moves=moves,
    play=play,
    outcome=outcome,
    most_moves=MOST_MOVES,
    move_codes=MOVE_CODES,
    slots=CAPTURE,
    key=key,
    any_move=any_move,
    noise=noise,
    noise_is_compulsory=True,
    prunes=True,
    can_repeat=True,
    progress=progress,
    plies_without_progress=80,
)
