"""Solving a position by whatever suits it: a table that is there, one made now, or the engine's proof.

1. A table of the game that holds the position answers at once.
2. If the position leads to few positions, they are all solved now. That also proves draws by endless play, which a
   search that deepens step by step never can; so more positions are tried in games where positions come back.
3. Otherwise the engine searches until its value is a proof.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from plies.errors import PliesError
from plies.games.position import Position
from plies.search.answer import Answer
from plies.search.limits import DEEPEST
from plies.solve.tables.builder.building import solved_in_memory
from plies.solve.tables.builder.crew import crew
from plies.solve.tables.builder.found.search import Search
from plies.solve.value import exact_value
from plies.tables.file.table_file import in_memory
from plies.tables.folder import tables_of
from plies.tables.table import Table, best_line, open_table
from plies.values import is_decided, is_win, plies_to_end

#: positions that are solved on the spot, where positions come back and where they do not; and the memory for that
FEW, FEW_WITHOUT_RETURN, MEMORY = 2_000_000, 200_000, 2_000_000_000


@dataclass(frozen=True)
class Solution:
    """A position's value for its side to move, with best play from it, and how it was found."""

    result: Literal["win", "loss", "draw", "unknown"]
    #: plies to the end; None for a draw by a table and for what is unknown
    plies: int | None
    line: tuple[str, ...]
    #: `table` or `engine`, and why
    method: str
    why: str
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    #: False for a win or a loss of which only a bound on the plies is known
    shortest: bool = True


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    depth: int = DEEPEST,
    threads: int = 1,
    listener: Callable[[Answer], None] | None = None,
) -> Solution:
    """The value of a position. Limits are the engine's; a table needs none."""
    began = time.monotonic()
    notes: list[str] = []
    found = _kept(position, notes) or _made(position, threads, notes)
    if found is not None:
        table, why = found
        probe = table.probe(position)
        line = best_line(table, position)
        spent = time.monotonic() - began
        return Solution(probe.result, probe.plies, line, "table", why, len(line), table.header.positions, spent)
    answer = exact_value(position, seconds=seconds, depth=depth, threads=threads, listener=listener)
    result, plies, shortest = _proven(answer)
    spent = answer.seconds
    return Solution(
        result, plies, answer.line, "engine", "; ".join(notes), answer.depth, answer.nodes, spent, shortest=shortest
    )


def _proven(answer: Answer) -> tuple[Literal["win", "loss", "draw", "unknown"], int | None, bool]:
    """The engine's result, its distance or the most plies that it takes, and which of the two that is."""
    if answer.proof is not None:
        return *answer.proof, True
    if answer.value is not None and is_decided(answer.value):
        return "win" if is_win(answer.value) else "loss", plies_to_end(answer.value), False
    return "unknown", None, True


def _kept(position: Position, notes: list[str]) -> tuple[Table, str] | None:
    """A table of the folder that knows the position."""
    for entry in tables_of(position.game.name):
        try:
            table = open_table(position.game, entry.scope)
            if table.probe(position).result != "unknown":
                return table, f"the table of {table.scope.in_words()} holds this position"
            notes.append(f"the table of {table.scope.in_words()} does not hold this position")
        except PliesError as error:
            notes.append(str(error))
    return None


def _made(position: Position, threads: int, notes: list[str]) -> tuple[Table, str] | None:
    """A table of all that the position leads to, if that is little."""
    game = position.game
    few = FEW if game.rules.can_repeat else FEW_WITHOUT_RETURN
    with crew(threads) as workers:
        search = Search(game, position.state, workers, MEMORY)
        if not search.explore(few):
            notes.append(f"there is no table, and more than {few:,} positions can arise")
            return None
        header, words = solved_in_memory(game, search)
    return Table(game, in_memory(header, game, words)), f"only {header.positions:,} positions can arise, all solved now"
