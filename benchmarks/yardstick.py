"""Plain alpha-beta with a table, and perft, beside hand-written C: breakthrough 8x8."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
from harness import Row, clock, compile_c, interleaved, say

import plies
from plies.compile import build
from plies.compile.evaluators import evaluator
from plies.compile.rules import rules_module
from plies.games.pawns.heuristics import pawns
from plies.search.engine.arguments import NO_WEIGHTS, Heuristics

MATERIAL = plies.Heuristic("material", "pawns", (plies.Feature("pawns", pawns),), (1.0,))
PLIES = 64
KERNEL = build.Template("plain", Path(__file__).with_name("plain_kernel.py"), "the plain search", ("search",))


class Plain:
    """The compiled plain search of a game, with its arrays."""

    def __init__(self, position: plies.Position, entries: int = 1 << 20) -> None:
        game = position.game
        self.position = position
        self.kernel = build.kernel(KERNEL, game)
        self.rules: Any = rules_module(game)
        self.evaluator = evaluator(game, MATERIAL)
        self.stack = self.kernel.Stack(
            rows=np.zeros((PLIES, self.rules.FIELDS), np.uint64),
            lists=np.zeros((PLIES, game.rules.most_moves), np.int32),
            lengths=np.zeros(PLIES, np.int64),
            indices=np.zeros(PLIES, np.int64),
            best_moves=np.zeros(PLIES, np.int64),
            keys=np.zeros(PLIES, np.uint64),
            windows=np.zeros((PLIES, 4)),
        )
        self.table = np.zeros((entries, 4), np.uint64)

    def search(self, depth: int) -> tuple[float, int]:
        me = self.position.state.turn
        self.rules.store(self.stack.rows, 0, self.position.state)
        heuristics = Heuristics(me, self.evaluator.address, self.evaluator.weights[me], 0.0, 0, NO_WEIGHTS)
        value, nodes = self.kernel.search(self.stack, self.table, heuristics, depth)
        return float(value), int(nodes)


def _c_search(library: ctypes.CDLL, plain: Plain, depth: int) -> tuple[float, int]:
    library.plain_search.restype = ctypes.c_double
    count = ctypes.c_int64()
    state: Any = plain.position.state
    value = library.plain_search(
        ctypes.c_uint64(state.white),
        ctypes.c_uint64(state.black),
        ctypes.c_int64(state.turn),
        depth,
        plain.table.ctypes.data_as(ctypes.c_void_p),
        ctypes.c_uint64(plain.table.shape[0]),
        ctypes.byref(count),
    )
    return float(value), int(count.value)


def search_beside_c(depth: int = 11, runs: int = 15) -> Row:
    """The same tree, the same table memory, alternately."""
    library = compile_c("plain.c")
    plain = Plain(plies.game("breakthrough:8x8").start())
    answers: dict[str, tuple[float, int]] = {}

    def ours() -> float:
        plain.table.fill(0)
        seconds, answers["ours"] = clock(lambda: plain.search(depth))
        return answers["ours"][1] / seconds

    def theirs() -> float:
        plain.table.fill(0)
        seconds, answers["theirs"] = clock(lambda: _c_search(library, plain, depth))
        return answers["theirs"][1] / seconds

    ours(), theirs()
    if answers["ours"] != answers["theirs"]:
        raise AssertionError(f"the trees differ: {answers}")
    fast, native = interleaved(runs, ours, theirs)
    name = f"plain alpha-beta with a table, breakthrough 8x8, depth {depth} ({answers['ours'][1]:,} nodes), beside C"
    return Row(name, fast, native, fast / native, 0.6, "nodes/s")


def leaves_beside_c(depth: int = 5, runs: int = 15) -> Row:
    library = compile_c("plain.c")
    library.plain_leaves.restype = ctypes.c_int64
    position = plies.game("breakthrough:8x8").start()
    state: Any = position.state
    words = (ctypes.c_uint64(state.white), ctypes.c_uint64(state.black), ctypes.c_int64(state.turn))
    plies.perft(position, 2, bulk=False)

    def ours() -> float:
        seconds, leaves = clock(lambda: plies.perft(position, depth, bulk=False))
        return float(leaves / seconds)

    def theirs() -> float:
        seconds, leaves = clock(lambda: library.plain_leaves(*words, depth, 0))
        return float(leaves / seconds)

    fast, native = interleaved(runs, ours, theirs)
    name = f"perft without bulk counting, breakthrough 8x8, depth {depth}, beside C"
    return Row(name, fast, native, fast / native, 0.35, "leaves/s")


def rows() -> list[Row]:
    say("plain search and perft beside C ...")
    return [search_beside_c(), leaves_beside_c()]
