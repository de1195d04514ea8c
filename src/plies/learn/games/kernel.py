"""One game of the engine against itself, from a random opening to its end. A kernel, see `game_rules.py`.

The whole game is one call, because below a few thousand nodes a move the way through Python takes longer than the
search. The game ends as soon as the search has proven who wins: the moves that follow would show nothing new.
"""

from __future__ import annotations

from typing import Any

from plies.compile.game_rules import (
    CAN_REPEAT,
    NOISY,
    PLIES_WITHOUT_PROGRESS,
    WITHOUT_MOVES,
    key,
    load,
    moves,
    noise,
    outcome,
    play,
    progress,
    store,
)
from plies.games.bits import mix, u64
from plies.games.contract import DRAWN, RUNNING
from plies.learn.games.arguments import Opening, Record
from plies.search.engine.arguments import Heuristics, Memory, Settings, Signals, Stack, Task
from plies.search.engine.kernel import search
from plies.search.engine.layout import C_NODES, ERROR
from plies.search.engine.tuning import HISTORY_AGEING
from plies.values import PROVEN, WIN

#: what `play_game` answers beside the results 0, 1, 2 for a second side's win, a draw, a first side's win
REFUSED, FAILED = -1, -2
#: plies that a search looks ahead at the most
DEEPEST = 60


def play_game(
    record: Record,
    opening: Opening,
    stack: Stack,
    memory: Memory,
    both: tuple[Heuristics, Heuristics],
    settings: Settings,
    task: Task,
    signals: Signals,
) -> tuple[int, int]:
    """Plays from the state in row 0. Answers the number of positions with a value, and the result or REFUSED."""
    # 1. The random opening: its positions are not kept, so the game begins anew in row 0.
    chance: Any = opening.seed
    state = load(record.rows, 0)
    for _ in range(opening.plies):
        n = moves(state, record.listed)
        if n == 0 or outcome(state) != RUNNING:
            return 0, REFUSED
        chance = mix(chance + u64(0x9E3779B97F4A7C15))
        state = play(state, record.listed[int(chance % u64(n))])
    store(record.rows, 0, state)
    record.nodes[0] = 0
    ply, calm = 0, 0
    while True:
        # 2. The end by the rules, by lack of moves, of progress, by repetition, or of patience.
        state = load(record.rows, ply)
        result = outcome(state)
        if result != RUNNING:
            return ply, 1 if result == DRAWN else 2 - 2 * result
        n = moves(state, record.listed)
        if n == 0:
            return ply, 1 if WITHOUT_MOVES == 0 else 2 * state.turn
        record.keys[ply] = key(state)
        salt: Any = task.salt
        if CAN_REPEAT:
            met = 0
            for d in range(2, calm + 1, 2):
                if record.keys[ply - d] == record.keys[ply]:
                    met += 1
            if met >= 2:
                return ply, 1
            salt = salted(record.keys, ply, calm, salt)
        if PLIES_WITHOUT_PROGRESS > 0 and calm >= PLIES_WITHOUT_PROGRESS:
            return ply, 1
        if ply + 1 >= record.rows.shape[0]:
            return ply, 1

        # 3. The search: depth after depth until the nodes are used up or the result is proven.
        for field in range(record.rows.shape[1]):
            stack.rows[0, field] = record.rows[ply, field]
        for d in range(calm + 1):
            stack.keys[d] = record.keys[ply - calm + d]
            stack.quiet[d] = d
        memory.killers[:, :] = -1
        for side in range(2):
            for slot in range(memory.history.shape[1]):
                memory.history[side, slot] //= HISTORY_AGEING
        for at in range(memory.spread.shape[0]):
            memory.spread[at] /= HISTORY_AGEING
        signals.counters[:] = 0
        heuristics = both[0] if state.turn == 0 else both[1]
        move, value = record.listed[0], 0.0
        for depth in range(1, DEEPEST + 1):
            asked = Task(depth, -WIN, WIN, task.excluded, calm, salt, ply % 60 + 1)
            found, finished = search(stack, memory, heuristics, settings, asked, signals)
            if stack.pv_length[0] > 0 and (finished or depth > 1):
                move = stack.pv[0, 0]
            if signals.control[ERROR] != 0:
                return ply, FAILED
            if not finished:
                break
            value = found
            if value >= PROVEN or value <= -PROVEN:
                break
        record.nodes[0] += signals.counters[C_NODES]

        # 4. What was found, and the move.
        if ply == 0 and (value > opening.margin or value < -opening.margin):
            return 0, REFUSED
        record.values[ply] = value if state.turn == 0 else -value
        record.moves[ply] = move
        record.noisy[ply] = 1 if NOISY and noise(state, move) > 0 else 0
        if value >= PROVEN or value <= -PROVEN:
            return ply + 1, 2 if record.values[ply] > 0 else 0
        calm = 0 if progress(state, move) else calm + 1
        store(record.rows, ply + 1, play(state, move))
        ply += 1


def salted(keys: Any, ply: int, calm: int, salt: Any) -> Any:
    """What keeps searches apart in one table whose histories make different positions draws."""
    for one in range(2, calm + 1):
        for d in range(2, one + 1, 2):
            if keys[ply - calm + one] == keys[ply - calm + one - d]:
                salt = salt ^ mix(keys[ply - calm + one])
    return salt
