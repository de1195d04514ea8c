"""Values along a game's index, tier by tier. A kernel, see `game_rules.py`.

Where every move leads to a lower tier, `settle_strict` looks once at the successors of each position. Otherwise
`scan_tier` looks once at each, keeps what the successors in lower tiers give, and posts links to those in the same
tier; the values of the tier then follow backwards from them (`tier_kernel.py`).
"""

from __future__ import annotations

from typing import Any

from plies.compile.game_rules import WITHOUT_MOVES, index_of, load, moves, outcome, play, state_at, store
from plies.compile.intrinsics import borrowed
from plies.games.bits import i64
from plies.games.contract import DRAWN, RUNNING
from plies.solve.tables.builder.arguments import HOLE, NOT_LOWER, OUTSIDE, TOO_LONG, Mail, Room, Tier
from plies.tables.codes import DRAW, LOST, UNKNOWN, WON, distance, is_lost, is_won, lost_in, won_in


def ended_code(state: Any, listed: Any) -> int:
    """The value of a finished game; UNKNOWN while it runs."""
    over = outcome(state)
    if over == RUNNING:
        if moves(state, listed) > 0:
            return UNKNOWN
        return LOST if WITHOUT_MOVES == -1 else DRAW
    if over == DRAWN:
        return DRAW
    return WON if over == state.turn else LOST


def settle_strict(codes: Any, numbers: Any, first: Any, room: Room, begin: int, end: int, tier: int, most: int) -> int:
    """The codes of a part of the tier that begins at `tier`, all of whose moves lead to lower tiers.

    `most` is the largest code there is room for. Returns the greatest distance.
    """
    codes, numbers, faults = borrowed(codes), borrowed(numbers), borrowed(room.faults)
    states, listed, others = borrowed(room.states), borrowed(room.moves)[0], borrowed(room.moves)[1]
    start = load(first, 0)
    greatest = 0
    for at in range(begin, end):
        store(states, 0, state_at(at, start, numbers))
        state = load(states, 0)
        if index_of(state, numbers) != at:
            codes[at] = UNKNOWN
            continue
        over = outcome(state)
        code = UNKNOWN
        if over != RUNNING:
            code = DRAW if over == DRAWN else (WON if over == state.turn else LOST)
        else:
            n = moves(state, listed)
            if n == 0:
                code = LOST if WITHOUT_MOVES == -1 else DRAW
            # the best so far: a quick win, a draw, a late loss
            for i in range(n):
                child = play(state, listed[i])
                number = index_of(child, numbers)
                told = UNKNOWN
                if number >= 0:
                    if number >= tier:
                        faults[NOT_LOWER] = 1
                        return greatest
                    told = i64(codes[number])
                else:
                    told = ended_code(child, others)
                    if told == UNKNOWN:
                        faults[OUTSIDE] = 1
                        return greatest
                if is_lost(told):
                    mine = won_in(distance(told) + 1)
                    if not is_won(code) or mine < code:
                        code = mine
                elif told == DRAW:
                    if not is_won(code):
                        code = DRAW
                else:
                    mine = lost_in(distance(told) + 1)
                    if code == UNKNOWN or (is_lost(code) and mine > code):
                        code = mine
        if code > most:
            faults[TOO_LONG] = 1
            return greatest
        codes[at] = code
        if code > DRAW and distance(code) > greatest:
            greatest = distance(code)
    return greatest


def scan_tier(tier: Tier, codes: Any, numbers: Any, first: Any, room: Room, mail: Mail, span: Any, me: int) -> int:
    """Looks at the positions of one thread, from span[0] on, in the tier from span[1] to span[2]; returns where it
    stopped, because the mail of one receiver is nearly full.

    A thread owns the numbers whose lowest bits are its own, counted from the tier's first.
    """
    done, left, due, late = borrowed(tier.codes), borrowed(tier.left), borrowed(tier.due), borrowed(tier.late)
    codes, numbers, faults = borrowed(codes), borrowed(numbers), borrowed(room.faults)
    states, listed, others = borrowed(room.states), borrowed(room.moves)[0], borrowed(room.moves)[1]
    sources, targets, counts = borrowed(mail.sources), borrowed(mail.hashes), borrowed(mail.counts)
    start = load(first, 0)
    bits = 0
    while 1 << bits < counts.shape[0]:
        bits += 1
    for receiver in range(counts.shape[0]):
        counts[receiver] = 0
    full = sources.shape[1] - listed.shape[0]
    local = i64(span[0])
    while local < done.shape[0]:
        for receiver in range(counts.shape[0]):
            if counts[receiver] > full:
                return local
        at = span[1] + (local << bits | me)
        if at >= span[2]:
            break
        store(states, 0, state_at(at, start, numbers))
        state = load(states, 0)
        if index_of(state, numbers) != at:
            due[local] = HOLE
            local += 1
            continue
        # 1. A finished game.
        ended = ended_code(state, listed)
        if ended != UNKNOWN:
            if ended == DRAW:
                done[local] = DRAW
            else:
                due[local] = ended
            local += 1
            continue
        # 2. What the successors below give: the quickest win, whether one is drawn, the latest loss.
        inside, drawn, quick, slow = 0, False, 0, 0
        n = moves(state, listed)
        for i in range(n):
            child = play(state, listed[i])
            number = index_of(child, numbers)
            if number >= span[1]:
                if number >= span[2]:
                    faults[NOT_LOWER] = 1
                    return local
                inside += 1
                target = number - span[1]
                receiver = target & (counts.shape[0] - 1)
                sources[receiver, counts[receiver]] = at - span[1]
                targets[receiver, counts[receiver]] = target >> bits
                counts[receiver] += 1
                continue
            told = i64(codes[number]) if number >= 0 else ended_code(child, others)
            if told == UNKNOWN:
                faults[OUTSIDE] = 1
                return local
            if is_lost(told):
                mine = won_in(distance(told) + 1)
                quick = mine if quick == 0 or mine < quick else quick
            elif told == DRAW:
                drawn = True
            else:
                slow = max(slow, distance(told) + 1)
        # 3. What it is worth if those in the same tier decide nothing.
        left[local] = inside + (1 if drawn and inside > 0 else 0)
        late[local] = slow
        if quick != 0:
            due[local] = quick
        elif inside == 0:
            if drawn:
                done[local] = DRAW
            else:
                due[local] = lost_in(slow)
        local += 1
    return local
