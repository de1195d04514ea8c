"""Is every value of a found table what its successors make it? A kernel, see `game_rules.py`.

Written apart from the builder, which it must not trust: its own way from packed words to states and back, its own index
of the positions (a table of their numbers, by a hash of the packed words), its own loop over moves. It reads codes as
`codes.py` describes them: 1 a draw, 2 + 2n lost in n plies, 3 + 2n won in n.
"""

from __future__ import annotations

from typing import Any

from plies.compile.game_rules import WITHOUT_MOVES, canonical, load, moves, outcome, play, store
from plies.compile.intrinsics import borrowed, prefetch
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

#: how many positions ahead memory is asked for
AHEAD = 8


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
        if at + AHEAD < packed.shape[0]:
            prefetch(numbers, place_of(packed, at + AHEAD, numbers.shape[0]))
        place = place_of(packed, at, numbers.shape[0])
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


def place_of(packed: Any, at: int, size: int) -> int:
    """Where in the index a search for packed words begins."""
    return i64((slot_of(packed, at, packed.shape[1]) * u64(size)) >> u64(32))


def number_of(subject: Any, numbers: Any, sought: Any, at: int, place: int, parts: int) -> int:
    """The number of the packed state in a row of `sought`, -1 if the table has none such."""
    words, each = subject.packed.shape[1], numbers.shape[0] // parts
    part = place // each
    while numbers[place] != 0:
        other = i64(numbers[place]) - 1
        same = True
        for word in range(words):
            same = same and subject.packed[other, word] == sought[at, word]
        if same:
            return other
        place = place + 1 if place + 1 < (part + 1) * each else part * each
    return -1


def write_state(subject: Any, at: int, states: Any) -> None:
    """The state's words in row 0: constant bits, and each run of bits from its place in the packed words."""
    runs = subject.runs
    for word in range(states.shape[1]):
        states[0, word] = subject.constant[word]
    for run in range(runs.shape[0]):
        states[0, runs[run, 0]] |= ((subject.packed[at, runs[run, 3]] >> runs[run, 4]) & runs[run, 2]) << runs[run, 1]


def write_packed(subject: Any, states: Any, sought: Any, at: int) -> bool:
    """The packed words of the state in row 1; whether its constant bits are those of the table."""
    runs = subject.runs
    for word in range(sought.shape[1]):
        sought[at, word] = u64(0)
    fitting = True
    for word in range(states.shape[1]):
        fitting = fitting and states[1, word] & subject.fixed[word] == subject.constant[word]
    for run in range(runs.shape[0]):
        sought[at, runs[run, 3]] |= ((states[1, runs[run, 0]] >> runs[run, 1]) & runs[run, 2]) << runs[run, 4]
    return fitting


def check(subject: Subject, numbers: Any, room: Room, begin: int, end: int, parts: int, report: Any) -> None:
    """Checks the positions from `begin` to `end`, and adds up what was read; stops at the first fault.

    Positions are taken some at a time, so that the memory of all their successors is asked for before it is read.
    """
    lent = Subject(
        borrowed(subject.packed),
        borrowed(subject.codes),
        borrowed(subject.runs),
        borrowed(subject.constant),
        borrowed(subject.fixed),
    )
    numbers, report = borrowed(numbers), borrowed(report)
    states, sought, listed = borrowed(room.states), borrowed(room.sought), borrowed(room.moves)
    places, ends = borrowed(room.places), borrowed(room.ends)
    batch = ends.shape[0]
    for low in range(begin, end, batch):
        high = min(end, low + batch)
        # 1. What comes after every move of these positions, and where it would be in the index.
        total = 0
        for at in range(low, high):
            write_state(lent, at, states)
            state = load(states, 0)
            n = moves(state, listed[total:]) if outcome(state) == RUNNING else 0
            for i in range(total, total + n):
                store(states, 1, canonical(play(state, listed[i])))
                places[i] = -1
                if write_packed(lent, states, sought, i):
                    places[i] = place_of(sought, i, numbers.shape[0])
                    prefetch(numbers, places[i])
            total += n
            ends[at - low] = total
        # 2. What the index names there.
        for i in range(total):
            if places[i] >= 0 and numbers[places[i]] != 0:
                prefetch(lent.packed, i64(numbers[places[i]]) - 1)
                prefetch(lent.codes, i64(numbers[places[i]]) - 1)
        # 3. Each value beside what its successors make it.
        first = 0
        for at in range(low, high):
            last = ends[at - low]
            right = 0
            if first == last:
                write_state(lent, at, states)
                right = ended_code(load(states, 0))
            # the quickest of the lost successors, the longest of the won ones, and whether one is drawn
            quickest, longest, drawn = -1, -1, False
            for i in range(first, last):
                after = number_of(lent, numbers, sought, i, places[i], parts) if places[i] >= 0 else -1
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
            if first < last:
                if quickest >= 0:
                    right = 3 + 2 * (quickest + 1)
                elif drawn:
                    right = 1
                else:
                    right = 2 + 2 * (longest + 1)
            code = i64(lent.codes[at])
            if code != right:
                report[FAULT], report[NUMBER], report[TOLD] = WRONG, at, right
                return
            tally(report, code)
            first = last


def ended_code(state: Any) -> int:
    """The value of a position without successors: a finished game, or a side without moves."""
    over = outcome(state)
    if over == RUNNING:
        return 2 if WITHOUT_MOVES == -1 else 1
    if over == DRAWN:
        return 1
    return 3 if over == state.turn else 2


def find(subject: Subject, numbers: Any, room: Room, parts: int) -> int:
    """The number of the state in row 1 of the room, -1 if the table lacks it."""
    if write_packed(subject, room.states, room.sought, 0):
        place = place_of(room.sought, 0, numbers.shape[0])
        return number_of(subject, numbers, room.sought, 0, place, parts)
    return -1
