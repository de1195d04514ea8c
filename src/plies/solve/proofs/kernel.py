"""Can a side force a win? Depth-first proof-number search on an explicit stack. A kernel, see `game_rules.py`.

The question is always "can the attacker win?", the attacker being either side. Whether a side can at least draw is the
same question for the other side. Each position has two numbers for its side to move: `phi`, about how many positions
must still turn out well for it to reach its aim (to win if it is the attacker, else to prevent that), and `delta`, the
same for the other side. One of them is 0, and the other INFINITE, when the position is decided. A position's phi is the
least delta of its children. Its delta is the largest phi among those that are open, plus 1 for each other open one: a
sum would count what many lines share many times over. The child with the least delta is looked at until its numbers
pass limits that say when another child, here or further up, looks better; a quarter is added, so that the search does
not leave a subtree and return at every step. A new position begins with phi 1 and delta the number of its moves, times
what the game promises.

The numbers of a line's positions and their children are in the frames, so that progress never depends on the table,
which may forget anything.

What is proven. A win is only ever derived from ends of the game, static proofs, solved positions and wins that were
derived before. So no proof supports itself, whatever path it was found on, and it may be kept at once and used by other
threads and on other paths.

The path. In games where positions come back, a position that already stands on the line counts as not won for the
attacker: who can win can do so without repeating. A refutation that leans on that holds on this line. `depends` is the
shallowest ply whose position it leans on. At or above that ply it is true by itself: the defence either ends the game
or comes back to this position for ever, and endless play is no win. Only then it is kept under the position's key.
Below that ply it is kept under a key made of the position and the whole line to it, where only the same line finds it.
A position is refuted through the child that leans on least, and where all children are refuted it leans on what any of
them does. Limits of repetition and lack of progress and the game's history are left aside, as in tables of solved
positions. Beyond LAST_PLY nothing is looked at: that counts as not won and leans on ply -1, so it is never kept, and
the root's answer is then TOO_DEEP.

Threads share the table and nothing else; all that is kept is true by itself or an estimate. A child that another thread
is looking at counts as harder than it is.

`bound`: within so many plies the game is over if the side that reaches its aim follows this search. For a refutation it
means something only if no draw was met (`DRAWS`).
"""

from __future__ import annotations

from typing import Any

from plies.compile.game_rules import (
    CAN_REPEAT,
    HAS_INDEX,
    WITHOUT_MOVES,
    cannot_win,
    canonical,
    index_of,
    key,
    load,
    moves,
    outcome,
    play,
    progress,
    promise,
    representative,
    static_proof,
    store,
)
from plies.compile.intrinsics import borrowed, now, prefetch
from plies.games.bits import mix, u64
from plies.games.contract import DRAWN, RUNNING
from plies.solve.proofs.arguments import (
    BEGAN,
    BOUND,
    CALM,
    COUNT,
    DELTA,
    DELTA_LIMIT,
    DEPENDS,
    DRAWS,
    FINAL,
    INDEX,
    LAST_PLY,
    NEVER,
    NODES,
    OUTGROWN,
    PHI,
    PHI_LIMIT,
    PROBES,
    PROVEN,
    REFUTED,
    ROOT_BOUND,
    STOP,
    STOPPED,
    TOO_DEEP,
    Memory,
    Signals,
    Stack,
    Task,
)
from plies.solve.proofs.table import (
    INFINITE,
    OTHER_ATTACKS,
    bucket_of,
    entry_bound,
    entry_delta,
    entry_phi,
    is_decided,
    keep,
    probe,
)
from plies.tables.codes import DRAW, UNKNOWN, distance, is_won
from plies.tables.file.view import INDEXED, borrowed_view, code_of_row, read_value

#: whether tables of solved positions are probed; `search.WITH_TABLES` is a copy in which they are
PROBING = False
ENTER, NEXT, RETURN = 0, 1, 2  # phases of the loop
#: nodes between looks at the clock and at what other threads have decided, a power of two
NODES_PER_LOOK = 128
OPEN = 2


def prove(stack: Stack, memory: Memory, signals: Signals, task: Task) -> int:
    """PROVEN or REFUTED, STOPPED, TOO_DEEP to say, or OUTGROWN. The root's children keep their numbers in row 0."""
    rows, lists, frames = borrowed(stack.rows), borrowed(stack.lists), borrowed(stack.frames)
    children, child_keys, ways = borrowed(stack.children), borrowed(stack.child_keys), borrowed(stack.ways)
    child_rows = borrowed(stack.child_rows)
    table, lines, solved = borrowed(memory.table), borrowed(memory.lines), borrowed_view(memory.solved)
    control, counters, packed = borrowed(signals.control), borrowed(signals.counters), borrowed(signals.packed)
    attacker, me, deadline = task.attacker, task.thread, task.deadline
    threads = lines.shape[0]
    keys = lines[me]
    nodes = counters[NODES]
    phi, delta, depends, bound = 0, 0, NEVER, 0
    ply, phase = 0, ENTER
    frames[0, PHI_LIMIT], frames[0, DELTA_LIMIT], frames[0, CALM] = INFINITE, INFINITE, 0
    keys[0], ways[0] = task.key, u64(0)
    while True:
        if phase == ENTER:
            # 1. Count, obey the clock and the stop, and leave what another thread has decided.
            nodes += 1
            if (nodes & (NODES_PER_LOOK - 1)) == 0:
                counters[NODES] = nodes
                if deadline > 0 and now() >= deadline:
                    control[STOP] = 1
                if nodes >= task.limit and control[STOP] == 0:
                    control[STOP] = 1
                    return OUTGROWN
                if threads > 1:
                    up = 0
                    while up < ply and not is_decided(probe(table, keys[up])):
                        up += 1
                    if up < ply:
                        data = probe(table, keys[up])
                        if is_decided(data):
                            ply = up
                            phi, delta = entry_phi(data), entry_delta(data)
                            depends, bound = NEVER, entry_bound(data)
                            phase = RETURN
            if control[STOP] != 0:
                counters[NODES] = nodes
                return STOPPED
            if phase == RETURN:
                continue

            # 2. List the moves. Some children are decided at sight: by the rules, a static proof, a solved position.
            # The places of the others in the table are fetched meanwhile.
            state = load(rows, ply)
            attacking = state.turn == attacker
            n = moves(state, lists[ply])
            frames[ply, BEGAN] = nodes
            for i in range(n):
                child = play(state, lists[ply, i])
                result = outcome(child)
                ends, bound = OPEN, 0  # or 1, 0, -1: how the game ends for the child's side to move
                if result != RUNNING:
                    ends = 0 if result == DRAWN else (1 if result == child.turn else -1)
                else:
                    near = static_proof(child)
                    if near != 0:
                        ends, bound = (1, near) if near > 0 else (-1, -near)
                    elif cannot_win(child, attacker):
                        ends = 0
                    elif PROBING:
                        code = solved_code(solved, child, rows, ply + 1, packed)
                        if code != UNKNOWN:
                            counters[PROBES] += 1
                            ends, bound = 0, 0
                            if code != DRAW:
                                ends, bound = 1 if is_won(code) else -1, distance(code)
                children[ply, i, PHI], children[ply, i, DEPENDS], children[ply, i, BOUND] = OPEN, NEVER, bound
                child_keys[ply, i] = u64(0)
                if ends == OPEN:
                    here = key_of(child, attacker)
                    child_keys[ply, i] = here
                    store(child_rows[ply], i, child)
                    prefetch(table, bucket_of(table, here))
                    children[ply, i, DELTA] = 1
                else:
                    phi, delta = numbers_of(ends, not attacking)
                    children[ply, i, PHI], children[ply, i, DELTA] = phi, delta
                    if ends == 0:
                        counters[DRAWS] += 1
                    if delta == 0:
                        n = i + 1  # enough
                        break
            frames[ply, COUNT] = n
            phase = NEXT
            if n > 0 and children[ply, n - 1, DELTA] == 0:
                continue

            # 3. The others: positions on this line, then what the table says, or what new positions begin with.
            calm = frames[ply, CALM]
            onwards = mix(ways[ply] ^ keys[ply]) if CAN_REPEAT else u64(0)
            for i in range(n):
                here = child_keys[ply, i]
                if here == u64(0):
                    continue
                depends, bound, ends = NEVER, 0, OPEN
                final = CAN_REPEAT and progress(state, lists[ply, i])
                children[ply, i, FINAL] = 1 if final else 0
                if CAN_REPEAT and not final:
                    d = 1
                    while d <= calm and d <= ply:
                        if keys[ply - d] == here:
                            ends, depends = 0, ply - d
                            break
                        d += 2
                if ends == OPEN:
                    data = probe(table, here)
                    if CAN_REPEAT and not is_decided(data):
                        on_this_line = probe(table, here ^ onwards)
                        if on_this_line != u64(0):
                            data, depends = on_this_line, entry_bound(on_this_line)
                    if data != u64(0):
                        phi, delta = entry_phi(data), entry_delta(data)
                        bound = entry_bound(data) if depends == NEVER else 0
                    else:
                        child = load(child_rows[ply], i)
                        phi, delta = 1, moves(child, lists[ply + 1])
                        hope = promise(child)
                        if delta == 0:
                            ends = WITHOUT_MOVES
                        elif hope > 0:
                            delta *= 1 + hope
                        elif hope < 0:
                            phi, delta = 1 - 3 * hope, max(1, delta // (1 - hope))
                if ends != OPEN:
                    if ends == 0:
                        counters[DRAWS] += 1
                    phi, delta = numbers_of(ends, not attacking)
                children[ply, i, PHI], children[ply, i, DELTA] = phi, delta
                children[ply, i, DEPENDS], children[ply, i, BOUND] = depends, bound
                if delta == 0 and depends == NEVER:
                    frames[ply, COUNT] = i + 1
                    break

        elif phase == NEXT:
            # 4. This position's numbers, and the child to look at: the least delta, those of other threads later.
            n, phi_limit, delta_limit = frames[ply, COUNT], frames[ply, PHI_LIMIT], frames[ply, DELTA_LIMIT]
            phi, widest, opened = INFINITE, 0, 0
            first, best, second = -1, 4 * INFINITE, 4 * INFINITE
            for i in range(n):
                theirs, ours = children[ply, i, PHI], children[ply, i, DELTA]
                if ours < phi:
                    phi = ours
                if theirs > 0:
                    opened += 1
                    if theirs > widest:
                        widest = theirs
                if ours < phi_limit:
                    if threads > 1:
                        for other in range(threads):
                            if other != me and lines[other, ply + 1] == child_keys[ply, i]:
                                ours += ours + 4
                    if ours < best:
                        first, best, second = i, ours, best
                    elif ours < second:
                        second = ours
            delta = 0 if opened == 0 else min(widest + opened - 1, INFINITE - 1)
            if phi == 0:
                delta = INFINITE
            if phi >= phi_limit or delta >= delta_limit or delta == 0:
                # 5. Decided, or beyond its limits: keep what was learnt, and return it.
                depends, bound = NEVER, 0
                attacking = load(rows, ply).turn == attacker
                if phi == 0:
                    depends, bound = by_one(children[ply], n)
                elif delta == 0:
                    depends, bound = by_all(children[ply], n)
                if (phi == 0) == attacking or depends >= ply:
                    depends = NEVER
                spent = nodes - frames[ply, BEGAN]
                if depends == NEVER:
                    keep(table, keys[ply], phi, delta, bound, spent)
                elif CAN_REPEAT and depends >= 0:
                    keep(table, keys[ply] ^ ways[ply], phi, delta, depends, spent)
                phase = RETURN
                continue

            # 6. The table may have learnt more of that child meanwhile, on another line or by another thread.
            data = probe(table, child_keys[ply, first])
            if data != u64(0):
                theirs, ours = entry_phi(data), entry_delta(data)
                more = theirs > children[ply, first, PHI] or ours > children[ply, first, DELTA]
                if is_decided(data) or more:
                    if not is_decided(data):
                        theirs = max(theirs, children[ply, first, PHI])
                        ours = max(ours, children[ply, first, DELTA])
                    children[ply, first, PHI], children[ply, first, DELTA] = theirs, ours
                    children[ply, first, BOUND] = entry_bound(data)
                    continue

            # 7. Look into it, within limits: of its phi by this position's delta, of its delta by the second best.
            if ply + 1 >= LAST_PLY:
                attacking = load(rows, ply).turn == attacker
                children[ply, first, PHI], children[ply, first, DELTA] = numbers_of(0, not attacking)
                children[ply, first, DEPENDS] = -1
                counters[DRAWS] += 1
                continue
            frames[ply, INDEX] = first
            ply += 1
            for word in range(rows.shape[1]):
                rows[ply, word] = child_rows[ply - 1, first, word]
            keys[ply] = child_keys[ply - 1, first]
            frames[ply, PHI_LIMIT] = INFINITE if delta_limit >= INFINITE else delta_limit - (opened - 1)
            frames[ply, DELTA_LIMIT] = min(phi_limit, second + 1 + (second >> 2))
            frames[ply, CALM], ways[ply] = 0, u64(0)
            if CAN_REPEAT and children[ply - 1, first, FINAL] == 0:
                frames[ply, CALM] = frames[ply - 1, CALM] + 1
                ways[ply] = mix(ways[ply - 1] ^ keys[ply - 1])
            phase = ENTER

        else:
            # 8. Back in the parent.
            keys[ply] = u64(0)
            ply -= 1
            if ply < 0:
                counters[NODES], counters[ROOT_BOUND] = nodes, bound
                attacking = load(rows, 0).turn == attacker
                if (phi == 0) == attacking:
                    return PROVEN
                return REFUTED if depends >= 0 else TOO_DEEP
            i = frames[ply, INDEX]
            children[ply, i, PHI], children[ply, i, DELTA] = phi, delta
            children[ply, i, DEPENDS], children[ply, i, BOUND] = depends, bound
            phase = NEXT


def numbers_of(ends: int, attacking: bool) -> tuple[int, int]:
    """The numbers of a finished game: 1, 0 or -1 for the side to move. A draw is what the defender wants."""
    good = ends > 0 or (ends == 0 and not attacking)
    return (0, INFINITE) if good else (INFINITE, 0)


def by_one(children: Any, n: int) -> tuple[int, int]:
    """What a position leans on that one child decides, and its bound: the child that leans on least, the nearest."""
    depends, bound = -NEVER, 0
    for i in range(n):
        if children[i, DELTA] == 0:
            leans = children[i, DEPENDS]
            if leans > depends or (leans == depends and children[i, BOUND] + 1 < bound):
                depends, bound = leans, children[i, BOUND] + 1
    return depends, bound


def by_all(children: Any, n: int) -> tuple[int, int]:
    """The same where all children are decided for their side to move: what any of them leans on, and the farthest."""
    depends, bound = NEVER, 0
    for i in range(n):
        depends, bound = min(depends, children[i, DEPENDS]), max(bound, children[i, BOUND] + 1)
    return depends, bound


def key_of(state: Any, attacker: int) -> int:
    """The key of a position and a question; mirror images share it, also those where the sides are exchanged."""
    here = key(representative(state))
    return here if state.turn == attacker else here ^ u64(OTHER_ATTACKS)


def solved_code(solved: Any, state: Any, rows: Any, ply: int, packed: Any) -> int:
    """What a table of solved positions knows of a state, as a code; row `ply` and `packed` are scratch."""
    if solved.meta[INDEXED] != 0:
        number = index_of(state, solved.numbers) if HAS_INDEX else -1
        return read_value(solved, number) if number >= 0 else UNKNOWN
    store(rows, ply, canonical(state))
    return code_of_row(solved, rows[ply], packed)


def look(rows: Any, table: Any, attacker: int) -> tuple[int, int]:
    """The key of the state in row 0 for a question, and the table's entry, 0 without one."""
    here = key_of(load(rows, 0), attacker)
    return here, probe(table, here)
