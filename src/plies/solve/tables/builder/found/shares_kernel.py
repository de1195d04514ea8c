"""Shares of positions: collecting what was posted, and values backwards from the ends. A kernel without a game.

See `found_kernel.py` for how threads take turns.
"""

from __future__ import annotations

from typing import Any

from plies.compile.intrinsics import borrowed, prefetch
from plies.games.bits import i64, u64
from plies.solve.tables.builder.arguments import Links, Mail, Scratch, Share
from plies.tables.codes import DRAW, UNKNOWN, is_lost, lost_in, won_in
from plies.tables.packing import Packing, hash_of, pack, unpack

#: how many steps ahead memory is asked for
AHEAD = 12


def place_of(hashed: int, bits: int) -> int:
    """32 bits below those that choose the owner."""
    return u64(u64(hashed << u64(bits)) >> u64(32))


def hash_row(states: Any) -> int:
    """The hash of the state in row 0, for the first position of all."""
    return hash_of(borrowed(states)[0])


def collect(share: Share, mails: tuple[Mail, ...], links: Links, known: int, linked: int, me: int) -> int:
    """Finds or adds the positions that others posted to `me`, and keeps the links; returns how many are known now."""
    rows, slots = borrowed(share.rows), borrowed(share.slots)
    link_sources, link_targets = borrowed(links.sources), borrowed(links.targets)
    size, width = u64(slots.shape[0]), rows.shape[1]
    bits = 0
    while 1 << bits < len(mails):
        bits += 1
    for sender in range(len(mails)):
        posted, hashes = borrowed(mails[sender].rows)[me], borrowed(mails[sender].hashes)[me]
        sources = borrowed(mails[sender].sources)[me]
        posts = mails[sender].counts[me]
        for i in range(posts):
            # what the steps ahead will read: first the slot, then the row that it names
            if i + 2 * AHEAD < posts:
                prefetch(slots, i64((place_of(hashes[i + 2 * AHEAD], bits) * size) >> u64(32)))
            if i + AHEAD < posts:
                entry = slots[i64((place_of(hashes[i + AHEAD], bits) * size) >> u64(32))]
                if entry != u64(0):
                    prefetch(rows, i64(entry & u64(0xFFFFFFFF)) - 1)
            place = place_of(hashes[i], bits)
            slot = i64((place * size) >> u64(32))
            number = -1
            while number < 0:
                entry = slots[slot]
                if entry == u64(0):
                    number = known
                    for word in range(width):
                        rows[number, word] = posted[i, word]
                    slots[slot] = u64(place << u64(32)) | u64(number + 1)
                    known += 1
                elif entry >> u64(32) == place:
                    other = i64(entry & u64(0xFFFFFFFF)) - 1
                    same = True
                    for word in range(width):
                        same = same and rows[other, word] == posted[i, word]
                    if same:
                        number = other
                slot += 1
                if slot == slots.shape[0]:
                    slot = 0
            link_sources[linked] = sources[i]
            link_targets[linked] = number
            linked += 1
    return known


def move_slots(old: Any, new: Any) -> None:
    """Fills a larger table of slots. Places grow with hashes, so both tables are walked from end to end."""
    old, new = borrowed(old), borrowed(new)
    size = u64(new.shape[0])
    for at in range(old.shape[0]):
        entry = old[at]
        if entry != u64(0):
            slot = i64(((entry >> u64(32)) * size) >> u64(32))
            while new[slot] != u64(0):
                slot += 1
                if slot == new.shape[0]:
                    slot = 0
            new[slot] = entry


def repack(old: Any, known: int, packing: Packing, wider: Packing, new: Any, scratch: Scratch) -> None:
    """The same positions in a wider packing."""
    for at in range(known):
        unpack(packing, old[at], scratch.states[0])
        pack(wider, scratch.states[0], new[at])


def count_links(links: Links, linked: int, firsts: Any) -> None:
    """Counts the links to each position i in firsts[i + 1]."""
    firsts, targets = borrowed(firsts), borrowed(links.targets)
    for i in range(linked):
        if i + AHEAD < linked:
            prefetch(firsts, i64(targets[i + AHEAD]) + 1)
        firsts[targets[i] + 1] += 1


def add_up(firsts: Any) -> None:
    firsts = borrowed(firsts)
    for i in range(1, firsts.shape[0]):
        firsts[i] += firsts[i - 1]


def sort_links(links: Links, linked: int, firsts: Any, sources: Any) -> None:
    """Sorts links by their target: in the end those to position i are sources[firsts[i + 1] : firsts[i + 2]].

    Each run is filled from its end, so that `firsts` holds the beginnings afterwards.
    """
    firsts, sources = borrowed(firsts), borrowed(sources)
    given, targets = borrowed(links.sources), borrowed(links.targets)
    for i in range(linked):
        if i + 2 * AHEAD < linked:
            prefetch(firsts, i64(targets[i + 2 * AHEAD]) + 1)
        if i + AHEAD < linked:
            prefetch(sources, i64(firsts[targets[i + AHEAD] + 1]) - 1)
        target = targets[i] + 1
        firsts[target] -= 1
        sources[firsts[target]] = given[i]


def ended(share: Share, known: int, queue: Any) -> int:
    """Queues the positions in which the game was won or lost; returns how many."""
    n = 0
    for at in range(known):
        if share.codes[at] > DRAW:
            queue[n] = at
            n += 1
    return n


def announce(codes: Any, firsts: Any, sources: Any, queue: Any, end: int, out: Any, counts: Any, done: Any) -> None:
    """Tells the positions before those of the queue what they can reach: number << 1 | whether it is lost there.

    Stops when a receiver's mail is full; `done` holds the place in the queue and among the links of the position there.
    """
    codes, firsts, sources, queue = borrowed(codes), borrowed(firsts), borrowed(sources), borrowed(queue)
    out, counts, done = borrowed(out), borrowed(counts), borrowed(done)
    bits = 0
    while 1 << bits < counts.shape[0]:
        bits += 1
    mask = counts.shape[0] - 1
    for receiver in range(counts.shape[0]):
        counts[receiver] = 0
    room = out.shape[1]
    while done[0] < end:
        at = i64(queue[done[0]])
        last = i64(firsts[at + 2])
        lost = 1 if is_lost(codes[at]) else 0
        for link in range(i64(firsts[at + 1]) + done[1], last):
            source = i64(sources[link])
            receiver = source & mask
            if counts[receiver] == room:
                done[1] = link - i64(firsts[at + 1])
                return
            out[receiver, counts[receiver]] = source >> bits << 1 | lost
            counts[receiver] += 1
        done[0] += 1
        done[1] = 0


def settle(share: Share, outs: Any, counts: Any, me: int, plies: int, queue: Any, queued: int) -> int:
    """What others announced of distance `plies`: one lost position after a move wins, when all are won it loses."""
    codes, left, queue = borrowed(share.codes), borrowed(share.left), borrowed(queue)
    for sender in range(len(outs)):
        told = borrowed(outs[sender])[me]
        for i in range(counts[sender][me]):
            if i + AHEAD < counts[sender][me]:
                prefetch(codes, i64(told[i + AHEAD]) >> 1)
                prefetch(left, i64(told[i + AHEAD]) >> 1)
            at = i64(told[i]) >> 1
            if codes[at] == UNKNOWN:
                if told[i] & 1:
                    codes[at] = won_in(plies + 1)
                    queue[queued] = at
                    queued += 1
                else:
                    left[at] -= 1
                    if left[at] == 0:
                        codes[at] = lost_in(plies + 1)
                        queue[queued] = at
                        queued += 1
    return queued


def count(share: Share, known: int, totals: Any) -> int:
    """What has no value yet is a draw. Adds wins, losses and draws to `totals`; returns the largest code."""
    largest = 0
    for at in range(known):
        if share.codes[at] == UNKNOWN:
            share.codes[at] = DRAW
        code = i64(share.codes[at])
        totals[0 if code == DRAW else (1 if is_lost(code) else 2)] += 1
        largest = max(largest, code)
    return largest


def arrange(
    share: Share, firsts: Any, buckets: int, first_bucket: int, bits: int, me: int, rows: Any, codes: Any
) -> None:
    """Writes a share in the order of the file: by bucket of the hash. The slots are in that order already, nearly.

    `firsts` gets where each of the share's buckets ends; `rows` and `codes` are the share's part of the file.
    """
    given, values, slots = borrowed(share.rows), borrowed(share.codes), borrowed(share.slots)
    firsts, rows, codes = borrowed(firsts), borrowed(rows), borrowed(codes)
    for step in range(2):
        for slot in range(slots.shape[0]):
            entry = slots[slot]
            if entry != u64(0):
                high = (u64(me) << u64(32 - bits)) | u64(entry >> u64(32 + bits))
                bucket = i64((high * u64(buckets)) >> u64(32)) - first_bucket
                if step == 0:
                    firsts[bucket] += 1
                else:
                    number = i64(entry & u64(0xFFFFFFFF)) - 1
                    firsts[bucket] -= 1
                    at = i64(firsts[bucket])
                    codes[at] = values[number]
                    for word in range(rows.shape[1]):
                        rows[at, word] = given[number, word]
        if step == 0:
            for bucket in range(1, firsts.shape[0]):
                firsts[bucket] += firsts[bucket - 1]


def fill_slots(share: Share, known: int, packing: Packing, scratch: Scratch, bits: int) -> None:
    """The slots of positions that were kept without them."""
    rows, slots, states = borrowed(share.rows), borrowed(share.slots), borrowed(scratch.states)
    size = u64(slots.shape[0])
    for number in range(known):
        unpack(packing, rows[number], states[0])
        place = place_of(hash_of(states[0]), bits)
        slot = i64((place * size) >> u64(32))
        while slots[slot] != u64(0):
            slot += 1
            if slot == slots.shape[0]:
                slot = 0
        slots[slot] = u64(place << u64(32)) | u64(number + 1)
