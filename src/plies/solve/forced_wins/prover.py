"""The shortest forced win, proven shortest: the winner hurries, the loser delays. Draw rules do not apply."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from plies.compile import build
from plies.compile.rules import rules_module
from plies.errors import Refused
from plies.games.contract import RUNNING
from plies.games.position import Position
from plies.search.answer import Answer, Line
from plies.search.engine import layout as at
from plies.search.engine.arguments import Memory, Signals
from plies.search.engine.probing import NO_VIEW
from plies.solve.forced_wins.arguments import new_stack
from plies.values import won_in

#: a proof looks no further than this
DEEPEST = 99
ENTRIES = 1 << 22
KERNEL = build.Template("forced", Path(__file__).with_name("kernel.py"), "the solver", ("prove",))
_ROOM = DEEPEST + 4


class Prover:
    """Answers whether a side can force a win, for positions of one game, with one table."""

    def __init__(self, position: Position, entries: int = ENTRIES) -> None:
        self.game = position.game
        self.kernel = build.kernel(KERNEL, self.game)
        self.rules: Any = rules_module(self.game)
        killers, history = np.full((_ROOM, 2), -1, np.int32), np.zeros((2, self.rules.SLOTS), np.int64)
        self.stack = new_stack(_ROOM, self.rules.FIELDS, self.game.rules.most_moves)
        table, none = np.zeros((entries, 4), np.uint64), np.zeros(1)
        self.memory = Memory(table, killers, history, NO_VIEW, np.zeros(1, np.uint64), none)
        self.signals = Signals(np.zeros(at.CONTROLS, np.int64), np.zeros(at.COUNTERS, np.int64))
        self.deadline = 0
        self.wins_within(position, 0)  # compiles the kernel, so that no clock runs meanwhile
        self.signals.counters.fill(0)

    @property
    def nodes(self) -> int:
        return int(self.signals.counters[at.C_NODES])

    def wins_within(self, position: Position, plies: int) -> bool | None:
        """Whether the side to move can force a win within `plies`; None if stopped."""
        self.rules.store(self.stack.rows, 0, position.state)
        answer = self.kernel.prove(self.stack, self.memory, self.signals, plies, self.deadline)
        return None if answer < 0 else bool(answer)


def forced_win(
    position: Position,
    depth: int = 31,
    *,
    seconds: float | None = None,
    listener: Callable[[int, int], None] | None = None,
) -> Answer:
    """The shortest forced win for the side to move, with its proof and a line of that length.

    Without a proof there is none within the `depth` of the answer's empty line, or the time ran out there. `listener`
    hears of each number of plies that has been refuted.
    """
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
    found = Line(line[0], won_in(shortest), line, looked, ("win", shortest)) if shortest else Line("", depth=looked)
    return Answer((found,), prover.nodes, spent)


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
            listener(plies, prover.nodes)
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
