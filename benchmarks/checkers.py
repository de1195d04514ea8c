"""Checkers: perft beside a C twin of the same lists of moves and beside three packages, and the engine's speed.

OpenSpiel counts every single jump as a move and py-draughts does not force captures, so beside the packages only
leaves per second are compared, each counted in its own way. Times are processor times, measured alternately.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable

from harness import Peer, Row, compile_c, interleaved, say

import plies
from plies.search.engine.analysis import Engine
from plies.search.limits import Limits
from plies.search.perft.counting import perft

DEPTH = 10
LEAVES = 18_391_564
#: name, packages, script, depth
PEERS = (
    ("OpenSpiel", ["open_spiel"], "checkers_openspiel.py", 7),
    ("py-draughts", ["py-draughts"], "checkers_py_draughts.py", 6),
    ("pydraughts", ["pydraughts"], "checkers_pydraughts.py", 4),
)


def speed(work: Callable[[], int]) -> float:
    """How many a second of processor time."""
    started = time.process_time()
    count = work()
    return count / (time.process_time() - started)


def beside_c(bulk: bool, gate: float | None) -> Row:
    """The same lists of moves in Python compiled by Numba and in C."""
    library = compile_c("checkers.c")
    library.checkers_leaves.restype = ctypes.c_uint64
    position = plies.game("checkers").start()
    state = position.state
    words = [ctypes.c_uint64(word) for word in (state.red, state.black, state.kings)]

    def ours() -> int:
        return perft(position, DEPTH, bulk)

    def theirs() -> int:
        return int(library.checkers_leaves(*words, state.turn, DEPTH, int(bulk)))

    if not ours() == theirs() == LEAVES:
        raise AssertionError(f"leaves at depth {DEPTH}: ours {ours()}, C {theirs()}, known {LEAVES}")
    mine, peer = interleaved(11, lambda: speed(ours), lambda: speed(theirs))
    how = "in bulk" if bulk else "one by one"
    return Row(f"perft {how}, depth {DEPTH}, beside C", mine, peer, mine / peer, gate, "leaves/s")


def beside_package(name: str, packages: list[str], script: str, depth: int) -> Row:
    say(f"checkers beside {name} ...")
    peer = Peer(f"checkers-{name.lower()}", packages, script)
    position = plies.game("checkers").start()

    def theirs() -> float:
        answer = peer.ask(depth=depth)
        return float(answer["leaves"] / answer["seconds"])

    mine, other = interleaved(3, lambda: speed(lambda: perft(position, DEPTH)), theirs)
    peer.close()
    return Row(f"perft in bulk beside {name} (depth {depth} there)", mine, other, mine / other, None, "leaves/s")


def engine_speed(heuristic: str) -> Row:
    position = plies.game("checkers").start()
    engine = Engine(position.game, heuristic)

    def nodes() -> int:
        engine.new_game()
        return engine.analyse(position, Limits(nodes=3_000_000)).nodes

    nodes()
    (mine,) = interleaved(3, lambda: speed(nodes))
    return Row(f"the engine with {heuristic}, 3 million nodes from the start", mine, None, None, None, "nodes/s")


def rows() -> list[Row]:
    say("checkers beside C ...")
    found = [beside_c(True, 0.45), beside_c(False, None)]
    found += [beside_package(*peer) for peer in PEERS]
    return found + [engine_speed(name) for name in plies.game("checkers").heuristics]
