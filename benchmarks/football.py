"""Football's exact solution beside the same induction with linprog and with quantecon's minmax, in one run.

    python benchmarks/run.py football

The peers live in an environment of their own in .benchmarks/football, made when it is missing. There ours and theirs
run in one process, taking turns, and the best of the rounds counts. Two ways of using quantecon are measured: its
minmax called once per state from Python, as its users do, and a whole induction compiled around it by us.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / ".benchmarks" / "football"
START = (80, 4, 10, 24)


def rows() -> list[dict[str, Any]]:
    """One line per comparison: name, ours, peer, ratio, gate, unit."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        print("making the peers' environment in .benchmarks/football ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", "quantecon", "scipy", "numba"], check=True)
    command = [str(python), str(Path(__file__).resolve()), "--inside"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, check=True, env=environment, stdout=subprocess.PIPE, text=True)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def _best(*runs: Callable[[], Any], rounds: int = 5) -> list[float]:
    """The best time of each, taking turns, after one turn to warm up."""
    times = [float("inf")] * len(runs)
    for number in range(rounds + 1):
        for k, run in enumerate(runs):
            begin = time.perf_counter()
            run()
            if number:
                times[k] = min(times[k], time.perf_counter() - begin)
    return times


def _inside() -> list[dict[str, Any]]:
    """Everything measured, in the peers' environment."""
    import numpy as np
    from numba import njit
    from quantecon.optimize import minmax
    from scipy.optimize import linprog

    from plies.compile import build
    from plies.football import shipped_playbook
    from plies.games.football.rules import football, place_of
    from plies.solve.simultaneous.matrix import KERNEL
    from plies.solve.simultaneous.stochastic import Solution, solve

    book = shipped_playbook()
    game = football(book)
    tables = game.tables()
    shape = (len(book.plays), len(book.formations), len(book.tables[0][0]))
    chance = tables.probability.reshape(shape)
    ticks = tables.ticks[tables.event].reshape(shape)
    effect = tables.effect[tables.event].reshape(shape)
    after = game.after

    def from_python(solution: Solution, solver: Callable[[Any], float], most: int) -> Any:
        """The induction as one writes it with NumPy, over the first `most` states of a solution."""
        values = game.blank_values(solution.clock)
        for clock, place in np.argwhere(solution.slot >= 0)[:most]:
            worth = values[np.maximum(clock - ticks, 0), after[place][effect]]
            values[clock, place] = solver((chance * worth).sum(axis=2))
        return values

    @njit(nogil=True)
    def compiled_peer(slot: Any, values: Any) -> None:
        """The same, compiled around quantecon's kernel."""
        a = np.empty((chance.shape[0], chance.shape[1]))
        for clock in range(1, slot.shape[0]):
            for place in range(slot.shape[1]):
                if slot[clock, place] >= 0:
                    for i in range(a.shape[0]):
                        for j in range(a.shape[1]):
                            total = 0.0
                            for k in range(chance.shape[2]):
                                left = max(clock - ticks[i, j, k], 0)
                                total += chance[i, j, k] * values[left, after[place, effect[i, j, k]]]
                            a[i, j] = total
                    values[clock, place] = minmax(a)[0]

    def by_linprog(a: Any) -> float:
        n, m = a.shape
        found = linprog(
            np.r_[np.zeros(n), -1.0],
            A_ub=np.c_[-a.T, np.ones(m)],
            b_ub=np.zeros(m),
            A_eq=np.r_[np.ones(n), 0.0][None, :],
            b_eq=[1.0],
            bounds=[(0, None)] * n + [(None, None)],
        )
        return float(found.x[-1])

    def compiled(solution: Solution) -> Any:
        values = game.blank_values(solution.clock)
        compiled_peer(solution.slot, values)
        return values

    start = place_of(*START[:3])
    part = solve(game, START[3], start)
    whole = solve(game, 60)
    states = part.states
    for solution in (part, whole):
        worst = np.abs(compiled(solution) - solution.values)[:, : game.places][solution.slot >= 0].max()
        assert worst < 1e-9, f"quantecon disagrees by {worst}"
    matrices = np.array([part.matrix(int(place), int(clock)) for clock, place in np.argwhere(part.slot >= 0)])
    solver = build.kernel(KERNEL).solve_matrix

    @njit(nogil=True)
    def our_solver(stack: Any) -> float:
        n, m = stack.shape[1], stack.shape[2]
        x, y = np.empty(n), np.empty(m)
        tableau, labels = np.empty((n + 1, m + 1)), np.empty(n + m, np.int64)
        total = 0.0
        for k in range(len(stack)):
            total += solver(stack[k], n, m, x, y, tableau, labels)[0]
        return total

    @njit(nogil=True)
    def their_solver(stack: Any) -> float:
        total = 0.0
        for k in range(len(stack)):
            total += minmax(stack[k])[0]
        return total

    every = 10**9
    result = []

    def add(name: str, ours: float, peer: float, gate: float | None) -> None:
        line = {"name": name, "ours": ours, "peer": peer, "ratio": peer / ours, "gate": gate, "unit": "s"}
        result.append(line)
        print(f"{name}: {ours:.4f} s beside {peer:.4f} s, {peer / ours:.1f} times", file=sys.stderr)

    ours, peer = _best(lambda: our_solver(matrices), lambda: their_solver(matrices), rounds=15)
    add(f"the {states:,} matrices alone, beside quantecon's kernel, both compiled", ours, peer, None)
    ours, peer = _best(lambda: solve(game, START[3], start), lambda: compiled(part), rounds=15)
    add(f"{states:,} states from (80, 4, 10, 24), beside quantecon's kernel in a compiled induction", ours, peer, None)
    ours, peer = _best(
        lambda: solve(game, START[3], start), lambda: from_python(part, lambda a: minmax(a)[0], every), rounds=3
    )
    add(f"{states:,} states from (80, 4, 10, 24), beside quantecon's minmax per state", ours, peer, 5.0)
    ours = _best(lambda: solve(game, START[3], start), rounds=3)[0]
    begin = time.perf_counter()
    values = from_python(part, by_linprog, states)
    peer = time.perf_counter() - begin
    assert abs(values[START[3], start] - part.value(start, START[3])) < 1e-7, "linprog disagrees"
    add(f"{states:,} states from (80, 4, 10, 24), beside linprog per state", ours, peer, 200.0)
    ours, peer = _best(lambda: solve(game, 60), lambda: compiled(whole), rounds=3)
    add(f"full table of {whole.states:,} states, beside quantecon's kernel in a compiled induction", ours, peer, None)
    begin = time.perf_counter()
    from_python(whole, lambda a: minmax(a)[0], every)
    peer = time.perf_counter() - begin
    ours = min(ours, _best(lambda: solve(game, 60), rounds=2)[0])
    add(f"full table of {whole.states:,} states, beside quantecon's minmax per state", ours, peer, None)
    gap = max(part.largest_gap, whole.largest_gap)
    result.append(
        {
            "name": "largest certificate gap, beside 1e-9",
            "ours": gap,
            "peer": 1e-9,
            "ratio": 1e-9 / max(gap, 1e-300),
            "gate": 1.0,
            "unit": "",
        }
    )
    return result


if __name__ == "__main__":
    if "--inside" not in sys.argv:
        raise SystemExit("run it as: python benchmarks/run.py football")
    print(json.dumps(_inside()))
