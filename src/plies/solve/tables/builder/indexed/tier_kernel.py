"""The values of one tier, backwards from what is known below it. A kernel without a game.

`due` holds what a position is worth if its successors in the same tier decide nothing sooner: a code that `release`
makes final when its distance has come.
"""

from __future__ import annotations

from typing import Any

from plies.compile.intrinsics import borrowed
from plies.games.bits import i64
from plies.solve.tables.builder.arguments import HOLE, Links, Mail, Tier
from plies.tables.codes import DRAW, UNKNOWN, distance, is_lost, is_won, lost_in, won_in


def keep_links(mails: tuple[Mail, ...], links: Links, linked: int, me: int) -> int:
    """Copies the links that were posted to `me`; returns how many there are now."""
    sources, targets = borrowed(links.sources), borrowed(links.targets)
    for sender in range(len(mails)):
        for i in range(mails[sender].counts[me]):
            sources[linked] = mails[sender].sources[me, i]
            targets[linked] = mails[sender].hashes[me, i]
            linked += 1
    return linked


def release(tier: Tier, plies: int, queue: Any, queued: int) -> int:
    """Makes final what is due at this distance, and queues it; returns how many are queued."""
    codes, due, queue = borrowed(tier.codes), borrowed(tier.due), borrowed(queue)
    for at in range(codes.shape[0]):
        if codes[at] == UNKNOWN and due[at] != UNKNOWN and due[at] != HOLE and distance(i64(due[at])) == plies:
            codes[at] = due[at]
            queue[queued] = at
            queued += 1
    return queued


def latest(tier: Tier) -> int:
    """The greatest distance at which something is due or may become so, -1 if nothing is."""
    codes, due, late = borrowed(tier.codes), borrowed(tier.due), borrowed(tier.late)
    greatest = -1
    for at in range(codes.shape[0]):
        if codes[at] == UNKNOWN and due[at] != HOLE:
            greatest = max(greatest, i64(late[at]), distance(i64(due[at])) if due[at] != UNKNOWN else -1)
    return greatest


def settle_tier(tier: Tier, outs: Any, counts: Any, me: int, plies: int, queue: Any, queued: int) -> int:
    """What others announced of distance `plies`. A loss may have to wait for a later one in a lower tier."""
    codes, left, due = borrowed(tier.codes), borrowed(tier.left), borrowed(tier.due)
    late, queue = borrowed(tier.late), borrowed(queue)
    for sender in range(len(outs)):
        told = borrowed(outs[sender])[me]
        for i in range(counts[sender][me]):
            at = i64(told[i]) >> 1
            if codes[at] != UNKNOWN or left[at] == 0:  # 0: lost, or all its moves leave the tier and decide it
                continue
            if told[i] & 1:
                codes[at] = won_in(plies + 1)
            else:
                left[at] -= 1
                if left[at] == 0 and not is_won(i64(due[at])):
                    worth = lost_in(max(plies + 1, i64(late[at])))
                    if distance(worth) == plies + 1:
                        codes[at] = worth
                    else:
                        due[at] = worth
            if codes[at] != UNKNOWN:
                queue[queued] = at
                queued += 1
    return queued


def put(tier: Tier, codes: Any, span: Any, bits: int, me: int, most: int) -> int:
    """Writes a thread's values; what has none is a draw. Returns the greatest distance, -1 if codes are too small."""
    done, due, codes = borrowed(tier.codes), borrowed(tier.due), borrowed(codes)
    greatest = 0
    for local in range(done.shape[0]):
        at = span[1] + (local << bits | me)
        if at < span[2]:
            code = i64(done[local])
            if code == UNKNOWN and due[local] != HOLE:
                code = DRAW
            if code > most:
                return -1
            codes[at] = code
            if code > DRAW:
                greatest = max(greatest, distance(code))
    return greatest


def count_codes(codes: Any, totals: Any) -> None:
    """Adds draws, losses and wins to `totals`."""
    codes = borrowed(codes)
    for at in range(codes.shape[0]):
        code = i64(codes[at])
        if code != UNKNOWN:
            totals[0 if code == DRAW else (1 if is_lost(code) else 2)] += 1
