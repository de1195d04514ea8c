"""Takes a proof out of the table of a finished search. A kernel, see `game_rules.py`.

A claim says that a side wins, or that it does not. The side that makes it good, the holder, needs one move wherever it
moves; the other side may play anything. The positions are visited depth first, moves in the order of the rules, and
each position once. For each new position where the holder moves, the number of its move in that order is written as a
byte. Nothing else is: finished games and static proofs show themselves (`proof_check.py` reads it back).
"""

from __future__ import annotations

from typing import Any

from plies.compile.game_rules import (
    CAN_REPEAT,
    WITHOUT_MOVES,
    cannot_win,
    load,
    moves,
    outcome,
    play,
    representative,
    static_proof,
    store,
)
from plies.compile.game_rules import key as key_in_rules
from plies.compile.intrinsics import borrowed
from plies.games.bits import i64, u64
from plies.games.contract import DRAWN, RUNNING
from plies.solve.proofs.arguments import COUNT, INDEX, LAST_PLY, Stack
from plies.solve.proofs.table import OTHER_ATTACKS, entry_bound, entry_delta, entry_phi, probe

#: what `extract` answers: all is written; the position in row PLY is not in the table; the room for bytes, or that for
#: positions, is full; the proof would support itself; it is too deep
DONE, MISSING, NO_ROOM, CROWDED, CIRCULAR, DEEP = range(6)
#: where it is, so that it can go on: the ply, bytes written, positions seen; the claim: its side, 1 if that wins, whose
#: question the table answers
PLY, WRITTEN, SEEN, SIDE, WINS, ASKED = range(6)
PLACES = 6
#: of a position: for the claim, against it, not known
GOOD, BAD, OPEN = 1, 0, 2
FRESH = -2  # a frame that was not looked at


def extract(stack: Stack, table: Any, places: Any, out: Any, seen: Any, path: Any) -> int:
    """Writes on from where `places` says. `seen` and `path` hold keys of positions, by open addressing and by ply."""
    rows, lists, frames = borrowed(stack.rows), borrowed(stack.lists), borrowed(stack.frames)
    table, places, out, seen, path = borrowed(table), borrowed(places), borrowed(out), borrowed(seen), borrowed(path)
    side, wins = places[SIDE], places[WINS] != 0
    holder = side if wins else 1 - side
    while places[PLY] >= 0:
        ply = places[PLY]
        state = load(rows, ply)
        index = frames[ply, INDEX]
        if index == FRESH:
            # 1. A position that was just reached: finished, seen before, or new.
            here = key_in_rules(state)
            if at_sight(state, lists[ply], side, wins)[0] != OPEN:
                places[PLY] = ply - 1
                continue
            if places[SEEN] * 2 >= seen.shape[0]:
                return CROWDED
            if ply >= LAST_PLY:
                return DEEP
            path[ply] = here
            if is_seen(seen, here):
                if CAN_REPEAT and wins:
                    for above in range(ply):
                        if path[above] == here:
                            return CIRCULAR
                places[PLY] = ply - 1
                continue
            if state.turn == holder:
                # 2. The holder's move: the one that the table knows to keep the claim, of several the nearest.
                if places[WRITTEN] >= out.shape[0]:
                    return NO_ROOM
                best, nearest, n = -1, 1 << 30, moves(state, lists[ply])
                for i in range(n):
                    good, bound = judged(play(state, lists[ply, i]), lists[ply + 1], table, places)
                    if good == GOOD and bound < nearest:
                        best, nearest = i, bound
                if best < 0:
                    return MISSING
                out[places[WRITTEN]] = best
                places[WRITTEN] += 1
                frames[ply, COUNT], index = best + 1, best
            else:
                frames[ply, COUNT], index = moves(state, lists[ply]), 0
            put(seen, here)
            places[SEEN] += 1
        # 3. The next move of this position, or back.
        if index >= frames[ply, COUNT]:
            places[PLY] = ply - 1
            continue
        frames[ply, INDEX] = index + 1
        store(rows, ply + 1, play(state, lists[ply, index]))
        frames[ply + 1, INDEX] = FRESH
        places[PLY] = ply + 1
    return DONE


def at_sight(state: Any, scratch: Any, side: int, wins: bool) -> tuple[int, int]:
    """Whether a position is for or against the claim by the rules or a static proof; and within how many plies."""
    result, near = outcome(state), 0
    winner = result
    if result == RUNNING:
        near = static_proof(state)
        if near != 0:
            winner = state.turn if near > 0 else 1 - state.turn
        elif moves(state, scratch) == 0:
            winner = 1 - state.turn if WITHOUT_MOVES == -1 else DRAWN
        elif cannot_win(state, side):
            winner = DRAWN  # or the other side's, which says the same of the claim
        else:
            return OPEN, 0
    return (GOOD if (winner == side) == wins else BAD), abs(near)


def judged(state: Any, scratch: Any, table: Any, places: Any) -> tuple[int, int]:
    """The same with what the table knows."""
    side, wins, asked = places[SIDE], places[WINS] != 0, places[ASKED]
    good, bound = at_sight(state, scratch, side, wins)
    if good != OPEN:
        return good, bound
    here = key_in_rules(representative(state))
    data = probe(table, here if state.turn == asked else here ^ u64(OTHER_ATTACKS))
    if data == u64(0):
        return OPEN, 0
    reached = entry_phi(data) == 0
    if not reached and entry_delta(data) != 0:
        return OPEN, 0
    # whether the side that was asked about wins; where it does not and the other is claimed to win, there are no draws
    asked_wins = reached == (state.turn == asked)
    return (GOOD if asked_wins == (wins == (side == asked)) else BAD), entry_bound(data)


def place_of(seen: Any, here: int) -> int:
    at = i64(here & u64(seen.shape[0] - 1))
    while seen[at] != u64(0) and seen[at] != here:
        at = (at + 1) & (seen.shape[0] - 1)
    return at


def is_seen(seen: Any, here: int) -> bool:
    found: bool = seen[place_of(seen, here)] == here
    return found


def put(seen: Any, here: int) -> None:
    seen[place_of(seen, here)] = here
