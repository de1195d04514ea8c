"""The rules of wumpus, hero, mage, on boards of bits.

Hero beats wumpus, mage beats hero, wumpus beats mage. A piece is on one of the boards `lower` and `upper` and on one of
`wumpuses` and `heroes`, or on neither of those two: then it is a mage.

A move is 8 × target + direction:

    5 6 7       north-west, north, north-east
    3 . 4       west and east; the variant of six directions is without these two
    0 1 2       south-west, south, south-east

Boards of 3x3 and 6x6 are words, 9x9 is a pair of words (`plies.games.bits`); the functions serve both.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plies.games.bits import (
    Bits,
    bit,
    east,
    fold,
    join,
    lowest,
    meet,
    mix,
    north,
    rest,
    some,
    south,
    stride,
    u64,
    west,
    without,
)
from plies.games.contract import DRAWN, FIRST_WON, RUNNING, SECOND_WON, Rules

LOWER, UPPER = 0, 1
WUMPUS, HERO, MAGE = 0, 1, 2
PLIES_WITHOUT_LOSS = 100


class State(NamedTuple):
    """The pieces and whose turn it is. Pits, squares and the number of directions stay the same during a game."""

    lower: Bits
    upper: Bits
    wumpuses: Bits
    heroes: Bits
    turn: int
    pits: Bits
    squares: Bits
    directions: int


def own(state: State, side: int) -> Bits:
    return state.lower if side == LOWER else state.upper


def kind_at(state: State, here: Bits) -> int:
    """The kind of the piece on a square, given as a board with that square alone."""
    if some(meet(state.wumpuses, here)):
        return WUMPUS
    return HERO if some(meet(state.heroes, here)) else MAGE


def beats(kind: int, other: int) -> bool:
    """Each kind beats the one before it, and the wumpus beats the mage."""
    return (kind - other) % 3 == 1


def shifted(pieces: Bits, direction: int) -> Bits:
    """Every piece one square further in a direction."""
    if direction < 3:
        pieces = south(pieces)
    elif direction > 4:
        pieces = north(pieces)
    if direction == 0 or direction == 3 or direction == 5:
        return west(pieces)
    if direction == 2 or direction == 4 or direction == 7:
        return east(pieces)
    return pieces


def sideways(direction: int) -> bool:
    return 3 <= direction <= 4


def offset(state: State, direction: int) -> int:
    """How far the target lies from the origin: the nine squares of the picture without the middle, row by row."""
    place = direction if direction < 4 else direction + 1
    return (place // 3 - 1) * stride(state.squares) + place % 3 - 1


def moves(state: State, out: Any) -> int:
    """One square in any direction; squares of one's own are closed, pits and enemies are not."""
    mine = own(state, state.turn)
    open_squares = without(state.squares, mine)
    n = 0
    for direction in range(8):
        if state.directions == 8 or not sideways(direction):
            targets = meet(shifted(mine, direction), open_squares)
            while some(targets):
                out[n] = 8 * lowest(targets) + direction
                n += 1
                targets = rest(targets)
    return n


def any_move(state: State) -> bool:
    """Pieces never fill the board, and a board is of one piece for a walker: some piece is beside an open square."""
    return some(own(state, state.turn))


def play(state: State, move: int) -> State:
    target = move >> 3
    to = bit(state.squares, target)
    leaves = bit(state.squares, target - offset(state, move & 7))
    mover = kind_at(state, leaves)
    mine, theirs = own(state, state.turn), own(state, 1 - state.turn)

    # 1. who is left on the target square: the mover, the enemy, or nobody
    arrives = not some(meet(state.pits, to))
    enemy_stays = False
    if some(meet(theirs, to)):
        enemy = kind_at(state, to)
        arrives = beats(mover, enemy)
        enemy_stays = beats(enemy, mover)

    # 2. the mover is lifted, and the target is cleared unless the enemy holds it
    gone = leaves if enemy_stays else join(leaves, to)
    mine, theirs = without(mine, leaves), without(theirs, gone)
    wumpuses, heroes = without(state.wumpuses, gone), without(state.heroes, gone)

    # 3. the mover is put down
    if arrives:
        mine = join(mine, to)
        if mover == WUMPUS:
            wumpuses = join(wumpuses, to)
        elif mover == HERO:
            heroes = join(heroes, to)
    if state.turn == LOWER:
        return State(mine, theirs, wumpuses, heroes, UPPER, state.pits, state.squares, state.directions)
    return State(theirs, mine, wumpuses, heroes, LOWER, state.pits, state.squares, state.directions)


def outcome(state: State) -> int:
    """A side with no pieces has lost; both empty at once is a draw."""
    if some(state.lower):
        return RUNNING if some(state.upper) else FIRST_WON
    return SECOND_WON if some(state.upper) else DRAWN


def noise(state: State, move: int) -> int:
    """Fights, the won ones first. A lost fight gives a piece away like a pit does, and is as quiet as that."""
    to = bit(state.squares, move >> 3)
    if not some(meet(to, own(state, 1 - state.turn))):
        return 0
    mover = kind_at(state, bit(state.squares, (move >> 3) - offset(state, move & 7)))
    enemy = kind_at(state, to)
    if beats(mover, enemy):
        return 2
    return 1 if mover == enemy else 0


def progress(state: State, move: int) -> bool:
    """A piece is lost: every fight and every pit takes at least one."""
    closed = join(state.pits, own(state, 1 - state.turn))
    return some(meet(closed, bit(state.squares, move >> 3)))


def key(state: State) -> int:
    """A sum of products with odd constants, then scrambled; the pits belong to the position."""
    total = u64(fold(state.lower) * u64(0x9E3779B97F4A7C15)) + u64(fold(state.upper) * u64(0xC2B2AE3D27D4EB4F))
    total = u64(total) + u64(fold(state.wumpuses) * u64(0x165667B19E3779F9))
    total = u64(total) + u64(fold(state.heroes) * u64(0xD6E8FEB86659FD93))
    total = u64(total) + u64(fold(state.pits) * u64(0xA0761D6478BD642F)) + u64(state.turn)
    return mix(u64(total))


#: one for all sizes, so that they share compiled code. A side never has more than nine pieces, each with eight moves
RULES = Rules(
    state=State,
    moves=moves,
    play=play,
    outcome=outcome,
    most_moves=72,
    move_codes=800,
    without_moves="loss",
    key=key,
    any_move=any_move,
    noise=noise,
    can_repeat=True,
    progress=progress,
    plies_without_progress=PLIES_WITHOUT_LOSS,
)
