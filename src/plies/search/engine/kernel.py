"""The engine's inner search: one depth, one window, on an explicit stack. A kernel, see `game_rules.py`.

The promise. `search` looks at the position in row 0 to `depth` plies with the window (alpha, beta) and returns v:
    alpha < v < beta   v is the value at that depth;   v <= alpha   an upper bound;   v >= beta   a lower bound.
With the selective steps off (`exact_depths` on, no `steps`, no `quiescence`) that value is the minimax value of
`textbook.py`, with wins and losses counted in plies. With one thread and no clock the result, the move and the node
count are a function of the arguments alone.

The path. In games where positions come back, a position that already stands on the path from the root counts as a
draw, and one that would occur for the third time in the game is a draw. Such a value depends on the path, so every
value carries `depends`, the shallowest ply whose position it leaned on, and is kept in the table only at or above
that ply (where it no longer depends on anything before it). In normal play (step PATHS) it is kept below that ply too,
marked like a value that leant on a reduction, so that no proof rests on it. What is kept unmarked is true on its own,
but on another path its line might have met a position above and been a draw there. A win stays a win, as the winner
need not repeat; where the value must be that of minimax to the letter (`exact_depths`) such entries only order the
moves.
That a return to the root is a draw holds because the root's best move is among those searched. Where moves are
excluded it is not: then the root counts as one earlier occurrence, like the game's history, and a line that returns to
it goes on with all its moves. So a move's value is that of the position after it, whatever else is excluded.
What the game's history makes a draw is fixed during a search and is mixed into the table's keys by the caller
(`salt`), so another history never reads these entries. Lack of progress is treated likewise, and no entry is used
that looks past the limit, by its depth or by the distance of its win. This is the project's policy against the
graph-history interaction.

What is proven, in the game as it stands with its history. A decided value with its distance n: the win is forced
within n plies. For no line of such a win ends in a draw by the path, and a winner who takes the nearest win never
repeats a position. A finished search at a depth of n or more that leant on no reduction (`C_LINE_REDUCED`): no nearer
win exists. A value of 0 for which no heuristic was asked (`C_LINE_COMPLETE`): a draw. For a side that can win can do
so without a repetition, and a side that can hold the draw loses nothing when a draw comes sooner. `proofs.py` makes
claims of these three. A confirmed cut-off, a node without a table move and a static proof count as reductions. Of an
entry that leant on a reduction, a search without them believes only what is proven.

Frames. Each ply has a row in `fi` (integers) and `ff` (floats), so that there is no recursion; `layout.py` names their
places, `tuning.py` the numbers that were chosen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plies.compile.game_rules import (
    CAN_REPEAT,
    HAS_INDEX,
    NOISE_IS_COMPULSORY,
    NOISY,
    PLIES_WITHOUT_PROGRESS,
    PRUNES,
    SLOTS,
    WITHOUT_MOVES,
    any_move,
    canonical,
    index_of,
    key,
    load,
    moves,
    noise,
    noisy_moves,
    outcome,
    play,
    progress,
    static_proof,
    store,
)
from plies.compile.intrinsics import bits_float, borrowed, call_heuristic, now
from plies.games.contract import RUNNING
from plies.search.engine.arguments import Heuristics, Memory, Settings, Signals, Stack, Task
from plies.search.engine.layout import (
    AS_PROOFS,
    C_DEEPEST,
    C_HITS,
    C_LEAVES,
    C_LINE_COMPLETE,
    C_LINE_REDUCED,
    C_NODES,
    C_PROBES,
    ERROR,
    F_ASKED,
    F_BEST_MOVE,
    F_COUNT,
    F_DEPENDS,
    F_DEPTH,
    F_INDEX,
    F_LESS,
    F_LISTED,
    F_PV,
    F_STAGE,
    F_TOUCHED,
    INTERNAL,
    LAST_PLY,
    NO_PROBES,
    PATHS,
    R_ALPHA,
    R_BEST,
    R_BETA,
    R_START,
    RACES,
    REDUCE,
    S_COUNT,
    S_SUM,
    STOP,
    VERIFY,
)
from plies.search.engine.leaf import judged, value_of_end, value_of_solved, value_without_moves
from plies.search.engine.ordering import bring_forward, cut_off, leave_out, pick
from plies.search.engine.table import (
    EXACT,
    LOWER,
    UPPER,
    entry_bound,
    entry_complete,
    entry_depth,
    entry_move,
    entry_reduced,
    from_here,
    from_root,
    pack,
    probe,
    proven_bound,
    reach_of,
    store_entry,
)
from plies.search.engine.tuning import (
    INTERNAL_DEPTH,
    KILLER,
    NODES_PER_LOOK,
    NOISY_MOVE,
    REDUCE_DEPTH,
    REDUCE_INDEX,
    REDUCE_MORE_INDEX,
    REDUCE_MOST_DEPTH,
    REDUCE_MOST_INDEX,
    TABLE_MOVE,
    VERIFY_DEPTH,
    VERIFY_LESS,
    VERIFY_MARGIN,
    VERIFY_SAMPLE,
    VERIFY_SHARE,
)
from plies.tables.codes import DRAW, UNKNOWN, distance
from plies.tables.file.view import INDEXED, borrowed_view, code_of_row, read_value
from plies.values import LIMIT, PROVEN, WIN

#: whether tables of solved positions are probed; `worker.WITH_TABLES` is a copy in which they are
PROBING = False
ENTER, NEXT, RETURN = 0, 1, 2  # phases of the loop
#: larger than any ply: a value that leans on no position above it
NEVER = 1 << 30
FULL, REDUCED, SCOUT, AGAIN = 0, 1, 2, 3  # how a child is being searched
#: `F_LESS`: searched as deeply as asked; to see whether a cut-off is safe; as asked, because it was not; a little less
AS_ASKED, VERIFYING, REFUTED, LESS = 0, 1, 2, 3
#: what a value has touched: a heuristic was asked; a reduced search, which may have passed over a win, was believed
ASKED, LEANT = 1, 2


def search(
    stack: Stack, memory: Memory, heuristics: Heuristics, settings: Settings, task: Task, signals: Signals
) -> tuple[float, bool]:
    """The value, and whether the search was finished. The line is in `stack.pv[0, :stack.pv_length[0]]`."""
    rows, lists, scores = borrowed(stack.rows), borrowed(stack.lists), borrowed(stack.scores)
    fi, ff, keys, quiet = borrowed(stack.integers), borrowed(stack.floats), borrowed(stack.keys), borrowed(stack.quiet)
    pv, pv_length, excluded = borrowed(stack.pv), borrowed(stack.pv_length), borrowed(task.excluded)
    memory = Memory(
        borrowed(memory.table),
        borrowed(memory.killers),
        borrowed(memory.history),
        borrowed_view(memory.solved),
        borrowed(memory.packed),
        borrowed(memory.spread),
    )
    table, killers, history, solved = memory.table, memory.killers, memory.history, memory.solved
    spread = memory.spread
    control, counters = borrowed(signals.control), borrowed(signals.counters)
    me, evaluator, orderer, centre = heuristics.me, heuristics.evaluator, heuristics.orderer, heuristics.centre
    weights, order_weights = borrowed(heuristics.weights), borrowed(heuristics.order_weights)
    deadline, node_limit, exact_depths = settings.deadline, settings.node_limit, settings.exact_depths
    quiescence, steps, probes = settings.quiescence, settings.steps, settings.probes
    base, salt, age, all_moves = task.base, task.salt, task.age, excluded.shape[0] == 0
    frontier = not (CAN_REPEAT or NOISE_IS_COMPULSORY or PLIES_WITHOUT_PROGRESS > 0)
    nodes = counters[C_NODES]
    value = 0.0
    depends = NEVER
    touched = 0
    phase = ENTER
    ply = 0
    fi[0, F_DEPTH], fi[0, F_PV], fi[0, F_LESS] = task.depth, 1, AS_ASKED
    ff[0, R_ALPHA], ff[0, R_BETA] = task.alpha, task.beta
    pv_length[0] = 0
    root_turn = load(rows, 0).turn
    root_value = 0.0 if evaluator == 0 else judged(evaluator, rows, 0, root_turn, me, weights, centre)
    while True:
        if phase == ENTER:
            # 1. Count, and obey limits and the stop.
            nodes += 1
            if (nodes & (NODES_PER_LOOK - 1)) == 0 and deadline > 0 and now() >= deadline:
                control[STOP] = 1
            if control[STOP] != 0 or nodes > node_limit:
                counters[C_NODES] = nodes - 1
                return value, False
            pv_length[ply] = ply
            phase = RETURN
            depends = NEVER
            touched = 0
            state = load(rows, ply)
            alpha, beta, depth = ff[ply, R_ALPHA], ff[ply, R_BETA], fi[ply, F_DEPTH]

            # 2. The end of the game by the rules.
            result = outcome(state)
            if result != RUNNING:
                value = value_of_end(result, state.turn, ply)
                continue

            # 3. Draws by the path: a position on the path, a third occurrence, lack of progress.
            calm = quiet[base + ply]
            if CAN_REPEAT and ply > 0:
                here = keys[base + ply]
                met, d = 0, 2
                while d <= calm and d <= base + ply:
                    if keys[base + ply - d] == here:
                        met += 2 if d < ply or (d == ply and all_moves) else 1
                        if d <= ply:
                            depends = ply - d
                        if met >= 2:
                            break
                    d += 2
                if met >= 2:
                    value = 0.0
                    continue
                depends = NEVER
            if PLIES_WITHOUT_PROGRESS > 0 and ply > 0 and calm >= PLIES_WITHOUT_PROGRESS:
                if any_move(state, lists[ply]):
                    value = 0.0
                    depends = ply - calm
                else:
                    value = value_without_moves(WITHOUT_MOVES, ply)
                continue

            # 4. Nothing here can beat a win already found nearer the root.
            if ply > 0:
                if alpha < ply - WIN:
                    alpha = ply - WIN
                if beta > WIN - ply - 1:
                    beta = WIN - ply - 1
                if alpha >= beta:
                    value = alpha
                    continue

            # 5. A table of solved positions. Its draws are draws under every rule that only adds draws; its wins are
            # proven if they come before a draw by lack of progress, and no position of the history has occurred twice.
            if PROBING and ply > 0 and probes != NO_PROBES:
                code = solved_code(solved, state, rows, ply + 1, memory.packed)
                if code != UNKNOWN:
                    counters[C_PROBES] += 1
                    certain = code == DRAW or probes == AS_PROOFS
                    if PLIES_WITHOUT_PROGRESS > 0 and code != DRAW:
                        certain = certain and calm + distance(code) <= PLIES_WITHOUT_PROGRESS
                    value = value_of_solved(code, ply, certain)
                    touched = 0 if certain else ASKED + LEANT
                    continue

            # 6. What the game itself sees to be decided: a win within some plies, so a bound that may be enough; as a
            # value it leans on that there is no nearer one.
            if not exact_depths and ply > 0:
                near = static_proof(state)
                if near != 0:
                    value = WIN - ply - near if near > 0 else ply - near - WIN
                    enough = value >= beta if near > 0 else value <= alpha
                    if enough or steps & RACES:
                        touched = 0 if enough else LEANT
                        continue

            # 7. The table.
            table_move = -1
            if depth > 0:
                found, kept_value, meta = probe(table, keys[base + ply] ^ salt)
                if found:
                    table_move = entry_move(meta)
                    kept, complete = entry_depth(meta), entry_complete(meta)
                    if exact_depths:
                        usable = kept == depth or (complete == 1 and kept <= depth)
                    else:
                        usable = kept >= depth or complete == 1
                    if CAN_REPEAT and exact_depths and calm > 0:
                        usable = False  # on this way its line might meet a position above
                    if PLIES_WITHOUT_PROGRESS > 0:
                        reach = max(depth, kept, reach_of(bits_float(kept_value)))
                        if calm + reach >= PLIES_WITHOUT_PROGRESS:
                            usable = False
                    if usable and fi[ply, F_PV] == 0:
                        value = from_root(bits_float(kept_value), ply)
                        bound = entry_bound(meta)
                        if steps == 0 and entry_reduced(meta) == 1 and (complete == 0 or abs(value) >= PROVEN):
                            bound = proven_bound(value, bound)
                        if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                            counters[C_HITS] += 1
                            touched = (1 - complete) * ASKED + LEANT * entry_reduced(meta)
                            continue

            # 8. Far above beta, away from the principal variation: a much shallower search may confirm the cut-off.
            n = -1
            best = -2 * WIN
            candidate = depth >= VERIFY_DEPTH and fi[ply, F_PV] == 0 and fi[ply, F_LESS] == AS_ASKED
            if PRUNES and steps & VERIFY and candidate:
                value = judged(evaluator, rows, ply, state.turn, me, weights, centre)
                spread[S_SUM] += abs(value - (root_value if state.turn == root_turn else -root_value))
                spread[S_COUNT] += 1.0
                far = VERIFY_MARGIN * spread[S_SUM] / spread[S_COUNT]
                if spread[S_COUNT] >= VERIFY_SAMPLE and value >= beta + far and abs(beta) < LIMIT:
                    loud = NOISE_IS_COMPULSORY and moves(state, lists[ply]) > 0 and noise(state, lists[ply, 0]) > 0
                    if not loud:
                        fi[ply, F_LESS], fi[ply, F_ASKED] = VERIFYING, depth
                        depth = max(0, depth - VERIFY_LESS - depth // VERIFY_SHARE)

            # 9. No table move: the order will be poor, so a little less depth finds one for the next time.
            poor = table_move < 0 and depth >= INTERNAL_DEPTH and ply > 0
            if steps & INTERNAL and poor and fi[ply, F_LESS] == AS_ASKED:
                fi[ply, F_LESS] = LESS
                depth -= 1
            fi[ply, F_DEPTH] = depth

            # 10. Leaves: the heuristic, unless noisy moves are worth a look first.
            if depth <= 0:
                if not any_move(state, lists[ply]):
                    value = value_without_moves(WITHOUT_MOVES, ply)
                    continue
                noisy = NOISY and quiescence and ply < LAST_PLY
                standing = True
                if NOISE_IS_COMPULSORY and noisy:
                    n = moves(state, lists[ply])
                    standing = noise(state, lists[ply, 0]) == 0
                if standing:
                    counters[C_LEAVES] += 1
                    touched = ASKED if fi[ply, F_LESS] != VERIFYING else ASKED + LEANT
                    value = judged(evaluator, rows, ply, state.turn, me, weights, centre)
                    if not (value > -LIMIT and value < LIMIT):
                        control[ERROR] = 1 + ply
                        counters[C_NODES] = nodes
                        return value, False
                    if value >= beta or not noisy or NOISE_IS_COMPULSORY:
                        continue
                    n = noisy_moves(state, lists[ply])
                    if n == 0:
                        continue
                    best = value
                    if best > alpha:
                        alpha = best
                for i in range(n):
                    scores[ply, i] = NOISY_MOVE + noise(state, lists[ply, i])
            if ply > counters[C_DEEPEST]:
                counters[C_DEEPEST] = ply

            # 11. The table's move is tried before the others are listed: often it is enough.
            listed = 1
            if n < 0:
                listed, n = 0, 0
                if table_move >= 0 and (ply > 0 or all_moves):
                    lists[ply, 0], scores[ply, 0], n = table_move, TABLE_MOVE, 1
            fi[ply, F_LISTED], fi[ply, F_COUNT], fi[ply, F_INDEX], fi[ply, F_BEST_MOVE] = listed, n, -1, -1
            fi[ply, F_DEPENDS], fi[ply, F_TOUCHED] = NEVER, touched
            ff[ply, R_ALPHA], ff[ply, R_BETA], ff[ply, R_BEST], ff[ply, R_START] = alpha, beta, best, alpha
            phase = NEXT

        elif phase == NEXT:
            index = fi[ply, F_INDEX] + 1
            n, depth = fi[ply, F_COUNT], fi[ply, F_DEPTH]
            best, beta = ff[ply, R_BEST], ff[ply, R_BETA]

            # 12. List the moves and score them for ordering; having none is an end too.
            if index == n and best < beta and fi[ply, F_LISTED] == 0:
                state = load(rows, ply)
                tried, first = n, lists[ply, 0]
                n = moves(state, lists[ply])
                if n == 0:
                    value = value_without_moves(WITHOUT_MOVES, ply)
                    depends, touched, phase = NEVER, 0, RETURN
                    continue
                if ply == 0:
                    n = leave_out(lists[0], n, excluded)
                if tried == 1:
                    bring_forward(lists[ply], n, first)
                for i in range(tried, n):
                    move = lists[ply, i]
                    loud_by = noise(state, move) if NOISY else 0
                    if loud_by > 0:
                        scores[ply, i] = NOISY_MOVE + loud_by
                    elif orderer != 0:
                        store(rows, ply + 1, play(state, move))
                        scores[ply, i] = call_heuristic(orderer, rows, ply + 1, state.turn, order_weights)
                    elif move == killers[ply, 0]:
                        scores[ply, i] = KILLER + 1
                    elif move == killers[ply, 1]:
                        scores[ply, i] = KILLER
                    else:
                        scores[ply, i] = history[state.turn, move % SLOTS]
                fi[ply, F_COUNT], fi[ply, F_LISTED] = n, 1

            # 13. Done with this node: keep what was learnt, return it.
            if index == n or best >= beta:
                value = best
                depends, touched = fi[ply, F_DEPENDS], fi[ply, F_TOUCHED]
                if depends >= ply:
                    depends = NEVER
                if touched != 0 and (fi[ply, F_LESS] == VERIFYING or fi[ply, F_LESS] == LESS):
                    touched |= LEANT
                keep, marks = depends == NEVER, touched
                if not keep and steps & PATHS:
                    keep = PLIES_WITHOUT_PROGRESS == 0 or quiet[base + ply] + depth < PLIES_WITHOUT_PROGRESS
                    marks = ASKED + LEANT  # no proof will rest on it
                if depth > 0 and keep and (ply > 0 or all_moves):
                    bound = LOWER if best >= beta else (EXACT if best > ff[ply, R_START] else UPPER)
                    move = fi[ply, F_BEST_MOVE] if bound != UPPER else lists[ply, 0]
                    meta = pack(move, depth, bound, 1 - (marks & ASKED), age, marks // LEANT)
                    store_entry(table, keys[base + ply] ^ salt, from_here(best, ply), meta)
                phase = RETURN
                if fi[ply, F_LESS] == VERIFYING and best < beta:  # no cut-off after all: as deep as it was asked
                    fi[ply, F_LESS], fi[ply, F_DEPTH] = REFUTED, fi[ply, F_ASKED]
                    ff[ply, R_ALPHA] = ff[ply, R_START]
                    phase = ENTER
                continue

            # 14. Next to the leaves, judge the children on the spot; one that needs a closer look takes the long way.
            if frontier and depth == 1 and nodes + n < node_limit:
                alpha = ff[ply, R_ALPHA]
                state = load(rows, ply)
                while index < n:
                    pick(lists[ply], scores[ply], index, n)
                    move = lists[ply, index]
                    child = play(state, move)
                    store(rows, ply + 1, child)
                    result = outcome(child)
                    touched = 0
                    enough = False
                    near = 0 if exact_depths or result != RUNNING else static_proof(child)
                    if near != 0:
                        value = ply + 1 + near - WIN if near > 0 else WIN - ply - 1 + near
                        enough = value <= alpha if near > 0 else value >= beta
                        if not enough and not steps & RACES:
                            near = 0
                    if near != 0:
                        touched = 0 if enough else LEANT
                    elif result != RUNNING:
                        value = -value_of_end(result, child.turn, ply + 1)
                    elif not any_move(child, lists[ply + 1]):
                        value = -value_without_moves(WITHOUT_MOVES, ply + 1)
                    else:
                        value = -judged(evaluator, rows, ply + 1, child.turn, me, weights, centre)
                        touched = ASKED
                        if not (value > -LIMIT and value < LIMIT) or (NOISY and quiescence and value > alpha):
                            break
                        counters[C_LEAVES] += 1
                    nodes += 1
                    fi[ply, F_INDEX] = index
                    fi[ply, F_TOUCHED] |= touched
                    if value > best:
                        best = value
                        if value > alpha:
                            alpha = value
                            fi[ply, F_BEST_MOVE] = move
                            pv[ply, ply], pv_length[ply] = move, ply + 1
                            if value >= beta:
                                fi[ply, F_TOUCHED] = touched
                                cut_off(memory, counters, lists[ply], scores[ply], ply, index, state.turn, depth)
                                break
                    index += 1
                ff[ply, R_BEST], ff[ply, R_ALPHA] = best, alpha
                if index == n or best >= beta:
                    continue

            # 15. Play the next move.
            pick(lists[ply], scores[ply], index, n)
            move = lists[ply, index]
            fi[ply, F_INDEX] = index
            state = load(rows, ply)
            child = play(state, move)
            store(rows, ply + 1, child)
            if CAN_REPEAT or PLIES_WITHOUT_PROGRESS > 0:
                quiet[base + ply + 1] = 0 if progress(state, move) else quiet[base + ply] + 1

            # 16. Its depth and window: the first in full, the others by a null window, late quiet ones less deeply.
            alpha = ff[ply, R_ALPHA]
            reduction = 0
            if depth <= 0 or index == 0:
                stage = FULL
                ff[ply + 1, R_ALPHA], ff[ply + 1, R_BETA] = -beta, -alpha
                fi[ply + 1, F_PV] = fi[ply, F_PV]
            else:
                stage = SCOUT
                if steps & REDUCE and depth >= REDUCE_DEPTH and index >= REDUCE_INDEX and scores[ply, index] < KILLER:
                    stage = REDUCED
                    reduction = 1
                    if index >= REDUCE_MORE_INDEX:
                        reduction += 1
                    if index >= REDUCE_MOST_INDEX and depth >= REDUCE_MOST_DEPTH:
                        reduction += 1
                    if fi[ply, F_PV] == 1:
                        reduction -= 1
                    if reduction == 0:
                        stage = SCOUT
                up = beta if fi[ply, F_PV] == 0 else np.nextafter(alpha, np.inf)
                ff[ply + 1, R_ALPHA], ff[ply + 1, R_BETA] = -up, -alpha
                fi[ply + 1, F_PV] = 0
            fi[ply, F_STAGE] = stage
            fi[ply + 1, F_LESS] = AS_ASKED
            fi[ply + 1, F_DEPTH] = depth - 1 - reduction
            if CAN_REPEAT or depth > 1:
                keys[base + ply + 1] = key(child)  # a leaf needs none
            ply += 1
            phase = ENTER

        else:
            # 17. Back in the parent; look again if a scout was wrong.
            ply -= 1
            if ply < 0:
                counters[C_NODES] = nodes
                counters[C_LINE_COMPLETE], counters[C_LINE_REDUCED] = 1 - (touched & ASKED), touched // LEANT
                return value, True
            value = -value
            alpha, beta, stage = ff[ply, R_ALPHA], ff[ply, R_BETA], fi[ply, F_STAGE]
            if depends < fi[ply, F_DEPENDS] and value < beta:
                fi[ply, F_DEPENDS] = depends
            if value > alpha and (stage == REDUCED or (stage == SCOUT and fi[ply, F_PV] == 1 and value < beta)):
                if stage == REDUCED:
                    fi[ply, F_STAGE] = SCOUT
                    up = beta if fi[ply, F_PV] == 0 else np.nextafter(alpha, np.inf)
                    ff[ply + 1, R_ALPHA], ff[ply + 1, R_BETA] = -up, -alpha
                    fi[ply + 1, F_PV] = 0
                else:
                    fi[ply, F_STAGE] = AGAIN
                    ff[ply + 1, R_ALPHA], ff[ply + 1, R_BETA] = -beta, -alpha
                    fi[ply + 1, F_PV] = 1
                fi[ply + 1, F_DEPTH] = fi[ply, F_DEPTH] - 1
                fi[ply + 1, F_LESS] = AS_ASKED
                ply += 1
                phase = ENTER
                continue

            # 18. A better move, or a refutation.
            phase = NEXT
            if stage == REDUCED and touched != 0:
                touched |= LEANT
            fi[ply, F_TOUCHED] |= touched
            if value > ff[ply, R_BEST]:
                ff[ply, R_BEST] = value
                if value > alpha:
                    index, depth = fi[ply, F_INDEX], fi[ply, F_DEPTH]
                    move = lists[ply, index]
                    fi[ply, F_BEST_MOVE] = move
                    ff[ply, R_ALPHA] = value
                    if fi[ply, F_PV] == 1:
                        pv[ply, ply] = move
                        for i in range(ply + 1, pv_length[ply + 1]):
                            pv[ply, i] = pv[ply + 1, i]
                        pv_length[ply] = max(pv_length[ply + 1], ply + 1)
                    if value >= beta:
                        fi[ply, F_DEPENDS], fi[ply, F_TOUCHED] = depends, touched
                        cut_off(memory, counters, lists[ply], scores[ply], ply, index, load(rows, ply).turn, depth)


def solved_code(solved: Any, state: Any, rows: Any, ply: int, packed: Any) -> int:
    """What a table knows of a state, as a code; row `ply` and `packed` are scratch."""
    if solved.meta[INDEXED] != 0:
        number = index_of(state, solved.numbers) if HAS_INDEX else -1
        return read_value(solved, number) if number >= 0 else UNKNOWN
    store(rows, ply, canonical(state))
    return code_of_row(solved, rows[ply], packed)


def fill_keys(rows: Any, keys: Any, n: int) -> None:
    """The keys of the states in the first `n` rows."""
    for i in range(n):
        keys[i] = key(load(rows, i))
