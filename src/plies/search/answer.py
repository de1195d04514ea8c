"""What a search found, for every kind of searcher: an `Answer`, whose first line is the best.

The engine, the textbook, a solver and every player give one. Values are for the side to move, 0 for a draw; None where
a player reports none. A proof is `("win" | "loss" | "draw", plies)` for the side to move.
"""

from __future__ import annotations

from dataclasses import dataclass

from plies.values import Result, Unit, describe

Proof = tuple[Result, int]


@dataclass(frozen=True)
class Line:
    """One line of play: its first move, its value for the side to move, its moves as words, and what is proven."""

    move: str
    value: float | None = None
    line: tuple[str, ...] = ()
    depth: int = 0
    proof: Proof | None = None


def value_in_words(line: Line | Answer, unit: Unit | None) -> str:
    """`+1.50`, `+0.08 men`, `win in 7`, `draw`: short, for a column. `win in ≤7` is a win whose distance is not
    proven."""
    if line.value is None:
        return "–"
    if line.proof is not None and line.proof[0] == "draw":
        return "draw"
    return describe(line.value, unit, exact=line.proof is not None)


@dataclass(frozen=True)
class Counters:
    """What a search did beside visiting nodes; None where it does not count that."""

    leaves: int | None = None
    cutoffs: int | None = None
    #: cut-offs that the first move tried gave
    first_move_cutoffs: int | None = None
    table_hits: int | None = None
    #: the share of the table that is in use, 0 to 1
    table_filling: float | None = None
    #: the longest line that was looked at, in plies
    deepest: int | None = None
    #: positions whose value a table of solved positions gave
    probes: int | None = None


NO_COUNTERS = Counters()


@dataclass(frozen=True)
class Answer:
    """The lines that were asked for, best first, and what finding them took. No lines: there was no move to find."""

    lines: tuple[Line, ...]
    nodes: int = 0
    #: how long it took
    seconds: float = 0.0
    counters: Counters = NO_COUNTERS
    #: the heuristic that was searched with, by name; empty: none
    heuristic: str = ""
    #: the time it worked, where others had the processor meanwhile and a clock should not count that; None: all of it
    charged: float | None = None
    #: what people see its values in, if the heuristic names a unit; the values themselves are the heuristic's numbers
    unit: Unit | None = None

    @staticmethod
    def of_move(move: str, *, charged: float | None = None) -> Answer:
        """A move and nothing else: a random player's, or the only legal one."""
        return Answer((Line(move, line=(move,)),), charged=charged)

    @property
    def move(self) -> str:
        return self.lines[0].move if self.lines else ""

    @property
    def value(self) -> float | None:
        return self.lines[0].value if self.lines else None

    @property
    def line(self) -> tuple[str, ...]:
        return self.lines[0].line if self.lines else ()

    @property
    def depth(self) -> int:
        return self.lines[0].depth if self.lines else 0

    @property
    def proof(self) -> Proof | None:
        return self.lines[0].proof if self.lines else None

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds else 0.0

    def _repr_html_(self) -> str:
        """Its lines as a table, in a notebook."""
        from plies.blocks.blocks import Column, Table
        from plies.blocks.formats import FIGURE, NUMBER, number, seconds
        from plies.blocks.html import fragment

        columns = (Column("move"), Column("value", FIGURE), Column("depth", NUMBER), Column("line"))
        rows = [(one.move, value_in_words(one, self.unit), one.depth, " ".join(one.line)) for one in self.lines]
        by = f" by {self.heuristic}" if self.heuristic else ""
        caption = f"{number(self.nodes)} nodes in {seconds(self.seconds)}{by}; values are for the side to move"
        return fragment([Table("lines", columns, rows, caption)])
