"""Can the side to move force a win within so many plies? A kernel, see `game_rules.py`.

The attacker is the side to move in row 0. Where it moves one winning move is enough, where the defender moves all
must lose. Draws by repetition or lack of progress do not exist here: the side that wins soonest never needs to repeat,
and a defence that only shuffles runs out of plies. So an answer belongs to a position and a number of plies, whatever
the path, and the table may keep it: four words an entry,

    key | proven | refuted | move      won within `proven` plies; not within `refuted` plies

where a win within n plies is a win within every larger number, and a refuted number refutes every smaller one.
"""

from __future__ import annotations

from plies.compile.game_rules import (
    NOISY,
    SLOTS,
    WITHOUT_MOVES,
    any_move,
    key,
    load,
    moves,
    noise,
    outcome,
    play,
    store,
)
from plies.compile.intrinsics import borrowed, now
from plies.games.bits import i64, u64
from plies.games.contract import RUNNING
from plies.search.engine.arguments import Memory, Signals
from plies.search.engine.layout import C_NODES, STOP
from plies.search.engine.ordering import pick, remember
from plies.search.engine.tuning import NOISY_MOVE, TABLE_MOVE
from plies.solve.forced_wins.arguments import COUNT, INDEX, LEFT, Stack

NOT_PROVEN = 1 << 20

# How moves are ordered: below those of the table and the noisy ones (the engine's scores), few replies come first, then
# moves that worked before. Each number is larger than what the next can add up to, so that none outvotes another.
REPLY = 1e6
KILLER = 1e5
HISTORY_CEILING = 90_000
#: nodes between looks at the clock, a power of two: a proof has seconds, not milliseconds
NODES_PER_LOOK = 256


def prove(stack: Stack, memory: Memory, signals: Signals, plies: int, deadline: int) -> int:
    """1 if the side to move in row 0 wins within `plies`, 0 if not, -1 if stopped. `counters[C_NODES]` counts nodes."""
    rows, lists, scores = borrowed(stack.rows), borrowed(stack.lists), borrowed(stack.scores)
    frames, keys = borrowed(stack.frames), borrowed(stack.keys)
    table, killers, history = borrowed(memory.table), borrowed(memory.killers), borrowed(memory.history)
    control, counters = borrowed(signals.control), borrowed(signals.counters)
    mask = u64(table.shape[0] - 1)
    attacker = load(rows, 0).turn
    ply, entering, won = 0, True, False
    while True:
        if entering:
            # 1. Count, and obey the stop.
            counters[C_NODES] += 1
            if (counters[C_NODES] & (NODES_PER_LOOK - 1)) == 0 and deadline > 0 and now() >= deadline:
                control[STOP] = 1
            if control[STOP] != 0:
                return -1
            entering = False
            state = load(rows, ply)
            left = plies - ply
            attacking = state.turn == attacker

            # 2. The end of the game, and the last ply.
            result = outcome(state)
            known = True
            if result != RUNNING:
                won = result == attacker
            elif left == 0 or (left == 1 and not attacking):
                # only a side without moves can still lose here, unless the defender's own move ends it
                won = False
                if not any_move(state, lists[ply]):
                    won = WITHOUT_MOVES == -1 and not attacking
                elif left == 1:
                    known = False
            else:
                known = False
            if not known:
                # 3. The table.
                here = key(state) ^ u64(attacker)
                keys[ply] = here
                at = i64(here & mask)
                first = -1
                if table[at, 0] == here:
                    first = i64(table[at, 3])
                    if i64(table[at, 1]) <= left:
                        won, known = True, True
                    elif i64(table[at, 2]) >= left:
                        won, known = False, True
                if not known:
                    # 4. The moves, most forcing first: captures, few replies, moves that worked before.
                    n = moves(state, lists[ply])
                    if n == 0:
                        won = WITHOUT_MOVES == -1 and not attacking
                        known = True
                    else:
                        for i in range(n):
                            move = lists[ply, i]
                            score = 0.0
                            if NOISY:
                                loud_by = noise(state, move)
                                if loud_by > 0:
                                    score = NOISY_MOVE + loud_by
                            if move == first:
                                score = TABLE_MOVE
                            elif attacking and left >= 3:
                                child = play(state, move)
                                if outcome(child) == RUNNING:
                                    score -= REPLY * moves(child, lists[ply + 1])
                                else:
                                    score = TABLE_MOVE
                            if move == killers[ply, 0] or move == killers[ply, 1]:
                                score += KILLER
                            scores[ply, i] = score + history[state.turn, move % SLOTS]
                        frames[ply, COUNT], frames[ply, INDEX], frames[ply, LEFT] = n, -1, left
            if known:
                if ply == 0:
                    return 1 if won else 0
                ply -= 1
            else:
                won = not attacking  # as if a child's answer decided nothing
        # 5. Back in a node with a child's answer, or before its first child.
        index = frames[ply, INDEX]
        state = load(rows, ply)
        attacking = state.turn == attacker
        settled = index >= 0 and won == attacking
        if settled:
            move = lists[ply, index]
            remember(killers, ply, move)
            if history[state.turn, move % SLOTS] < HISTORY_CEILING:
                history[state.turn, move % SLOTS] += frames[ply, LEFT]
        index += 1
        if not settled and index < frames[ply, COUNT]:
            # 6. The next move.
            pick(lists[ply], scores[ply], index, frames[ply, COUNT])
            frames[ply, INDEX] = index
            store(rows, ply + 1, play(state, lists[ply, index]))
            ply += 1
            entering = True
            continue
        # 7. Decided: one move was enough, or none was. Keep it.
        won = attacking if settled else not attacking
        here, left = keys[ply], frames[ply, LEFT]
        at = i64(here & mask)
        if table[at, 0] != here:
            table[at, 0], table[at, 1], table[at, 2] = here, u64(NOT_PROVEN), u64(0)
        if won:
            table[at, 1] = u64(left)
        else:
            table[at, 2] = u64(left)
        table[at, 3] = u64(lists[ply, frames[ply, INDEX]]) if settled else u64(lists[ply, 0])
        if ply == 0:
            return 1 if won else 0
        ply -= 1
