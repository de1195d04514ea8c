"""The shortest forced win, proven shortest: the winner hurries, the loser delays. Draw rules do not apply."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from plies.compile import build
from plies.errors import Refused
from plies.games.contract import RUNNING
from plies.games.position import Position
from plies.search.engine import layout as at

#: a proof looks no further than this
DEEPEST = 99
ENTRIES = 1 << 22
KERNEL = build.Template("forced", Path(__file__).with_name("kernel.py"), "the solver")
_ROOM = DEEPEST + 4


@dataclass(frozen=True)
class Solution:
    """`result` is `win`, or `unknown` when there is no forced win within `depth` plies or the time ran out.

    `plies` is the length of the shortest forced win, `line` a line of that length, `depth` how deep was looked.
    """

    result: str
    plies: int | None
    line: tuple[str, ...]
    depth: int
    nodes: int
    seconds: float


class Prover:
    """Answers whether a side can force a win, for positions of one game, with one table."""

    def __init__(self, position: Position, entries: int = ENTRIES) -> None:
        self.game = position.game
        self.kernel = build.kernel(self.game, KERNEL)
        self.rules, _ = build.rules_module(self.game)
        most = self.game.rules.most_moves
        self.rows = np.zeros((_ROOM, self.rules.FIELDS), np.uint64)
        self.lists = np.zeros((_ROOM, most), np.int32)
        self.scores = np.zeros((_ROOM, most), np.float64)
        self.frames = np.zeros((_ROOM, 4), np.int64)
        self.keys = np.zeros(_ROOM, np.uint64)
        self.killers = np.full((_ROOM, 2), -1, np.int32)
        self.history = np.zeros((2, self.rules.SLOTS), np.int64)
        self.table = np.zeros((entries, 4), np.uint64)
        self.control = np.zeros(at.CONTROLS, np.int64)
        self.counters = np.zeros(4, np.int64)
        self.deadline = 0
        self.wins_within(position, 0)  # compiles the kernel, so that no clock runs meanwhile
        self.counters.fill(0)

    def stop(self) -> None:
        """Ends the proof that is running, from any thread."""
        self.control[at.STOP] = 1

    def wins_within(self, position: Position, plies: int) -> bool | None:
        """Whether the side to move can force a win within `plies`; None if stopped."""
        self.rules.store(self.rows, 0, position.state)
        answer = self.kernel.prove(
            self.rows,
            self.lists,
            self.scores,
            self.frames,
            self.keys,
            self.killers,
            self.history,
            self.table,
            self.control,
            self.counters,
            plies,
            self.deadline,
        )
        return None if answer < 0 else bool(answer)


def forced_win(
    position: Position,
    depth: int = 31,
    *,
    seconds: float | None = None,
    listener: Callable[[int, int], None] | None = None,
) -> Solution:
    """The shortest forced win for the side to move. `listener` hears of each number of plies that has been refuted."""
    if not 1 <= depth <= DEEPEST:
        raise Refused(f"depth={depth}: a forced win is looked for within 1 to {DEEPEST} plies")
    if position.game.rules.outcome(position.state) != RUNNING or not position.listed:
        raise Refused("the game is over in this position; there is nothing to solve")
    prover = Prover(position)
    started = time.monotonic_ns()
    if seconds is not None:
        prover.deadline = started + int(seconds * 1e9)
    shortest, looked = _shortest(prover, position, depth, listener)
    line = _line(prover, position, shortest) if shortest else ()
    spent = (time.monotonic_ns() - started) / 1e9
    return Solution("win" if shortest else "unknown", shortest, line, looked, int(prover.counters[0]), spent)


def _shortest(
    prover: Prover, position: Position, depth: int, listener: Callable[[int, int], None] | None = None
) -> tuple[int | None, int]:
    """The least number of plies that wins, and the largest that was looked at."""
    for plies in range(1, depth + 1):
        won = prover.wins_within(position, plies)
        if won is None:
            return None, plies - 1
        if won:
            return plies, plies
        if listener is not None:
            listener(plies, int(prover.counters[0]))
    return None, depth


def _line(prover: Prover, position: Position, plies: int) -> tuple[str, ...]:
    """A line of the proven length: quickest wins for the attacker, longest resistance for the defender."""
    prover.deadline = 0
    words: list[str] = []
    here = Position(position.game, position.state)
    attacker = position.state.turn
    for left in range(plies, 0, -1):
        for move in here.listed:
            after = Position(here.game, here.game.rules.play(here.state, move), here, move)
            if _wins_in_exactly(prover, after, attacker, left - 1):
                words.append(here.game.word(here.state, move))
                here = after
                break
        else:
            break
    return tuple(words)


def _wins_in_exactly(prover: Prover, position: Position, attacker: int, plies: int) -> bool:
    """Whether the attacker's shortest win from here takes exactly so many plies."""
    return _attacker_wins(prover, position, attacker, plies) and not (
        plies > 0 and _attacker_wins(prover, position, attacker, plies - 1)
    )


def _attacker_wins(prover: Prover, position: Position, attacker: int, plies: int) -> bool:
    code = position.game.rules.outcome(position.state)
    if code != RUNNING:
        return code == attacker
    if not position.listed:
        return position.game.rules.without_moves == "loss" and position.state.turn != attacker
    if position.state.turn == attacker:
        return plies > 0 and bool(prover.wins_within(position, plies))
    if plies == 0:
        return False
    after = (Position(position.game, position.game.rules.play(position.state, m)) for m in position.listed)
    return all(_attacker_wins(prover, child, attacker, plies - 1) for child in after)
