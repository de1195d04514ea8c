"""Games of a heuristic against itself at a fixed number of nodes, as positions with values and results.

    for played in SelfPlay(game, heuristic, nodes=500, seed=1).games(range(1000)): ...

Game number k depends on the game, the heuristic, the nodes, the seed and k alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plies.compile import build
from plies.errors import InvalidGame
from plies.games.contract import Game, Heuristic
from plies.learn.games.arguments import Opening, Record
from plies.learn.games.kernel import FAILED, REFUSED
from plies.search.engine.analysis import Engine
from plies.search.engine.arguments import NO_TASK, NO_WEIGHTS, Heuristics, new_stack
from plies.search.engine.worker import KERNEL
from plies.search.limits import Limits
from plies.values import LIMIT

TEMPLATE = build.Template("selfplay", Path(__file__).with_name("kernel.py"), "self-play", ("play_game",))
#: positions of a game at the most; a longer one is a draw
LONGEST = 400
#: openings that are tried for a game before it is given up
TRIES = 40
#: entries of the transposition table for each node of a move
ENTRIES_A_NODE = 8


@dataclass(frozen=True)
class Played:
    """A game: its positions as rows of words with their values for the first side, and the result, 0, 0.5 or 1."""

    number: int
    rows: NDArray[np.uint64]
    values: NDArray[np.float64]
    noisy: NDArray[np.int64]
    result: float
    nodes: int


@dataclass(frozen=True)
class Begin:
    """How games begin: at least and at most so many random plies, and what counts as unbalanced."""

    shortest: int = 2
    longest: int = 8
    margin: float = LIMIT


class SelfPlay:
    """Everything one process needs to play; the kernel and its arrays are made once."""

    def __init__(self, game: Game, heuristic: Heuristic, nodes: int, seed: int, begin: Begin | None = None) -> None:
        self.game, self.nodes, self.seed, self.begin = game, nodes, seed, begin or Begin()
        entries = 1 << max(12, (ENTRIES_A_NODE * nodes - 1).bit_length())
        self.engine = Engine(game, heuristic, entries=entries, tables="off")
        worker = self.engine.workers[0]
        engine = build.kernel(KERNEL, game)
        self.kernel = build.kernel(replace(TEMPLATE, instead=((KERNEL_MODULE, engine.__name__),)), game)
        self.stack = new_stack(worker.rules.FIELDS, game.rules.most_moves, LONGEST)
        self.record = _new_record(worker.rules.FIELDS, game.rules.most_moves)
        used = self.engine.evaluator
        self.both = tuple(_heuristics(used, me) for me in (0, 1))
        self.settings = self.engine.settings(Limits(nodes=nodes), 0)
        self.task = NO_TASK._replace(salt=np.uint64(used.identity & (1 << 62) - 1))

    def games(self, numbers: Iterable[int]) -> Iterator[Played]:
        """The games of these numbers; one that finds no fair opening is left out."""
        for number in numbers:
            played = self.play(number)
            if played is not None:
                yield played

    def play(self, number: int) -> Played | None:
        worker = self.engine.workers[0]
        for attempt in range(TRIES):
            chance = _chance(self.seed, number, attempt)
            self.engine.new_game()
            worker.rules.store(self.record.rows, 0, self.game.first)
            span = self.begin.longest - self.begin.shortest + 1
            opening = Opening(self.begin.shortest + chance % span, np.uint64(chance >> 8), self.begin.margin)
            self.engine.control.fill(0)
            count, result = self.kernel.play_game(
                self.record, opening, self.stack, worker.memory, self.both, self.settings, self.task, worker.signals
            )
            if result == FAILED:
                raise InvalidGame(f"heuristic {self.engine.evaluator.heuristic.name!r} answered a value that is none")
            if result != REFUSED and count > 0:
                return self._played(number, int(count), int(result))
        return None

    def _played(self, number: int, count: int, result: int) -> Played:
        rec = self.record
        return Played(
            number,
            rec.rows[:count].copy(),
            rec.values[:count].copy(),
            rec.noisy[:count].copy(),
            result / 2,
            int(rec.nodes[0]),
        )


KERNEL_MODULE = "plies.search.engine.kernel"


def _heuristics(used: Any, me: int) -> Heuristics:
    return Heuristics(me, used.address, used.weights[me], float(used.heuristic.centre), 0, NO_WEIGHTS)


def _new_record(fields: int, most_moves: int) -> Record:
    return Record(
        rows=np.zeros((LONGEST, fields), np.uint64),
        values=np.zeros(LONGEST),
        moves=np.zeros(LONGEST, np.int64),
        noisy=np.zeros(LONGEST, np.int64),
        keys=np.zeros(LONGEST, np.uint64),
        listed=np.zeros(most_moves, np.int32),
        nodes=np.zeros(1, np.int64),
    )


def _chance(seed: int, number: int, attempt: int) -> int:
    """62 bits that depend on these numbers alone."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {number} {attempt}".encode(), digest_size=8).digest(), "big") >> 2
