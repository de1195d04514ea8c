"""What the engine claims to have proven of a line. A claim is exact, result and distance; the unsure is not claimed.

The kernel's docstring says what a search proves. Two things are left to do here. A search with reductions finds true
wins, but may have passed over a nearer one: its distance is confirmed by a second search without reductions, or not
claimed. And a line that turned out better than one found before it says nothing of the position: it claims nothing.
"""

from __future__ import annotations

from collections.abc import Hashable

from plies.games.position import Position
from plies.search.answer import Proof
from plies.search.engine import layout as at
from plies.search.engine.tuning import PROOF_NODES
from plies.search.engine.worker import Worker
from plies.values import WIN, is_decided, is_win, plies_to_end


class Prover:
    """The claims of one search. What was confirmed once is not searched again: it stays true."""

    def __init__(self, worker: Worker, position: Position) -> None:
        self.worker, self.position = worker, position
        self._confirmed: dict[Hashable, bool] = {}
        #: the nodes of attempts that did not come to an end, by question, and of all attempts together
        self._tried: dict[Hashable, int] = {}
        self._spent = 0

    def claim(self, move: int, value: float, depth: int, before: dict[int, float]) -> Proof | None:
        """The proof of the line that the worker has just found by a finished search; `before` has the values of the
        moves that were left out."""
        complete, reduced = self.worker.is_complete(), self.worker.is_reduced()
        if any(better < value for better in before.values()):
            return None
        if not is_decided(value):
            return ("draw", depth) if complete else None
        plies = plies_to_end(value)
        found = plies <= depth or complete
        if found and (not reduced or self._is_exact(move, value, list(before))):
            return "win" if is_win(value) else "loss", plies
        return None

    def _is_exact(self, move: int, value: float, left_out: list[int]) -> bool:
        """Whether no win is nearer, where a win within that distance is known.

        A win is compared with all moves that are not left out. A loss is that of its own move: all others lose as soon.
        """
        if not is_win(value):
            left_out = [other for other in self.position.legal if other != move]
        question = (value, frozenset(left_out))
        if question not in self._confirmed:
            self._ask(question, value, left_out)
        return self._confirmed.get(question, False)

    def _ask(self, question: Hashable, value: float, left_out: list[int]) -> None:
        """Looks for a nearer win, with as many nodes as the search itself has taken."""
        worker = self.worker
        before = int(worker.signals.counters[at.C_NODES])
        allowed = max(PROOF_NODES, before - 2 * self._spent)
        if allowed < 2 * self._tried.get(question, 0):
            return
        window = (value, WIN) if is_win(value) else (-WIN, value)
        excluded = worker.task.excluded
        worker.leave_out(left_out)
        found, finished = worker.search_all(plies_to_end(value) - 1, *window, allowed)
        worker.task = worker.task._replace(excluded=excluded)
        self._spent += int(worker.signals.counters[at.C_NODES]) - before
        if finished:
            self._confirmed[question] = found <= value if is_win(value) else found >= value
        else:
            self._tried[question] = allowed
