"""Is every value of a found table what its successors make it? A kernel, see `game_rules.py`.

Written apart from the builder, which it must not trust: its own way from packed words to states and back, its own index
of the positions (a table of their numbers, by a hash of the packed words), its own loop over moves. It reads codes as
`codes.py` describes them: 1 a draw, 2 + 2n lost in n plies, 3 + 2n won in n.
"""

from __future__ import annotations

from typing import Any

from plies.compile.game_rules import WITHOUT_MOVES, canonical, load, moves, outcome, play, store
from plies.compile.intrinsics import borrowed
from plies.games.bits import i64, u64
from plies.games.contract import DRAWN, RUNNING
from plies.solve.tables.audit.arguments import (
    ALIKE,
    FAULT,
    NOT_CLOSED,
    NUMBER,
    TOLD,
    WRONG,
    Room,
    Subject,
    tally,
)


def slot_of(packed: Any, at: int, words: int) -> int:
    """A hash of packed words, its upper half."""
    total = u64(0x243F6A8885A308D3)
    for word in range(words):
        total = u64(total + packed[at, word])
        total = u64(u64(total ^ (total >> u64(31))) * u64(0xBF58476D1CE4E5B9))
        total = u64(u64(total ^ (total >> u64(29))) * u64(0x94D049BB133111EB))
    return total >> u64(32)


def enter(subject: Subject, numbers: Any, part: int, parts: int, report: Any) -> None:
    """Enters the positions whose hashes belong to this part of the index; reports two that are alike."""
    packed, numbers = borrowed(subject.packed), borrowed(numbers)
    words, each = packed.shape[1], numbers.shape[0] // parts
    for at in range(packed.shape[0]):
        place = i64((slot_of(packed, at, words) * u64(numbers.shape[0])) >> u64(32))
        if place // each == part:
            while numbers[place] != 0:
                other = i64(numbers[place]) - 1
                same = True
                for word in range(words):
                    same = same and packed[other, word] == packed[at, word]
                if same:
                    report[FAULT], report[NUMBER] = ALIKE, at
                    return
                place = place + 1 if place + 1 < (part + 1) * each else part * each
            numbers[place] = at + 1


def number_of(subject: Any, numbers: Any, sought: Any, parts: int) -> int:
    """The number of the packed state in row 0 of `sought`, -1 if the table has none such."""
    words, each = subject.packed.shape[1], numbers.shape[0] // parts
    place = i64((slot_of(sought, 0, words) * u64(numbers.shape[0])) >> u64(32))
    part = place // each
    while numbers[place] != 0:
        other = i64(numbers[place]) - 1
        same = True
        for word in range(words):
            same = same and subject.packed[other, word] == sought[0, word]
        if same:
            return other
        place = place + 1 if place + 1 < (part + 1) * each else part * each
    return -1


def write_state(subject: Any, at: int, states: Any) -> None:
    """The state's words in row 0: constant bits, and each run of bits from its place in the packed words."""
    for word in range(states.shape[1]):
        states[0, word] = subject.constant[word]
    for run in range(subject.runs.shape[0]):
        word, shift, mask, packed_word, packed_shift = subject.runs[run]
        states[0, word] |= ((subject.packed[at, packed_word] >> packed_shift) & mask) << shift


def write_packed(subject: Any, states: Any, sought: Any) -> bool:
    """The packed words of the state in row 1; whether its constant bits are those of the table."""
    for word in range(sought.shape[1]):
        sought[0, word] = u64(0)
    fitting = True
    for word in range(states.shape[1]):
        rest = states[1, word] & subject.fixed[word]
        fitting = fitting and rest == subject.constant[word]
    for run in range(subject.runs.shape[0]):
        word, shift, mask, packed_word, packed_shift = subject.runs[run]
        sought[0, packed_word] |= ((states[1, word] >> shift) & mask) << packed_shift
    return fitting


def check(subject: Subject, numbers: Any, room: Room, begin: int, end: int, parts: int, report: Any) -> None:
    """Checks the positions from `begin` to `end`, and adds up what was read; stops at the first fault."""
    lent = Subject(
        borrowed(subject.packed),
        borrowed(subject.codes),
        borrowed(subject.runs),
        borrowed(subject.constant),
        borrowed(subject.fixed),
    )
    numbers, report = borrowed(numbers), borrowed(report)
    states, sought, listed = borrowed(room.states), borrowed(room.sought), borrowed(room.moves)
    for at in range(begin, end):
        code = i64(lent.codes[at])
        write_state(lent, at, states)
        state = load(states, 0)
        over = outcome(state)
        right = 0
        if over != RUNNING:
            right = 1 if over == DRAWN else (3 if over == state.turn else 2)
        else:
            n = moves(state, listed)
            if n == 0:
                right = 2 if WITHOUT_MOVES == -1 else 1
            # the quickest of the lost successors, the longest of the won ones, and whether one is drawn
            quickest, longest, drawn = -1, -1, False
            for i in range(n):
                store(states, 1, canonical(play(state, listed[i])))
                after = number_of(lent, numbers, sought, parts) if write_packed(lent, states, sought) else -1
                if after < 0:
                    report[FAULT], report[NUMBER], report[TOLD] = NOT_CLOSED, at, listed[i]
                    return
                told = i64(lent.codes[after])
                plies = (told - 2) // 2
                if told == 1:
                    drawn = True
                elif told >= 2 and told % 2 == 0:
                    quickest = plies if quickest < 0 or plies < quickest else quickest
                elif told >= 3:
                    longest = plies if plies > longest else longest
                else:
                    report[FAULT], report[NUMBER] = WRONG, after
                    return
            if n > 0:
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


def find(subject: Subject, numbers: Any, room: Room, parts: int) -> int:
    """The number of the state in row 1 of the room, -1 if the table lacks it."""
    if write_packed(subject, room.states, room.sought):
        return number_of(subject, numbers, room.sought, parts)
    return -1
