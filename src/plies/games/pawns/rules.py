"""The rules of pawns and of breakthrough, on boards of bits.

A move is 4 × target + direction, where the direction tells where the pawn came from:

    white moves up            black moves down
    0: to the upper left      0: to the lower left
    1: straight up            1: straight down
    2: to the upper right     2: to the lower right

Boards up to 8x8 are words, larger ones pairs of words (`plies.games.bits`); the functions serve both.
"""

from __future__ import annotations

from dataclasses import replace
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
from plies.games.contract import FIRST_WON, RUNNING, SECOND_WON, Rules

WHITE, BLACK = 0, 1
LEFT, STRAIGHT, RIGHT = 0, 1, 2


class State(NamedTuple):
    """The pawns of both sides. `squares` are all squares of the board; it never changes during a game."""

    white: Bits
    black: Bits
    turn: int
    squares: Bits


def far_row(state: State) -> Bits:
    """The top row of the board: squares with no square above."""
    return without(state.squares, south(state.squares))


def near_row(state: State) -> Bits:
    return without(state.squares, north(state.squares))


def goal_row(state: State) -> Bits:
    """Where the side to move wants to arrive."""
    return far_row(state) if state.turn == WHITE else near_row(state)


def ahead(pawns: Bits, side: int) -> Bits:
    """One row towards the enemy."""
    return north(pawns) if side == WHITE else south(pawns)


def own(state: State, side: int) -> Bits:
    return state.white if side == WHITE else state.black


def list_targets(targets: Bits, direction: int, out: Any, n: int) -> int:
    """Appends the moves in one direction, one per set square of `targets`."""
    while some(targets):
        out[n] = 4 * lowest(targets) + direction
        n += 1
        targets = rest(targets)
    return n


def list_moves(state: State, diagonal: Bits, out: Any) -> int:
    """All moves, where diagonal steps may enter the squares of `diagonal`."""
    mine = own(state, state.turn)
    step = ahead(mine, state.turn)
    empty = without(state.squares, join(state.white, state.black))
    n = list_targets(meet(west(step), diagonal), LEFT, out, 0)
    n = list_targets(meet(east(step), diagonal), RIGHT, out, n)
    return list_targets(meet(step, empty), STRAIGHT, out, n)


def pawn_moves(state: State, out: Any) -> int:
    """Pawns capture diagonally and step straight ahead."""
    return list_moves(state, own(state, 1 - state.turn), out)


def breakthrough_moves(state: State, out: Any) -> int:
    """Pawns may also step diagonally ahead onto an empty square."""
    return list_moves(state, without(state.squares, own(state, state.turn)), out)


def noisy_pawn_moves(state: State, out: Any) -> int:
    """Captures, and steps onto the far row."""
    return list_noisy(state, own(state, 1 - state.turn), out)


def noisy_breakthrough_moves(state: State, out: Any) -> int:
    """The same, with diagonal steps onto the far row."""
    arrivals = without(goal_row(state), own(state, state.turn))
    return list_noisy(state, join(own(state, 1 - state.turn), arrivals), out)


def list_noisy(state: State, diagonal: Bits, out: Any) -> int:
    step = ahead(own(state, state.turn), state.turn)
    arrivals = without(goal_row(state), join(state.white, state.black))
    n = list_targets(meet(west(step), diagonal), LEFT, out, 0)
    n = list_targets(meet(east(step), diagonal), RIGHT, out, n)
    return list_targets(meet(step, arrivals), STRAIGHT, out, n)


def any_pawn_move(state: State) -> bool:
    step = ahead(own(state, state.turn), state.turn)
    empty = without(state.squares, join(state.white, state.black))
    takes = meet(join(west(step), east(step)), own(state, 1 - state.turn))
    return some(join(meet(step, empty), takes))


def any_breakthrough_move(state: State) -> bool:
    """The foremost pawn always has a move: no pawn of its own is diagonally ahead of it."""
    return some(own(state, state.turn))


def play(state: State, move: int) -> State:
    target, sideways = move >> 2, (move & 3) - 1
    to = bit(state.squares, target)
    if state.turn == WHITE:
        leaves = bit(state.squares, target - stride(state.squares) - sideways)
        return State(join(without(state.white, leaves), to), without(state.black, to), BLACK, state.squares)
    leaves = bit(state.squares, target + stride(state.squares) - sideways)
    return State(without(state.white, to), join(without(state.black, leaves), to), WHITE, state.squares)


def pawn_outcome(state: State) -> int:
    """A pawn on the far row wins. (No move is a draw, and is seen where moves are listed.)"""
    if some(meet(state.white, far_row(state))):
        return FIRST_WON
    if some(meet(state.black, near_row(state))):
        return SECOND_WON
    return RUNNING


def breakthrough_outcome(state: State) -> int:
    """A pawn on the far row wins, and so does taking the last enemy pawn."""
    if some(meet(state.white, far_row(state))) or not some(state.black):
        return FIRST_WON
    if some(meet(state.black, near_row(state))) or not some(state.white):
        return SECOND_WON
    return RUNNING


def noise(state: State, move: int) -> int:
    """A pawn that arrives is worth most, then captures, the nearer to home the more urgent."""
    to = bit(state.squares, move >> 2)
    if some(meet(to, goal_row(state))):
        return 1000
    if not some(meet(to, own(state, 1 - state.turn))):
        return 0
    row = (move >> 2) // stride(state.squares)
    return 100 - row if state.turn == WHITE else 1 + row


def key(state: State) -> int:
    return mix(fold(state.white) ^ mix(fold(state.black) + u64(state.turn)))


def pawn_rules(squares: Bits) -> Rules:
    """A side has at most two pawns a column, each with three moves; counted for 8 or 10 columns, whatever the board,

    so that all boards of one kind share their compiled search.
    """
    return Rules(
        state=State,
        moves=pawn_moves,
        play=play,
        outcome=pawn_outcome,
        most_moves=6 * stride(squares),
        move_codes=400,
        without_moves="draw",
        key=key,
        any_move=any_pawn_move,
        noise=noise,
        noisy_moves=noisy_pawn_moves,
    )


def breakthrough_rules(squares: Bits) -> Rules:
    return replace(
        pawn_rules(squares),
        moves=breakthrough_moves,
        outcome=breakthrough_outcome,
        without_moves="loss",
        any_move=any_breakthrough_move,
        noisy_moves=noisy_breakthrough_moves,
    )
