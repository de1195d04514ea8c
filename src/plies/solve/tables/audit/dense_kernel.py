"""Is every value of an indexed table what its successors make it? A kernel, see `game_rules.py`.

Beside the values it checks the index itself: the state of a number has that number, and the state of a successor's
number is that successor (or its mirror image). So no two positions share a number. It shares no code with the builder.
"""

from __future__ import annotations

from typing import Any

from plies.compile.game_rules import WITHOUT_MOVES, canonical, index_of, load, moves, outcome, play, state_at, store
from plies.compile.intrinsics import borrowed
from plies.games.bits import i64
from plies.games.contract import DRAWN, RUNNING
from plies.solve.tables.audit.arguments import FAULT, MISNUMBERED, NOT_CLOSED, NUMBER, TOLD, WRONG, Room, tally


def alike(states: Any) -> bool:
    """Whether rows 1 and 2 hold the same state."""
    same = True
    for word in range(states.shape[1]):
        same = same and states[1, word] == states[2, word]
    return same


def ended_code(state: Any, listed: Any) -> int:
    """The value of a finished game, 0 while it runs."""
    over = outcome(state)
    if over == DRAWN:
        return 1
    if over != RUNNING:
        return 3 if over == state.turn else 2
    if moves(state, listed) == 0:
        return 2 if WITHOUT_MOVES == -1 else 1
    return 0


def code_at(codes: Any, at: int, tight: bool) -> int:
    """A code as `codes.py` has it; a tight byte 2 + n stands for a loss in n plies if n is even, else for a win."""
    code = i64(codes[at])
    if tight and code > 1:
        plies = code - 2
        return 2 + 2 * plies if plies % 2 == 0 else 3 + 2 * plies
    return code


def check(codes: Any, tight: bool, numbers: Any, first: Any, room: Room, begin: int, end: int, report: Any) -> None:
    """Checks the numbers from `begin` to `end`, and adds up the positions among them; stops at the first fault."""
    codes, numbers, first, report = borrowed(codes), borrowed(numbers), borrowed(first), borrowed(report)
    states, listed, others = borrowed(room.states), borrowed(room.moves)[0], borrowed(room.moves)[1]
    start = load(first, 0)
    for at in range(begin, end):
        code = code_at(codes, at, tight)
        store(states, 0, state_at(at, start, numbers))
        state = load(states, 0)
        if index_of(state, numbers) != at:
            if code != 0:
                report[FAULT], report[NUMBER], report[TOLD] = WRONG, at, 0
                return
            continue
        right = ended_code(state, listed)
        if right == 0:
            n = moves(state, listed)
            quickest, longest, drawn = -1, -1, False
            for i in range(n):
                child = play(state, listed[i])
                after = index_of(child, numbers)
                told = 0
                if after >= 0:
                    store(states, 1, canonical(child))
                    store(states, 2, canonical(state_at(after, start, numbers)))
                    if not alike(states):
                        report[FAULT], report[NUMBER] = MISNUMBERED, after
                        return
                    told = code_at(codes, after, tight)
                else:
                    told = ended_code(child, others)
                if told == 0:
                    report[FAULT], report[NUMBER], report[TOLD] = NOT_CLOSED, at, listed[i]
                    return
                plies = (told - 2) // 2
                if told == 1:
                    drawn = True
                elif told % 2 == 0:
                    quickest = plies if quickest < 0 or plies < quickest else quickest
                else:
                    longest = plies if plies > longest else longest
            if quickest >= 0:
                right = 3 + 2 * (quickest + 1)
            elif drawn:
                right = 1
            else:
                right = 2 + 2 * (longest + 1)
        if code != right:
            report[FAULT], report[NUMBER], report[TOLD] = WRONG, at, right
            return
        tally(report, code)
