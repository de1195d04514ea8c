"""A position's value as one small number, for the side to move.

    0        nothing known
    1        a draw
    2 + 2n   lost in n plies
    3 + 2n   won in n plies

One byte holds distances up to 126, two bytes up to 32,766. Where a game ends only with a loss for the side to move or a
draw, wins take an odd number of plies and losses an even one, and a byte can be tight: 2 + n stands for the end in n
plies, up to 253.
"""

from __future__ import annotations

from plies.values import Result

UNKNOWN, DRAW, LOST, WON = 0, 1, 2, 3
#: the longest distance that one byte and that two bytes hold
LONGEST_IN_A_BYTE, LONGEST = 126, 32_766
#: the longest distance of a tight byte
LONGEST_TIGHT = 253


def lost_in(plies: int) -> int:
    return 2 + 2 * plies


def won_in(plies: int) -> int:
    return 3 + 2 * plies


def is_lost(code: int) -> bool:
    return code >= 2 and code & 1 == 0


def is_won(code: int) -> bool:
    return code >= 3 and code & 1 == 1


def distance(code: int) -> int:
    return (code - 2) >> 1


def loosened(tight: int) -> int:
    """The code that a tight byte stands for."""
    return tight if tight < LOST else LOST + 2 * (tight - LOST) + (tight & 1)


def read_code(code: int) -> tuple[Result, int | None] | None:
    """The result and its distance in plies; a draw has none, and what is unknown is None."""
    if code == UNKNOWN:
        return None
    if code == DRAW:
        return "draw", None
    return ("win" if is_won(code) else "loss"), distance(code)
