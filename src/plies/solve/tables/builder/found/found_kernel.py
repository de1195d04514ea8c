"""Every position that can arise, and its value, for any game. A kernel, see `game_rules.py`.

Each thread owns a share of the positions, by the highest bits of their hashes, and alone writes there; so there are no
locks. Threads work in turns: all `expand` some of their positions and leave what comes after in the mail of its owner,
then all `collect` their mail. Values are found the same way backwards from the ends, one distance at a time: all
`announce` their positions of one distance to the positions before them, then all `settle` what they were told.

A position is known by its packed state, which is the whole of it; hashes only say where to look.
"""

from __future__ import annotations

from plies.compile.game_rules import WITHOUT_MOVES, canonical, load, moves, outcome, play, store
from plies.compile.intrinsics import borrowed
from plies.games.bits import i64, u64
from plies.games.contract import DRAWN, RUNNING
from plies.solve.tables.builder.arguments import MISFIT, SAME_TURN, Mail, Scratch, Share
from plies.tables.codes import DRAW, LOST, WON
from plies.tables.packing import Packing, fits, hash_of, pack, unpack


def owner_of(hashed: int, bits: int) -> int:
    return i64((hashed >> u64(32)) >> u64(32 - bits))


def expand(share: Share, packing: Packing, mail: Mail, scratch: Scratch, begin: int, end: int, me: int) -> int:
    """Plays all moves of positions from `begin` on and posts what comes after; returns the first one not done.

    Stops at `end`, when the mail of one receiver is nearly full, and at a state that the packing cannot hold.
    """
    rows, codes, left = borrowed(share.rows), borrowed(share.codes), borrowed(share.left)
    runs = Packing(borrowed(packing.runs), borrowed(packing.base), borrowed(packing.changing))
    out_rows, hashes = borrowed(mail.rows), borrowed(mail.hashes)
    sources, counts = borrowed(mail.sources), borrowed(mail.counts)
    states, listed = borrowed(scratch.states), borrowed(scratch.moves)
    faults, misfits = borrowed(scratch.faults), borrowed(scratch.misfits)
    bits = 0
    while 1 << bits < counts.shape[0]:
        bits += 1
    full = hashes.shape[1] - listed.shape[0]
    for receiver in range(counts.shape[0]):
        counts[receiver] = 0
    at = begin
    while at < end:
        for receiver in range(counts.shape[0]):
            if counts[receiver] > full:
                return at
        # 1. A finished game has a value and no successors.
        unpack(runs, rows[at], states[0])
        state = load(states, 0)
        ended = outcome(state)
        n = 0
        if ended == RUNNING:
            n = moves(state, listed)
            if n == 0:
                codes[at] = LOST if WITHOUT_MOVES == -1 else DRAW
        else:
            codes[at] = DRAW if ended == DRAWN else (WON if ended == state.turn else LOST)
        left[at] = n
        # 2. What comes after each move goes to its owner.
        for i in range(n):
            child = canonical(play(state, listed[i]))
            if child.turn == state.turn:
                faults[SAME_TURN] = 1
            store(states, 1, child)
            if not fits(runs, states[1]):
                faults[MISFIT] = 1
                for word in range(misfits.shape[0]):
                    misfits[word] |= states[1, word] ^ runs.base[word]
            hashed = hash_of(states[1])
            receiver = owner_of(hashed, bits)
            place = counts[receiver]
            pack(runs, states[1], out_rows[receiver, place])
            hashes[receiver, place] = hashed
            sources[receiver, place] = at << bits | me
            counts[receiver] = place + 1
        at += 1
        if faults[MISFIT] != 0:
            return at
    return at
