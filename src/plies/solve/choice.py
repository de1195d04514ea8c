"""Solving a position by whatever suits it: a table that is there, one made now, a proof search, or the engine's proof.

1. A table of the game that holds the position answers at once.
2. If the position leads to few positions, they are all solved now. That also proves draws by endless play, which a
   search that deepens step by step never can; so more positions are tried in games where positions come back.
3. The engine searches until its value is a proof, with the shortest distance. Where positions never come back it has
   a few seconds for that.
4. Then a proof search goes on: in such games it needs fewer nodes than the engine, which must look at every depth. It
   finds no shortest distances.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from plies.errors import PliesError, Refused
from plies.games.position import Position
from plies.search.answer import Answer
from plies.search.limits import DEEPEST
from plies.solve.proofs.search import Listener, ProofSearch
from plies.solve.proofs.value import Proof, proven_value
from plies.solve.proofs.writing import proof_text
from plies.solve.tables.builder.building import solved_in_memory
from plies.solve.tables.builder.crew import crew
from plies.solve.tables.builder.found.search import Search
from plies.solve.value import exact_value
from plies.tables.file.table_file import in_memory
from plies.tables.folder import tables_of
from plies.tables.table import Table, best_line, open_table
from plies.values import is_decided, is_win, plies_to_end

Method = Literal["table", "proof", "engine"]
METHODS: tuple[Method, ...] = ("table", "proof", "engine")

#: positions that are solved on the spot, where positions come back and where they do not; and the memory for that
FEW, FEW_WITHOUT_RETURN, MEMORY = 2_000_000, 200_000, 2_000_000_000
#: seconds that the engine has before a proof search, and its share of a limit
FIRST, SHARE = 3.0, 0.25


@dataclass(frozen=True)
class Solution:
    """A position's value for its side to move, with best play from it, and how it was found."""

    result: Literal["win", "loss", "draw", "unknown"]
    #: plies to the end; None for a draw by a table and for what is unknown
    plies: int | None
    line: tuple[str, ...]
    #: `table`, `proof` or `engine`, and why
    method: str
    why: str
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    #: False for a win or a loss of which only a bound on the plies is known
    shortest: bool = True
    #: the content of a file that proves it, if that was asked for
    written: bytes | None = None


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    depth: int = DEEPEST,
    threads: int = 1,
    method: Method | None = None,
    write: bool = False,
    listener: Callable[[Answer], None] | None = None,
    proof_listener: Listener | None = None,
) -> Solution:
    """The value of a position. Time limits searches, a depth the engine; a table needs none.

    `method` insists on one. `write` asks for a file that proves the value, which only a proof search can give.
    """
    if write and method not in (None, "proof"):
        raise Refused(f"method {method}: only a proof search can write a proof")
    notes: list[str] = []
    method = "proof" if write else method
    found = _table(position, threads, method, notes)
    if found is not None:
        table, why, spent = found
        probe = table.probe(position)  # compiles what looks positions up, which takes nothing of the time
        began = time.monotonic()
        line = best_line(table, position)
        spent += time.monotonic() - began
        return Solution(probe.result, probe.plies, line, "table", why, len(line), table.header.positions, spent)
    if method == "table":
        raise Refused(f"no table for this position: {'; '.join(notes)}")
    if method == "proof":
        why = "a proof to write was asked for" if write else _ASKED
        return _by_proof(position, seconds, threads, "; ".join([*notes, why]), write, proof_listener)
    is_first = method is None and not position.game.rules.can_repeat and depth == DEEPEST
    allowed = min(FIRST, SHARE * seconds) if is_first and seconds is not None else FIRST if is_first else seconds
    answer = exact_value(position, seconds=allowed, depth=depth, threads=threads, listener=listener)
    result, plies, shortest = _proven(answer)
    if is_first and result == "unknown":
        notes.append(f"the engine proved nothing in {allowed:.3g} s, and positions of this game never come back")
        # what was compiled meanwhile does not count, nor the fraction of a second in which few positions are found
        left = None if seconds is None else max(0.0, seconds - answer.seconds)
        return _by_proof(position, left, threads, "; ".join(notes), write, proof_listener)
    spent, why = answer.seconds, "; ".join(notes) or _ASKED
    return Solution(result, plies, answer.line, "engine", why, answer.depth, answer.nodes, spent, shortest=shortest)


_ASKED = "it was asked for"


#: a table, why it is the one, and the seconds that it took to make
Chosen = tuple[Table, str, float]


def _table(position: Position, threads: int, method: Method | None, notes: list[str]) -> Chosen | None:
    """A table that holds the position, found or made, unless another method was asked for."""
    if method not in (None, "table"):
        return None
    return _kept(position, notes) or _made(position, threads, notes)


def _by_proof(
    position: Position, seconds: float | None, threads: int, why: str, write: bool, listener: Listener | None
) -> Solution:
    search = ProofSearch(position.game, threads=threads, tables="off" if write else "on")
    found: Proof = proven_value(search, position, seconds=seconds, listener=listener)
    written = proof_text(search, position, found) if write and found.result is not None else None
    shortest = found.bound is None
    return Solution(
        found.result or "unknown",
        found.bound,
        found.line,
        "proof",
        why,
        len(found.line),
        found.nodes,
        found.seconds,
        shortest=shortest,
        written=written,
    )


def _proven(answer: Answer) -> tuple[Literal["win", "loss", "draw", "unknown"], int | None, bool]:
    """The engine's result, its distance or the most plies that it takes, and which of the two that is."""
    if answer.proof is not None:
        return *answer.proof, True
    if answer.value is not None and is_decided(answer.value):
        return "win" if is_win(answer.value) else "loss", plies_to_end(answer.value), False
    return "unknown", None, True


def _kept(position: Position, notes: list[str]) -> Chosen | None:
    """A table of the folder that knows the position."""
    for entry in tables_of(position.game.name):
        try:
            table = open_table(position.game, entry.scope)
            if table.probe(position).result != "unknown":
                return table, f"the table of {table.scope.in_words()} holds this position", 0.0
            notes.append(f"the table of {table.scope.in_words()} does not hold this position")
        except PliesError as error:
            notes.append(str(error))
    return None


def _made(position: Position, threads: int, notes: list[str]) -> Chosen | None:
    """A table of all that the position leads to, if that is little."""
    game = position.game
    few = FEW if game.rules.can_repeat else FEW_WITHOUT_RETURN
    with crew(threads) as workers:
        search = Search(game, position.state, workers, MEMORY)
        began = time.monotonic()
        if not search.explore(few):
            notes.append(f"there is no table, and more than {few:,} positions can arise")
            return None
        header, words = solved_in_memory(game, search)
    seconds, why = time.monotonic() - began, f"only {header.positions:,} positions can arise, all solved now"
    return Table(game, in_memory(header, game, words)), why, seconds
